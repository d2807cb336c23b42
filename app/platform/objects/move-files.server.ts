import { type Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { FILE_COLUMNS, type FileColumn, keyOf } from './file-columns.ts'
import { lockObjects } from './object-lock.server.ts'
import type { ObjectStore } from './object-store.ts'
import { readObject, sha256Of } from './read-file.server.ts'

/**
 * Moves the bytes of one file from its row to the store. They are emptied in the row once the store has kept them, and only if they are
 * still the same; a killed worker leaves at most an object that nobody refers to, which the sweep removes.
 * @returns how many files it moved: 0 once all are outside.
 * @throws ObjectStoreError
 */
export async function moveOut({ db, objects }: { db: Kysely<DB>; objects: ObjectStore }): Promise<number> {
  for (const column of Object.values(FILE_COLUMNS)) {
    if (await asActor(db, SYSTEM, tx => moveOne(tx, objects, column))) return 1
  }
  return 0
}

async function moveOne(tx: Transaction<DB>, objects: ObjectStore, column: FileColumn): Promise<boolean> {
  const [table, id, bytes, digest] = names(column)
  await lockObjects(tx)
  const found = await sql<{ id: string; bytes: Buffer }>`
    select ${id}::text as id, ${bytes} as bytes from ${table} where ${bytes} is not null order by ${table}.${id} limit 1`.execute(
    tx,
  )
  const row = found.rows[0]
  if (!row) return false
  const of = { id: row.id, digest: sha256Of(row.bytes) }
  await objects.put(keyOf(column, of), row.bytes, column.type)
  await sql`update ${table} set ${bytes} = null, ${digest} = ${of.digest}
    where ${id} = ${of.id} and ${bytes} is not null and encode(sha256(${bytes}), 'hex') = ${of.digest}`.execute(tx)
  return true
}

/**
 * Moves every file back from the store to its row; the objects stay until the sweep. A worker that uses the bucket would move them out
 * again, so none may run.
 * @returns how many files it moved, and those that the store has lost, which stay as they were.
 * @throws ObjectStoreError
 */
export async function moveAllIn({
  db,
  objects,
}: {
  db: Kysely<DB>
  objects: ObjectStore
}): Promise<{ moved: number; lost: LostFile[] }> {
  const lost: LostFile[] = []
  let moved = 0
  for (const column of Object.values(FILE_COLUMNS)) {
    let after: string | null = null
    for (;;) {
      const found: MovedIn | undefined = await asActor(db, SYSTEM, tx => moveNextIn(tx, objects, column, after))
      if (!found) break
      if (found.isLost) lost.push({ column, id: found.id, key: found.key })
      else moved += 1
      after = found.id
    }
  }
  return { moved, lost }
}

export type LostFile = { column: FileColumn; id: string; key: string }

type MovedIn = { id: string; key: string; isLost: boolean }

async function moveNextIn(
  tx: Transaction<DB>,
  objects: ObjectStore,
  column: FileColumn,
  after: string | null,
): Promise<MovedIn | undefined> {
  const [table, id, bytes, digest] = names(column)
  await lockObjects(tx)
  const found = await sql<{ id: string; digest: string }>`
    select ${id}::text as id, ${digest} as digest from ${table}
    where ${digest} is not null ${after === null ? sql`` : sql`and ${id} > ${after}`} order by ${table}.${id} limit 1`.execute(
    tx,
  )
  const row = found.rows[0]
  if (!row) return undefined
  const key = keyOf(column, row)
  const kept = await readObject(objects, { key, digest: row.digest })
  if (!kept) return { id: row.id, key, isLost: true }
  await sql`update ${table} set ${bytes} = ${kept}, ${digest} = null
    where ${id} = ${row.id} and ${digest} = ${row.digest}`.execute(tx)
  return { id: row.id, key, isLost: false }
}

/** Makes rows forget files that the store has lost, as the database's owner: documents can be attached again, pictures selected anew. */
export async function forgetLost(ownerPool: Pool, lost: readonly LostFile[]): Promise<void> {
  for (const { column, id } of lost) await ownerPool.query(column.forget, [id])
}

const names = ({ table, id, bytes, digest }: FileColumn) =>
  [sql.table(table), sql.ref(id), sql.ref(bytes), sql.ref(digest)] as const
