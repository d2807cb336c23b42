import { sql, type Transaction } from 'kysely'
import { entryKey, entryPosition, type ListedEntry } from '#app/features/audit/audit.ts'
import { changeWords } from '#app/features/audit/audit-changes.ts'
import { findEntityNames, ownName } from '#app/features/audit/entity-names.server.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { LIST_END } from '#app/platform/database/page-cursor.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { auditList } from './audit-list.tsx'

/** A subquery among the columns, so that only the page's rows need the owner's lookup. */
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

/** Names of what entries are about; none where the account was deleted. */
async function findNames(tx: Transaction<DB>, rows: readonly Row[]) {
  const kept = rows.filter(row => !row.is_removed)
  const nameOf = await findEntityNames(tx, kept)
  return (row: Row) => (row.is_removed ? undefined : (nameOf(row) ?? ownName(row.after) ?? ownName(row.before)))
}

export type AuditQuery = Parameters<typeof auditRows.page>[1]

export const auditRows = listQuery(auditList, {
  keyset: ({ after, before, only, ...query }) =>
    keyset('audit_log', {
      ...query,
      after: entryPosition(after),
      before: before === LIST_END ? before : entryPosition(before),
      only: only?.flatMap(key => entryPosition(key) ?? []),
    }),
  period: 'audit_log.at',
  where: {
    action: action => sql`audit_log.action = ${action}`,
    entity: entity => sql`audit_log.entity = ${entity}`,
    actor: actor => sql`audit_log.actor_user_id = ${actor}`,
  },
  search: {
    id: 'audit_log.id',
    find: ({ search, action, entity, actor, from, until }, { descending, cursor, max }) =>
      sql`private.find_audit(${search}, ${action ?? null}, ${entity ?? null}, ${actor ?? null}::uuid,
        ${from ?? null}, ${until ?? null}, ${descending}, ${cursor}::bigint, ${max})`,
  },
  counted: sql`audit_log`,
  rows: async (tx, page) => {
    const rows = await entries(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute()
    const nameOf = await findNames(tx, rows)
    return rows.map(row => ({
      ...toListed(row),
      about: nameOf(row),
      changed: changeWords(row.entity, row.before, row.after),
    }))
  },
})

/** One entry by its number. */
export async function findEntry(tx: Transaction<DB>, number: number) {
  const row = await entries(tx).where('audit_log.id', '=', number).executeTakeFirst()
  return row && { ...toListed(row), about: (await findNames(tx, [row]))(row) }
}

/** Staff members in the filter, more than there have ever been. */
const MAX_STAFF = 200

/** Options of the filters: the actions and entities of the log, and the staff members. */
export async function auditChoices(tx: Transaction<DB>, actor: string | undefined) {
  const facets = sql<{ facet: string; value: string }>`select facet, value from private.audit_facets()`.execute(tx)
  const staff = tx
    .selectFrom('profiles')
    .select(['id', 'first_name', 'last_name', 'email', 'deleted_at'])
    .where(({ eb, or }) => or([eb('role', '=', 'admin'), ...(actor === undefined ? [] : [eb('id', '=', actor)])]))
    .orderBy('first_name')
    .limit(MAX_STAFF)
    .execute()
  const [{ rows }, people] = await Promise.all([facets, staff])
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
