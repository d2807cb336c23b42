import { isAbsolute, join, resolve } from 'node:path'
import { Client } from 'pg'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { backupName, writeBackup } from '#app/platform/backup/write-backup.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { runningAddress } from '#app/platform/embedded-postgres/running.server.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { readSettings, type Settings } from '#app/platform/env/settings.server.ts'
import { createS3Store } from '#app/platform/objects/s3-store.server.ts'
import { projectRoot } from './project-root.ts'

/** Writes a backup to the named file, or to a new one in BACKUP_DIR. A shop may run on the database meanwhile. */
export async function writeNamedBackup([file]: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, projectRoot)
  const { backup } = settings
  const now = new Date()
  const objects = settings.objectStore && createS3Store(settings.objectStore)
  const path = file ? named(file) : join(backup.directory ?? process.cwd(), backupName(now, backup.key !== undefined))
  await withDatabase(settings, async address => {
    const { tables, rows, bytes, lost } = await writeBackup({ address, path, key: backup.key, objects, now })
    console.log(`${path}: ${rows} rows of ${tables} tables, ${bytes} bytes${backup.key ? ', encrypted' : ''}`)
    if (lost.length > 0) console.log(`Without files that the bucket has lost: ${lost.join(', ')}`)
  })
}

/** Fills an empty database from the named backup. */
export async function restoreNamedBackup([file]: readonly string[]): Promise<void> {
  if (!file) throw new SettingsError('Name the backup: npm run restore alhena-2026-11-25T03-00-00Z.zst')
  const settings = readSettings(process.env, projectRoot)
  await withDatabase(settings, async address => {
    const directory = join(projectRoot, 'db')
    const { madeAt, tables, rows } = await restoreBackup({
      address,
      path: named(file),
      key: settings.backup.key,
      directory,
    })
    console.log(`Restored ${rows} rows of ${tables} tables, as of ${madeAt.toISOString()}`)
    console.log(
      `Start the shop with the secret key ${await keyOf(address)}: it is in no backup (docs/operations.md, "The secret key")`,
    )
  })
}

const named = (file: string): string => (isAbsolute(file) ? file : resolve(process.cwd(), file))

/** Works on the configured database; the embedded one may be in use by a shop, or is started for it. */
export async function withDatabase(settings: Settings, work: (address: string) => Promise<void>): Promise<void> {
  const address = settings.databaseSessionUrl ?? settings.databaseUrl ?? (await runningAddress(settings.dataDir))
  if (address) return work(address)
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir })
  try {
    await work(embedded.connectionString)
  } finally {
    await embedded.stop()
  }
}

/** The id of the key that sealed the shop's secrets. */
async function keyOf(address: string): Promise<string> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      "select distinct split_part(value, '.', 2) as id from private.secrets",
    )
    return rows.map(({ id }) => id).join(', ')
  } finally {
    await client.end()
  }
}
