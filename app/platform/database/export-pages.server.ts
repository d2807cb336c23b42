import type { Kysely, Transaction } from 'kysely'
import { type Actor, readAs } from './actor.server.ts'
import type { PackedRows } from './cells.server.ts'
import type { Page } from './keyset.server.ts'
import type { DB } from './schema.ts'

type NextPage = { size: number; before: undefined; after: string | undefined }

/**
 * All rows of a list as cells, page by page: every page is a transaction of its own, so no connection is held between two, however
 * slowly they are taken.
 * @param size rows that are in memory at once
 */
export async function* exportPages<Row>(
  db: Kysely<DB>,
  actor: Actor,
  size: number,
  read: (tx: Transaction<DB>, page: NextPage) => Promise<Pick<Page<Row>, 'rows' | 'next'>>,
  toCells: (row: Row) => readonly string[],
): AsyncGenerator<readonly (readonly string[])[]> {
  let after: string | undefined
  do {
    const cursor = { size, before: undefined, after }
    const page = await readAs(db, actor, tx => read(tx, cursor))
    yield page.rows.map(toCells)
    after = page.next
  } while (after !== undefined)
}

/**
 * The same of rows that the database has put together as one text each page.
 * @param read a page of as many rows as `limit` of its keyset, which are `size`
 */
export async function* exportPacked(
  db: Kysely<DB>,
  actor: Actor,
  size: number,
  read: (tx: Transaction<DB>, page: NextPage) => Promise<PackedRows | undefined>,
): AsyncGenerator<string> {
  let after: string | null = null
  do {
    const cursor: NextPage = { size: size - 1, before: undefined, after: after ?? undefined }
    const page: PackedRows | undefined = await readAs(db, actor, tx => read(tx, cursor))
    yield page?.packed ?? ''
    after = page?.count === size ? page.last : null
  } while (after !== null)
}
