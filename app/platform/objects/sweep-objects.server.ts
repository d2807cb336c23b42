import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { FILE_COLUMNS, type FileColumn } from './file-columns.ts'
import { mayRemoveObjects } from './object-lock.server.ts'
import type { ObjectStore } from './object-store.ts'

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
