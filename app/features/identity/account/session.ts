import type { HeaderUser } from '#app/features/identity/auth-provider.tsx'
import { prolongSession } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/session'

/** The signed-in user, for the header of cached pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, cookies } = await prolongSession(servicesOf(context), request.headers)
  const shown: HeaderUser | null = user && {
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    role: user.role,
  }
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return Response.json({ user: shown }, { headers })
}
