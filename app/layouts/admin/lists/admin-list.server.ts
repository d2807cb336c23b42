import type { Transaction } from 'kysely'
import { data } from 'react-router'
import { noteSearch, writeAudit } from '#app/features/audit/audit.server.ts'
import { actorOf, requireRole, type SessionArgs, type SessionUser } from '#app/features/identity/session.server.ts'
import { requireReauthentication } from '#app/features/identity/staff/reauthentication.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { cutText } from '#app/kernel/text.ts'
import type { DateRange } from '#app/kit/lists/date-range.ts'
import { type Filter, type QueryOf, readList } from '#app/kit/lists/define-list.ts'
import type { ListSource } from '#app/kit/lists/list-query.server.ts'
import type { ListData } from '#app/kit/lists/list-screen.tsx'
import { savedViewsOf } from '#app/kit/lists/saved-views.server.ts'
import { hiddenColumns } from '#app/kit/lists/saved-views.ts'
import { exportRequest } from '#app/kit/lists/selected-rows.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { readsOf, type Services, servicesOf } from '#app/platform/services/services.server.ts'
import { type Batch, csvDownload } from '#app/platform/sheets/csv-download.server.ts'

type Filters = Readonly<Record<string, Filter>>

type ListArgs = SessionArgs & { params: Readonly<Record<string, string | undefined>> }

/** Additional data of a screen, loaded in the same transaction. */
export type ListContext<Query> = {
  tx: Transaction<DB>
  query: Query
  range: DateRange
  user: SessionUser
  services: Services
}

/**
 * The loader of a declared list's screen.
 * @param more what the screen shows besides
 * @throws 404 where the thing is not there whose rows are listed
 */
export const adminList =
  <Row, F extends Filters, SortColumn extends string, Parent extends object, More extends object = object>(
    source: ListSource<Row, F, SortColumn, Parent>,
    more?: (context: ListContext<QueryOf<F, SortColumn>>) => Promise<More>,
  ) =>
  async (args: ListArgs): Promise<{ data: ListData<Row>; parent: Parent } & More> => {
    const user = await requireRole(args, ['admin'])
    const services = servicesOf(args.context)
    const { address, range, query } = readList(source.list, args.url, services.now())
    const loaded = await readAs(services.db, actorOf(user), async tx => {
      const parent = await findParent(source, tx, args.params, query.now)
      const [page, counts, extra, views] = await Promise.all([
        source.page(tx, { ...query, ...parent }),
        source.count(tx, { ...query, ...parent }),
        more ? more({ tx, query, range, user, services }) : ({} as More),
        savedViewsOf(tx, args.url.pathname),
      ])
      const optional = source.list.columns.filter(column => column.optional).map(({ key }) => key)
      const hidden = hiddenColumns(args.request, source.list.name) ?? optional
      return { data: { address, page, counts, hidden, views }, parent, ...extra }
    })
    if (source.list.namesPeople) {
      const found = { [source.list.name]: loaded.data.page.rows.length }
      await noteSearch(services.db, actorOf(user), {
        place: source.list.name,
        term: query.search,
        found,
        now: query.now,
      })
    }
    return loaded
  }

async function findParent<Parent extends object>(
  { parent }: Pick<ListSource<unknown, Filters, string, Parent>, 'parent'>,
  tx: Transaction<DB>,
  params: ListArgs['params'],
  now: Date,
): Promise<Parent> {
  const found = parent && (await parent(tx, params, now))
  if (parent && !found) throw data('Not found', 404)
  return found ?? ({} as Parent)
}

/** Characters of a list's query that the confirmation leads back to; selected rows beyond them are selected again. */
const MAX_QUERY = 2000

/**
 * The CSV export of a declared list (spec D37). A list of people asks who sits before the session. It is audited, and stops reading when the administrator's role is
 * removed, however slow the download is.
 */
export const adminExport =
  <Row, F extends Filters, SortColumn extends string, Parent extends object>(
    source: ListSource<Row, F, SortColumn, Parent>,
  ) =>
  async (args: ListArgs): Promise<Response> => {
    const user = await requireRole(args, ['admin'])
    if (source.list.exportsPeople)
      await requireReauthentication(args, source.list.path + cutText(args.url.search, MAX_QUERY))
    const { db, now } = servicesOf(args.context)
    const { url, only } = exportRequest(args.url)
    const { query } = readList(source.list, url, now())
    const { name } = source.list
    const parent = await asActor(db, actorOf(user), async tx => {
      const found = await findParent(source, tx, args.params, query.now)
      const after = { ...describe({ ...query, ...found }), ...(only && { rows: only.length }) }
      await writeAudit(tx, { action: 'list_exported', entity: 'list', entity_id: name, after })
      return found
    })
    const batches = source.batches(readsOf(args.context), actorOf(user), { ...query, ...parent, only })
    return csvDownload(`${name}-${dayOf(query.now)}.csv`, source.header, whileAdmin(db, user.id, batches))
  }

/** Without the search text, which may be a person's name, and without the cursor. */
function describe({ search, sort, size, after, before, now, only, ...filters }: QueryOf<Filters, string>) {
  return { ...filters, searched: search !== '' }
}

/** The batches, as long as who fetches them administers the shop. @throws when the role is gone: the file then ends as a failure */
export async function* whileAdmin(
  db: Services['db'],
  userId: string,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const profile = await readAs(db, { kind: 'admin', userId }, tx =>
      tx.selectFrom('profiles').select(['role', 'deleted_at']).where('id', '=', userId).executeTakeFirst(),
    )
    if (profile?.role !== 'admin' || profile.deleted_at !== null) throw new Error('The role was taken meanwhile')
    yield batch
  }
}
