import { passkeyChallenge } from '#app/features/identity/staff/second-step.server.ts'
import type { Route } from './+types/passkey-options'

/** The challenge for the second step of a log-in. It says nothing about anybody: the browser offers the passkeys that it has. */
export const loader = (args: Route.LoaderArgs) => passkeyChallenge(args, 'authenticate')
