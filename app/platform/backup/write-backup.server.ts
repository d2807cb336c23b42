import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { FILE_COLUMNS, keyOf } from '#app/platform/objects/file-columns.ts'
import { OBJECT_LOCK } from '#app/platform/objects/object-lock.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { readObject } from '#app/platform/objects/read-file.server.ts'
import { BackupError } from './backup-error.ts'
import { writeBackupFile } from './backup-file.server.ts'
import {
  END_OF_ROWS,
  type EndLine,
  type Header,
  type RowsLine,
  rowTally,
  type SchemaStep,
  wholeLines,
} from './backup-format.ts'
import { sequencesOf, type Table, tablesInOrder } from './catalog.server.ts'
import { inTransaction } from './session.server.ts'

const NULL = '\\N'
const LINE_END = 0x0a

/** Where a column of bytes, its digest and the id are in a line of COPY. */
type Fields = { id: number; bytes: number; digest: number; key: (of: { id: string; digest: string }) => string }

/**
 * A table's rows as COPY writes them, with the bytes of the object store where they would be if they were in the database: a backup is
 * whole without the store. A file that the store has lost stays there as far as the backup knows, and is told to `onLost`: it must not
 * keep the shop from having backups.
 * @throws BackupError when the store does not answer.
 */
async function* withFiles(
  rows: AsyncIterable<Buffer>,
  { name, columns }: Table,
  objects: ObjectStore | undefined,
  onLost: (key: string) => void,
): AsyncGenerator<Buffer> {
  const files = Object.values(FILE_COLUMNS)
    .filter(({ table }) => `public.${table}` === name)
    .map(
      (column): Fields => ({
        id: columns.indexOf(column.id),
        bytes: columns.indexOf(column.bytes),
        digest: columns.indexOf(column.digest),
        key: of => keyOf(column, of),
      }),
    )
  if (files.length === 0) {
    yield* rows
    return
  }
  for await (const block of wholeLines(rows)) {
    for (let at = 0; at < block.length; ) {
      const end = block.indexOf(LINE_END, at) + 1
      yield await withFilesOfRow(block.subarray(at, end), files, place => stored(objects, place, onLost))
      at = end
    }
  }
}

type Place = { key: string; digest: string }

async function withFilesOfRow(
  line: Buffer,
  files: readonly Fields[],
  read: (place: Place) => Promise<Buffer | undefined>,
): Promise<Buffer> {
  // COPY escapes tabs and ends of lines within values; ids, digests and bytes have none.
  const fields = line.toString('latin1').slice(0, -1).split('\t')
  let isChanged = false
  for (const { id, bytes, digest, key } of files) {
    const expected = fields[digest] ?? NULL
    if (expected === NULL) continue
    const found = await read({ key: key({ id: fields[id] ?? '', digest: expected }), digest: expected })
    if (!found) continue
    fields[bytes] = `\\\\x${found.toString('hex')}`
    fields[digest] = NULL
    isChanged = true
  }
  return isChanged ? Buffer.from(`${fields.join('\t')}\n`, 'latin1') : line
}

async function stored(
  objects: ObjectStore | undefined,
  place: Place,
  onLost: (key: string) => void,
): Promise<Buffer | undefined> {
  if (!objects) throw new BackupError('Files of this shop are in a bucket: set S3_BUCKET and the others')
  const bytes = await readObject(objects, place).catch(error => {
    throw new BackupError(error instanceof Error ? error.message : String(error), { cause: error })
  })
  if (!bytes) onLost(place.key)
  return bytes
}

/** Bytes that are handed to the compression at once. */
const BLOCK = 256 * 1024

export type BackupSummary = {
  path: string
  tables: number
  rows: number
  bytes: number
  /** Keys of files that the object store has lost, which no backup can contain. */
  lost: string[]
}

/** The name of a backup: its moment, which sorts as time goes, and what opens it (`zst`, `age`). */
export const backupName = (now: Date, isSealed: boolean): string =>
  `alhena-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zst${isSealed ? '.age' : ''}`

/**
 * Writes every table of one moment to a file, while the shop works on.
 * @param address the database, as its owner.
 * @param key encrypts the file: at least 32 characters.
 * @param objects where files are that are in no row: the backup contains them, and a restored database has them in its rows.
 * @throws BackupError when the file can't be written, or one of those files can't be read.
 */
export async function writeBackup(options: {
  address: string
  path: string
  key: string | undefined
  objects: ObjectStore | undefined
  now: Date
}): Promise<BackupSummary> {
  const { address, path, key, objects, now } = options
  return inTransaction(address, 'begin isolation level repeatable read read only', async client => {
    const total = { tables: 0, rows: 0 }
    const lost: string[] = []
    // What the rows refer to stays in the store until it is read.
    await client.query('select pg_advisory_xact_lock_shared($1)', [OBJECT_LOCK])
    const bytes = await writeBackupFile(path, key, inBlocks(dump(client, { objects, now, lost }, total)))
    return { path, ...total, bytes, lost }
  })
}

async function* dump(
  client: Client,
  { objects, now, lost }: { objects: ObjectStore | undefined; now: Date; lost: string[] },
  total: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const line = (value: object): Buffer => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    hash.update(text)
    return text
  }
  const tables = await tablesInOrder(client)
  const schema = await client.query<SchemaStep>(
    'select name, digest from public.schema_migrations order by applied_at, name',
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  const header: Header = {
    format: 'alhena-backup 1',
    madeAt: now.toISOString(),
    server: version.rows[0]?.server_version ?? '',
    schema: schema.rows,
  }
  yield line(header)
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns })
    const { blocks, counted } = readTable(client, table, rows => withFiles(rows, table, objects, key => lost.push(key)))
    yield* blocks
    yield END_OF_ROWS
    const rows = counted()
    yield line(rows)
    total.tables += 1
    total.rows += rows.rows
  }
  // After the rows: a number drawn meanwhile is skipped, none is given twice.
  yield line({ sequences: await sequencesOf(client) })
  const end: EndLine = { ...total, sha256: hash.digest('hex') }
  yield Buffer.from(`${JSON.stringify(end)}\n`)
}

/** A table's rows as COPY writes them, after `change`; `counted` is known once they are read. */
export function readTable(
  client: Client,
  table: Table,
  change = (rows: AsyncIterable<Buffer>): AsyncIterable<Buffer> => rows,
): { blocks: AsyncGenerator<Buffer>; counted: () => RowsLine } {
  const tally = rowTally()
  async function* blocks() {
    const rows = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))
    for await (const block of change(rows)) {
      tally.add(block)
      yield block
    }
  }
  return { blocks: blocks(), counted: tally.line }
}

/** Many small tables would otherwise be compressed line by line. */
async function* inBlocks(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const part of parts) {
    held.push(part)
    size += part.length
    if (size < BLOCK) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  yield Buffer.concat(held)
}
