import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { actorOf, type SessionArgs, type SessionUser } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import { type Batch, csvDownload } from '#app/platform/sheets/csv-download.server.ts'

type Download = {
  /** Names the file, and what was taken in the audit log. */
  list: string
  header: readonly string[]
  batches: AsyncIterable<Batch>
  /** What the list was narrowed to, and the rows that were ticked. */
  query: { search: string; only?: readonly string[] | undefined; [filter: string]: unknown }
}

/**
 * A list as a CSV file, for an administrator: who took which list when is in the audit log, and nothing more is read for somebody whose role
 * was taken meanwhile, however slowly the file is fetched.
 */
export async function listDownload(args: SessionArgs, user: SessionUser, input: Download): Promise<Response> {
  const { db, now } = servicesOf(args.context)
  await asActor(db, actorOf(user), tx =>
    writeAudit(tx, { action: 'list_exported', entity: 'list', entity_id: input.list, after: describe(input.query) }),
  )
  return csvDownload(`${input.list}-${dayOf(now())}.csv`, input.header, whileAdmin(db, user.id, input.batches))
}

/** Without the words of the search, which may be somebody's name, and without the place in the list. */
function describe({ search, only, ...query }: Download['query']): Record<string, unknown> {
  const { sort, size, after, before, at, now, ...filters } = query
  return { ...filters, searched: search !== '', ...(only && { rows: only.length }) }
}

/** The batches, as long as who fetches them administers the shop. @throws when the role is gone: the file then ends as a failure */
export async function* whileAdmin(
  db: Services['db'],
  userId: string,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const profile = await asActor(db, { kind: 'admin', userId }, tx =>
      tx.selectFrom('profiles').select(['role', 'deleted_at']).where('id', '=', userId).executeTakeFirst(),
    )
    if (profile?.role !== 'admin' || profile.deleted_at !== null) throw new Error('The role was taken meanwhile')
    yield batch
  }
}
