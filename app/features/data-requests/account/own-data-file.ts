import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/own-data-file'
import { readDataSubject } from './access-link.server.ts'
import { ownDataFile } from './own-data-frame.server.ts'

/** What is kept about the owner of a mailbox, as a file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { format } = params
  const services = servicesOf(context)
  const actor = readDataSubject(request, services.settings.appUrl)
  const file = actor && (format === 'json' || format === 'pdf') && (await ownDataFile(services, actor, format))
  if (!file) throw new Response('Not found', { status: 404 })
  return file
}
