import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { hasReauthenticated } from '#app/features/identity/staff/reauthentication.server.ts'
import { passkeyChallenge } from '#app/features/identity/staff/second-step.server.ts'
import type { Route } from './+types/passkey'

/** The challenge to use one's passkey or, with `?nueva` and after a confirmation, to make one. */
export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  if (!args.url.searchParams.has('nueva')) return passkeyChallenge(args, 'authenticate')
  if (!(await hasReauthenticated(args))) throw data('Not confirmed', 403)
  return passkeyChallenge(args, 'register')
}
