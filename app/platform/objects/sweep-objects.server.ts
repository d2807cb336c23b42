import { type Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { DAY_MS } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { FILE_COLUMNS, type FileColumn } from './file-columns.ts'
import { mayRemoveObjects } from './object-lock.server.ts'
import type { ObjectStore } from './object-store.ts'

/** How many files are in rows, and how many in the object store. Asked as the database's owner. */
export async function countFiles(ownerPool: Pool): Promise<{ inside: number; outside: number }> {
  const each = Object.values(FILE_COLUMNS).map(
    ({ table, bytes, digest }) => `select count(${bytes}) as inside, count(${digest}) as outside from public.${table}`,
  )
  const { rows } = await ownerPool.query<{ inside: number; outside: number }>(
    `select sum(inside)::bigint as inside, sum(outside)::bigint as outside from (${each.join(' union all ')}) files`,
  )
  return rows[0] ?? { inside: 0, outside: 0 }
}

/** @throws SettingsError where files are in a bucket and none is configured. */
export async function requireStoreOfFiles(ownerPool: Pool, isConfigured: boolean): Promise<void> {
  if (isConfigured) return
  // At each start: the first such row is enough, and where there is none an index says so.
  const each = Object.values(FILE_COLUMNS).map(
    ({ table, digest }) => `exists (select from public.${table} where ${digest} is not null)`,
  )
  const { rows } = await ownerPool.query<{ some: boolean }>(`select ${each.join(' or ')} as some`)
  if (rows[0]?.some) {
    throw new SettingsError(
      `Files of this shop are in a bucket: set S3_BUCKET and the others, with which \`npm run storage to-database\` moves them back`,
    )
  }
}

/** Objects that are removed while moves wait. */
const BATCH = 50

/**
 * Removes objects that no row refers to and that are older than a day: of files that were replaced or moved back, and of workers that were
 * killed. Other keys than those of files are left alone, and while a file moves or a backup is made nothing is removed: the next night is.
 * @returns how many it removed.
 * @throws ObjectStoreError
 */
export async function sweepObjects(
  { db, objects }: { db: Kysely<DB>; objects: ObjectStore },
  now: Date,
): Promise<number> {
  const newest = now.getTime() - DAY_MS
  let removed = 0
  for (const prefix of new Set(Object.values(FILE_COLUMNS).map(column => column.prefix))) {
    for await (const page of objects.list(prefix)) {
      const old = page.filter(({ at }) => at.getTime() < newest).map(({ key }) => key)
      for (let from = 0; from < old.length; from += BATCH) {
        const done = await asActor(db, SYSTEM, tx => removeUnused(tx, objects, old.slice(from, from + BATCH)))
        if (done === undefined) return removed
        removed += done
      }
    }
  }
  return removed
}

async function removeUnused(
  tx: Transaction<DB>,
  objects: ObjectStore,
  keys: readonly string[],
): Promise<number | undefined> {
  if (!(await mayRemoveObjects(tx))) return undefined
  let removed = 0
  for (const column of Object.values(FILE_COLUMNS)) {
    const named = new Map(keys.flatMap(key => nameIn(column, key)).map(({ name, key }) => [name, key]))
    const used = await usedNames(tx, column, [...named.keys()])
    for (const [name, key] of named) {
      if (used.has(name)) continue
      await objects.remove(key)
      removed += 1
    }
  }
  return removed
}

/** The id or digest in a key of that column's files. */
function nameIn({ prefix, suffix }: FileColumn, key: string): { name: string; key: string }[] {
  const isOfColumn = key.startsWith(prefix) && key.endsWith(suffix)
  return isOfColumn ? [{ name: key.slice(prefix.length, -suffix.length), key }] : []
}

async function usedNames(tx: Transaction<DB>, column: FileColumn, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const name = sql.ref(column[column.keyedBy])
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from ${sql.table(column.table)} where ${name} = any(${names}) and ${sql.ref(column.digest)} is not null`.execute(
    tx,
  )
  return new Set(rows.map(row => row.name))
}
