import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeBackupFile } from './backup-file.server.ts'
import { END_OF_ROWS, type EndLine, type Header, type RowsLine, rowTally, type SchemaStep } from './backup-format.ts'
import { sequencesOf, type Table, tablesInOrder } from './catalog.server.ts'
import { inTransaction } from './session.server.ts'

/** Bytes that are handed to the compression at once. */
const BLOCK = 256 * 1024

export type BackupSummary = { path: string; tables: number; rows: number; bytes: number }

/** The name of a backup: its moment, which sorts as time goes, and what opens it (`zst`, `age`). */
export const backupName = (now: Date, isSealed: boolean): string =>
  `alhena-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zst${isSealed ? '.age' : ''}`

/**
 * Writes every table of one moment to a file, while the shop works on.
 * @param address the database, as its owner.
 * @param key encrypts the file: at least 32 characters.
 * @throws BackupError when the file can't be written.
 */
export async function writeBackup(options: {
  address: string
  path: string
  key: string | undefined
  now: Date
}): Promise<BackupSummary> {
  const { address, path, key, now } = options
  return inTransaction(address, 'begin isolation level repeatable read read only', async client => {
    const total = { tables: 0, rows: 0 }
    const bytes = await writeBackupFile(path, key, inBlocks(dump(client, now, total)))
    return { path, ...total, bytes }
  })
}

async function* dump(client: Client, now: Date, total: { tables: number; rows: number }): AsyncGenerator<Buffer> {
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
    const { blocks, counted } = readTable(client, table)
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

/** A table's rows as COPY writes them; `counted` is known once they are read. */
export function readTable(client: Client, table: Table): { blocks: AsyncGenerator<Buffer>; counted: () => RowsLine } {
  const tally = rowTally()
  async function* blocks() {
    for await (const block of client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))) {
      tally.add(block)
      yield block as Buffer
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
