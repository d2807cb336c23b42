import { requireUser } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/data-file'
import { ownDataFile } from './own-data-frame.server.ts'

/** What is kept about a signed-in person, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireUser(args)
  const { format } = args.params
  const file =
    (format === 'json' || format === 'pdf') &&
    (await ownDataFile(servicesOf(args.context), { kind: 'user', userId }, format))
  if (!file) throw new Response('Not found', { status: 404 })
  return file
}
