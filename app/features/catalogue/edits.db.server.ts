import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/database/schema.ts'
import type { LoggedEdit } from './merge-edits.ts'

const texts = z.record(z.string(), z.string())
const logged = z.object({ before: texts, after: z.object({ version: z.int() }) })

/** The edits of a product or a category since a version, from the audit log, the oldest first, with who made them. */
export async function editsSince(
  tx: Transaction<DB>,
  of: { entity: 'assessment' | 'category'; id: string; version: number },
): Promise<LoggedEdit[]> {
  const rows = await tx
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as author', 'author.id', 'entry.actor_user_id')
    .select(['entry.at', 'entry.before', 'entry.after', 'author.first_name', 'author.last_name', 'author.email'])
    .where('entry.entity', '=', of.entity)
    .where('entry.entity_id', '=', of.id)
    .where(sql<boolean>`(entry.after ->> 'version')::integer > ${of.version}`)
    .orderBy('entry.id')
    .execute()
  return rows.flatMap(row => {
    const parsed = logged.safeParse({ before: row.before ?? {}, after: row.after })
    if (!parsed.success) return []
    const by = [row.first_name, row.last_name].filter(Boolean).join(' ') || (row.email ?? 'Otra persona')
    return [{ version: parsed.data.after.version, before: parsed.data.before, by, at: row.at }]
  })
}
