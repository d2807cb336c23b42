import { data } from 'react-router'
import { requireUser } from '#app/features/identity/session.server.ts'
import { readLogoName } from '#app/features/organisations/logo/logo.ts'
import { findLogoPng } from '#app/features/organisations/logo/logos.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/logo'

/** The address determines the whole picture, which only members see: their browsers keep it, and nobody else. */
const KEPT = 'private, max-age=31536000, immutable'

/** The logo of an organisation, for its members. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const hash = readLogoName(args.params.name)
  const png = hash === undefined ? undefined : await findLogoPng(servicesOf(args.context).db, user.id, hash)
  if (!png) throw data('Not found', 404)
  return new Response(new Uint8Array(png), {
    headers: { 'Content-Type': 'image/png', 'Content-Length': String(png.length), 'Cache-Control': KEPT },
  })
}
