import { pipeline } from 'node:stream/promises'
import { type Client, DatabaseError, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { surviving } from '#app/platform/database/database.server.ts'
import { migrate, releasedSchema } from '#app/platform/database/migrate.server.ts'
import { BackupError } from './backup-error.ts'
import { readBackupFile } from './backup-file.server.ts'
import {
  type BackupReader,
  headerLine,
  partLine,
  type RowsLine,
  readText,
  rowsLine,
  rowTally,
  type SchemaStep,
} from './backup-format.ts'
import { firstWithRows, tablesInOrder } from './catalog.server.ts'
import { inTransaction } from './session.server.ts'
import { verifyBackup } from './verify-backup.server.ts'
import { readTable } from './write-backup.server.ts'

/** What the schema itself writes; everything else that has a row has been used. */
const WRITTEN_BY_SCHEMA = ['public.schema_migrations', 'private.staff_permissions', 'private.staff_tables']

export type RestoreSummary = { madeAt: Date; tables: number; rows: number }

/**
 * Fills an empty database from a backup: everything, or nothing. It needs the rights of the database's owner and no more.
 * @param address the database, as its owner.
 * @param directory contains the release's `schema/` and `migrations/`.
 * @throws BackupError when the file is damaged, incomplete, encrypted with another key or of another schema, or the database was used.
 */
export async function restoreBackup(options: {
  address: string
  path: string
  key: string | undefined
  directory: string
}): Promise<RestoreSummary> {
  const { address, path, key, directory } = options
  // Read twice: nothing is done with a file before all of it is known to be whole.
  await verifyBackup(path, key)
  const file = readBackupFile(path, key)
  try {
    const text = readText(path, file)
    const header = await text.json(headerLine)
    if (!isSame(header.schema, await releasedSchema(directory))) {
      throw new BackupError(
        `${path}, of ${header.madeAt}, has another schema than this release: restore it with the release that made it`,
      )
    }
    await inTransaction(address, 'begin read only', async client => refuseUsed(client))
    await createSchema(address, directory)
    const total = await inTransaction(address, 'begin', client => load(client, path, text))
    await inTransaction(address, 'begin', client => client.query('analyze'))
    return { madeAt: new Date(header.madeAt), ...total }
  } finally {
    await file.return(undefined)
  }
}

function isSame(one: readonly SchemaStep[], other: readonly SchemaStep[]): boolean {
  const text = (steps: readonly SchemaStep[]) =>
    JSON.stringify(steps.map(({ name, digest }) => [name, digest]).toSorted())
  return text(one) === text(other)
}

async function createSchema(address: string, directory: string): Promise<void> {
  const pool = surviving(new Pool({ connectionString: address, max: 1 }))
  try {
    await migrate(pool, directory)
  } finally {
    await pool.end()
  }
}

async function refuseUsed(client: Client): Promise<void> {
  const names = (await tablesInOrder(client)).map(({ name }) => name)
  const isOther = names.length > 0 && !names.includes('public.schema_migrations')
  const used = isOther
    ? names[0]
    : await firstWithRows(
        client,
        names.filter(name => !WRITTEN_BY_SCHEMA.includes(name)),
      )
  if (used) throw new BackupError(`The database is not empty (${used}): restore into a new one, or another DATA_DIR`)
}

async function load(client: Client, path: string, text: BackupReader): Promise<{ tables: number; rows: number }> {
  const tables = new Map((await tablesInOrder(client)).map(table => [table.name, table]))
  const names = [...tables.keys()]
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  // A shop may have started on it meanwhile.
  await refuseUsed(client)
  // The rows are what the triggers made of them already; those of foreign keys are PostgreSQL's own and stay.
  await client.query(names.map(name => `alter table ${name} disable trigger user`).join('; '))
  await client.query(`truncate ${names.join(', ')}`)
  const total = { tables: 0, rows: 0 }
  let next = await text.json(partLine)
  while ('table' in next) {
    const table = tables.get(next.table)
    if (!table || table.columns.join() !== next.columns.join()) {
      throw new BackupError(`${path} has a table ${next.table} with other columns than this release`)
    }
    tables.delete(next.table)
    const { table: name } = next
    const found = await loadTable(client, table, text).catch((error: unknown) => {
      throw isAboutRows(error)
        ? new BackupError(`${path} is damaged: the rows of ${name} can't be stored`, { cause: error })
        : error
    })
    const expected = await text.json(rowsLine)
    const stored = await storedRows(client, table)
    if (!isEqual(found, expected))
      throw new BackupError(`${path} is damaged: the rows of ${name} are not those of its checksum`)
    if (!isEqual(stored, expected)) throw new Error(`${name} was stored with other rows than the backup's`)
    total.tables += 1
    total.rows += expected.rows
    next = await text.json(partLine)
  }
  await text.end(total)
  if (tables.size > 0) throw new BackupError(`${path} lacks the tables ${[...tables.keys()].join(', ')}`)
  for (const { name, value } of next.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, value])
  await client.query(names.map(name => `alter table ${name} enable trigger user`).join('; '))
  return total
}

async function loadTable(
  client: Client,
  { name, columns }: { name: string; columns: string[] },
  text: BackupReader,
): Promise<RowsLine> {
  const tally = rowTally()
  async function* counted() {
    for await (const block of text.rows()) {
      tally.add(block)
      yield block
    }
  }
  await pipeline(counted(), client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)))
  return tally.line()
}

/** Data exceptions and broken constraints, by their classes of SQLSTATE. */
const isAboutRows = (error: unknown): boolean => error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')

/** What PostgreSQL has made of the rows, read again in their order. */
async function storedRows(client: Client, table: { name: string; columns: string[] }): Promise<RowsLine> {
  const { blocks, counted } = readTable(client, table)
  for await (const _ of blocks);
  return counted()
}

const isEqual = (one: RowsLine, other: RowsLine): boolean => one.rows === other.rows && one.sha256 === other.sha256
