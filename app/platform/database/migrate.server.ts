import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { renewSpanishOrder } from './spanish-order.server.ts'

/** One lock for every process that starts on this database; the number is arbitrary and only has to stay the same. */
const MIGRATION_LOCK = 7_426_514

/**
 * Milliseconds that a statement of a migration waits for a lock: whatever comes after it, sales among it, waits behind
 * it. Then it lets everybody pass, and the migration is tried again.
 */
const LOCK_TIMEOUT_MS = 2_000
const PAUSE_MS = 3_000
const TRIES = 30

export class MigrationError extends Error {}

type Applied = { name: string; digest: string; needs: string | null }

/** What `schema_migrations` calls the files of `schema/`, which are applied together. */
const BASELINE = 'baseline'

/** `needs` is the migration that a release has to know to run beside this one; null: every release may. */
type Step = { name: string; text: string; needs: string | null }

type Patience = { lockTimeoutMs: number; pauseMs: number; tries: number }

/**
 * Migrates the database to the newest schema, forward only: an empty one gets the baseline, then the migrations in the
 * order of their names. Each runs in its own transaction under a lock, so that servers started together wait for each
 * other. A newer database is left as it is where its migrations allow this release to run beside them.
 * @param directory contains `schema/` and `migrations/`.
 * @returns the names of the applied steps.
 * @throws MigrationError when an applied step has changed, the database has one that excludes this release, or locks
 * could not be had.
 */
export async function migrate(
  pool: Pool,
  directory: string,
  patience: Patience = { lockTimeoutMs: LOCK_TIMEOUT_MS, pauseMs: PAUSE_MS, tries: TRIES },
): Promise<string[]> {
  const steps = await readSteps(directory)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`)
    await client.query('set client_min_messages = warning')
    await client.query(
      'create table if not exists public.schema_migrations (name text primary key, digest text not null, needs text, applied_at timestamptz not null default now())',
    )
    await client.query('alter table public.schema_migrations add column if not exists needs text')
    const { rows } = await client.query<Applied>('select name, digest, needs from public.schema_migrations')
    const pending = pendingSteps(steps, rows)
    for (const step of pending) await applyPatiently(client, step, patience)
    await client.query('set lock_timeout = 0')
    await renewSpanishOrder(client)
    return pending.map(({ name }) => name)
  } finally {
    // Ends the session, and with it the lock, also when the connection is in a state that no query would get through.
    client.release(true)
  }
}

/** The steps of this release, as `schema_migrations` has them once all are applied. */
export async function releasedSchema(directory: string): Promise<Pick<Applied, 'name' | 'digest'>[]> {
  return (await readSteps(directory)).map(({ name, text }) => ({ name, digest: digestOf(text) }))
}

async function readSteps(directory: string): Promise<Step[]> {
  const schema = await readSql(join(directory, 'schema'))
  return [
    // Functions may name what a later file creates.
    {
      name: BASELINE,
      text: ['set local check_function_bodies = off;', ...schema.map(({ text }) => text)].join('\n'),
      needs: null,
    },
    ...(await readSql(join(directory, 'migrations'))).map(file => ({ ...file, needs: neededBy(file) })),
  ]
}

function pendingSteps(steps: readonly Step[], rows: readonly Applied[]): Step[] {
  const applied = new Map(rows.map(row => [row.name, row.digest]))
  const baseline = steps.find(({ name }) => name === BASELINE)
  if (applied.size > 0 && (!baseline || applied.get(BASELINE) !== digestOf(baseline.text))) {
    throw new MigrationError(
      'The database was made by a version of Alhena before this schema and cannot be upgraded: use an empty database, or another DATA_DIR',
    )
  }
  const changed = steps.find(({ name, text }) => applied.has(name) && applied.get(name) !== digestOf(text))
  if (changed)
    throw new MigrationError(`Migration ${changed.name} was applied with another text; add a new one instead`)
  const pending = steps.filter(({ name }) => !applied.has(name))
  const isKnown = (sought: string) => steps.some(({ name }) => name === sought)
  const newer = rows.filter(({ name }) => !isKnown(name))
  const excluding = newer.find(({ needs }) => needs !== null && !isKnown(needs))
  if (excluding) {
    throw new MigrationError(
      `The database has migration ${excluding.name}, beside which only a release with ${excluding.needs} may run: start a newer one`,
    )
  }
  if (newer[0] && pending[0]) {
    throw new MigrationError(
      `The database has migration ${newer[0].name}, which this release does not know, and lacks its ${pending[0].name}`,
    )
  }
  return pending
}

/**
 * What the first line of a migration says: `-- expand`, or `-- contract: needs 0004_name.sql`.
 * @throws MigrationError when it says neither.
 */
function neededBy({ name, text }: { name: string; text: string }): string | null {
  const [, kind, needs] = /^-- (?:(expand)|contract: needs (\S+\.sql))\n/.exec(text) ?? []
  if (kind) return null
  if (needs !== undefined && needs < name) return needs
  throw new MigrationError(
    `Migration ${name} must begin with the line '-- expand' or '-- contract: needs <an earlier migration>' (db/migrations/README.md)`,
  )
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function readSql(directory: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async name => ({ name, text: await readFile(join(directory, name), 'utf8') })))
}

async function applyPatiently(client: PoolClient, step: Step, { tries, pauseMs }: Patience): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, step)
    } catch (error) {
      if (!isLockFailure(error)) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new MigrationError(`Migration ${step.name} failed: ${reason}`, { cause: error })
      }
      if (attempt === tries) {
        throw new MigrationError(
          `Migration ${step.name} could not lock its tables in ${tries} tries: start again when the transaction that uses them has ended`,
          { cause: error },
        )
      }
      await delay(pauseMs)
    }
  }
}

/** A lock that was not free in time, or a deadlock with somebody else's locks. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')

async function apply(client: PoolClient, { name, text, needs }: Step): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into public.schema_migrations (name, digest, needs) values ($1, $2, $3)', [
      name,
      digestOf(text),
      needs,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
