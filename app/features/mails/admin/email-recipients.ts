import { data } from 'react-router'
import { noteSearch } from '#app/features/audit/audit.server.ts'
import { listReaders } from '#app/features/texts/mail-preview.server.ts'
import { readSearch } from '#app/kit/lists/list-address.ts'
import type { FoundOptions } from '#app/kit/lists/search-select.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { isEditedKey } from '#app/mails/mails.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/email-recipients'

/** Options of the preview's `SearchSelect`: recipients of mails of this kind whose words begin with `search`. */
export async function loader(args: Route.LoaderArgs): Promise<FoundOptions> {
  const editor = await contentEditor(args)
  const { template: key } = args.params
  if (!isEditedKey(key)) throw data('Not found', 404)
  const search = readSearch(args.url.searchParams.get('search'))
  const { db, now } = servicesOf(args.context)
  const { real } = await listReaders({ db }, { editor, key, search })
  await noteSearch(db, editor, { place: 'destinatarios', term: search, found: { mails: real.length }, now: now() })
  return { search, options: real }
}
