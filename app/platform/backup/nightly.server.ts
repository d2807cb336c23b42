import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { DAY_MS, dayOf, startOfDay } from '#app/kernel/dates.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { isUnfinished } from './backup-file.server.ts'
import { restoreBackup } from './restore-backup.server.ts'
import { type BackupSummary, backupName, writeBackup } from './write-backup.server.ts'

/** Backups are of the night: three hours after its midnight in Santiago few people buy. */
const NIGHT_MS = 3 * 3_600_000
/** One lock for every worker of a shop; the number only has to stay the same. */
const BACKUP_LOCK = 7_426_515
/** What PostgreSQL says to a login that may not create a database. */
const NOT_PERMITTED = '42501'

const NAME = /^alhena-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zst(\.age)?/

export type NightlyBackup = {
  ownerPool: Pool
  /** The database, as its owner. */
  address: string
  /** Where the files go. */
  directory: string
  key: string | undefined
  /** Where files are that are in no row. */
  objects: ObjectStore | undefined
  /** How many of them are kept. */
  keep: number
  /** Contains the release's `schema/` and `migrations/`. */
  migrations: string
  log: Log
}

/**
 * Makes the backup of the last night unless there is one, restores it into a database made for that, and deletes what is more than
 * enough. Several workers make one.
 * @returns how many it made.
 * @throws BackupError, and what PostgreSQL says, when it failed: `private.backups` keeps why.
 */
export async function makeDueBackup(backup: NightlyBackup, now: Date): Promise<number> {
  const client = await backup.ownerPool.connect()
  try {
    const lock = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK])
    if (!lock.rows[0]?.free) return 0
    try {
      const { rows } = await client.query<{ made: Date | null }>('select private.last_backup_at() as made')
      if (!isDue(rows[0]?.made ?? null, now)) return 0
      await makeBackup(backup, now)
      return 1
    } finally {
      await client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK])
    }
  } finally {
    client.release()
  }
}

/** @param made the moment of the last backup. */
export function isDue(made: Date | null, now: Date): boolean {
  const night = startOfDay(dayOf(new Date(now.getTime() - NIGHT_MS))).getTime() + NIGHT_MS
  return made === null || made.getTime() < night
}

async function makeBackup(backup: NightlyBackup, now: Date): Promise<void> {
  const { address, directory, key, objects, log } = backup
  const file = backupName(now, key !== undefined)
  const path = join(directory, file)
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  let made: BackupSummary | undefined
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removeUnfinished(directory, now)
    made = await writeBackup({ address, path, key, objects, now })
    if (made.lost.length > 0) log.error('backup_without_files', { file, keys: made.lost.slice(0, 20) })
    const isVerified = await verify(backup, path)
    await record(backup, now, { file, made, isVerified, seconds: seconds() })
    log.info('backup_made', { file, rows: made.rows, bytes: made.bytes, verified: isVerified })
    await removeOld(directory, backup.keep)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    log.error('backup_failed', { file, ...describeError(error) })
    await record(backup, now, { file: made && file, made, isVerified: false, problem, seconds: seconds() })
    throw error
  }
}

type Outcome = {
  file: string | undefined
  made: BackupSummary | undefined
  isVerified: boolean
  problem?: string
  seconds: number
}

async function record({ ownerPool, key }: NightlyBackup, now: Date, outcome: Outcome): Promise<void> {
  const { file, made, isVerified, problem, seconds } = outcome
  await ownerPool.query(
    `insert into private.backups (started_at, finished_at, file, row_count, byte_count, is_encrypted, is_verified, problem)
     values ($1::timestamptz, $1::timestamptz + make_interval(secs => $2), $3, $4, $5, $6, $7, $8)`,
    [now, seconds, file, made?.rows, made?.bytes, key !== undefined, isVerified, problem],
  )
}

/**
 * Restores a backup into a database of its own on the same server, which is dropped afterwards.
 * @returns false where the login may not create one.
 * @throws BackupError when it can't be restored.
 */
async function verify({ address, key, migrations }: NightlyBackup, path: string): Promise<boolean> {
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select 'alhena_check_' || oid as name from pg_database where datname = current_database()",
    )
    const name = rows[0]?.name ?? ''
    try {
      // That of a worker that was killed.
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} template template0`)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === NOT_PERMITTED) return false
      throw error
    }
    try {
      await restoreBackup({ address: addressOf(address, name), path, key, directory: migrations })
      return true
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function removeOld(directory: string, keep: number): Promise<void> {
  const names = (await readdir(directory)).filter(name => NAME.test(name) && !isUnfinished(name))
  const old = names.toSorted().toReversed().slice(keep)
  await Promise.all(old.map(name => rm(join(directory, name), { force: true })))
}

/** Of workers that were killed; one of today may be a command's that still runs. */
async function removeUnfinished(directory: string, now: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!NAME.test(name) || !isUnfinished(name)) continue
    const { mtimeMs } = await stat(join(directory, name))
    if (mtimeMs < now.getTime() - DAY_MS) await rm(join(directory, name), { force: true })
  }
}
