import { type SqlBool, sql, type Transaction } from 'kysely'
import { keyset, type Page } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AuditFilters, type AuditQuery, entryKey, entryPosition, type ListedEntry } from './audit-list.ts'

/** Among the columns, where it is asked for the rows of the page alone: it looks an owner up. */
const isRemoved = sql<boolean>`private.audit_of_deleted(audit_log.entity, audit_log.entity_id)`

/** Before and after as they may be shown: without texts where the account was deleted. */
const entries = (tx: Transaction<DB>) =>
  tx
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_user_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_kind',
      'audit_log.actor_user_id',
      'audit_log.action',
      'audit_log.entity',
      'audit_log.entity_id',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      'profiles.deleted_at',
    ])
    .select([
      isRemoved.as('is_removed'),
      sql<unknown>`case when ${isRemoved} then private.without_texts(audit_log.before) else audit_log.before end`.as(
        'before',
      ),
      sql<unknown>`case when ${isRemoved} then private.without_texts(audit_log.after) else audit_log.after end`.as(
        'after',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

const toListed = (row: Row): ListedEntry => ({
  id: entryKey(row.id),
  number: row.id,
  at: row.at,
  actor: {
    kind: row.actor_kind,
    id: row.actor_user_id,
    name: row.first_name === null ? null : [row.first_name, row.last_name].filter(Boolean).join(' '),
    email: row.deleted_at === null ? row.email : null,
  },
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  before: row.before,
  after: row.after,
  isRemoved: row.is_removed,
})

/** One page of the log. For administrators: row-level security shows anybody else nothing. */
export async function listAudit(tx: Transaction<DB>, query: AuditQuery): Promise<Page<ListedEntry>> {
  const page = keyset('audit_log', {
    ...query,
    after: entryPosition(query.after),
    before: entryPosition(query.before),
    only: query.only?.flatMap(key => entryPosition(key) ?? []),
  })
  const rows = await entries(tx).where(conditionsOf(query, page)).orderBy(page.orderBy).limit(page.limit).execute()
  return page.finish(rows.map(toListed))
}

function conditionsOf({ search, action, entity, actor, from, until }: AuditFilters, page: ReturnType<typeof keyset>) {
  if (search !== '') {
    const { descending, place, most } = page.search
    return sql<SqlBool>`audit_log.id = any(array(select private.find_audit(${search}, ${action ?? null}, ${entity ?? null}, ${actor ?? null}::uuid,
      ${from ?? null}, ${until ?? null}, ${descending}, ${place}::bigint, ${most})))`
  }
  const conditions = [page.where]
  if (action !== undefined) conditions.push(sql`audit_log.action = ${action}`)
  if (entity !== undefined) conditions.push(sql`audit_log.entity = ${entity}`)
  if (actor !== undefined) conditions.push(sql`audit_log.actor_user_id = ${actor}`)
  if (from !== undefined) conditions.push(sql`audit_log.at >= ${from}`)
  if (until !== undefined) conditions.push(sql`audit_log.at < ${until}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** One entry by its number. */
export async function findEntry(tx: Transaction<DB>, number: number): Promise<ListedEntry | undefined> {
  const row = await entries(tx).where('audit_log.id', '=', number).executeTakeFirst()
  return row && toListed(row)
}

/** Staff members in the filter, more than there have ever been. */
const MAX_STAFF = 200

/** Options of the filters: the actions and entities of the log, and the staff members. */
export async function auditChoices(tx: Transaction<DB>, actor: string | undefined) {
  const { rows } = await sql<{ facet: string; value: string }>`select facet, value from private.audit_facets()`.execute(
    tx,
  )
  const people = await tx
    .selectFrom('profiles')
    .select(['id', 'first_name', 'last_name', 'email', 'deleted_at'])
    .where(({ eb, or }) => or([eb('role', '=', 'admin'), ...(actor === undefined ? [] : [eb('id', '=', actor)])]))
    .orderBy('first_name')
    .limit(MAX_STAFF)
    .execute()
  return {
    actions: rows.filter(({ facet }) => facet === 'action').map(({ value }) => value),
    entities: rows.filter(({ facet }) => facet === 'entity').map(({ value }) => value),
    people: people.map(person => ({
      id: person.id,
      name: [person.first_name, person.last_name].filter(Boolean).join(' '),
      email: person.deleted_at === null ? person.email : null,
    })),
  }
}
