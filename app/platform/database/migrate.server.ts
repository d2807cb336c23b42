import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'

/** One lock for every process that starts on this database; the number is arbitrary and only has to stay the same. */
const MIGRATION_LOCK = 7_426_514

export class MigrationError extends Error {}

type Applied = { name: string; digest: string }

/** What `schema_migrations` calls the files of `schema/`, which are applied together. */
const BASELINE = 'baseline'

type Step = { name: string; text: string }

/**
 * Migrates the database to the newest schema, forward only: an empty one gets the baseline, then the migrations in the
 * order of their names. Each runs in its own transaction under a lock, so that servers started together wait for each
 * other.
 * @param directory contains `schema/` and `migrations/`.
 * @returns the names of the applied steps.
 * @throws MigrationError when an applied step has changed, or the database has one that this release lacks.
 */
export async function migrate(pool: Pool, directory: string): Promise<string[]> {
  const schema = await readSql(join(directory, 'schema'))
  const steps = [
    // Functions may name what a later file creates.
    { name: BASELINE, text: ['set local check_function_bodies = off;', ...schema.map(({ text }) => text)].join('\n') },
    ...(await readSql(join(directory, 'migrations'))),
  ]
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('set client_min_messages = warning')
    await client.query(
      'create table if not exists public.schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<Applied>('select name, digest from public.schema_migrations')
    const applied = new Map(rows.map(row => [row.name, row.digest]))
    const pending = pendingSteps(steps, applied)
    for (const { name, text } of pending) await apply(client, name, digestOf(text), text)
    return pending.map(({ name }) => name)
  } finally {
    // Ends the session, and with it the lock, also when the connection is in a state that no query would get through.
    client.release(true)
  }
}

function pendingSteps(steps: readonly Step[], applied: ReadonlyMap<string, string>): Step[] {
  const baseline = steps.find(({ name }) => name === BASELINE)
  if (applied.size > 0 && (!baseline || applied.get(BASELINE) !== digestOf(baseline.text))) {
    throw new MigrationError(
      'The database was made by a version of Alhena before this schema and cannot be upgraded: use an empty database, or another DATA_DIR',
    )
  }
  const unknown = [...applied.keys()].find(name => !steps.some(step => step.name === name))
  if (unknown) throw new MigrationError(`The database has migration ${unknown}, which this release does not know`)
  const changed = steps.find(({ name, text }) => applied.has(name) && applied.get(name) !== digestOf(text))
  if (changed)
    throw new MigrationError(`Migration ${changed.name} was applied with another text; add a new one instead`)
  return steps.filter(({ name }) => !applied.has(name))
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function readSql(directory: string): Promise<Step[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async name => ({ name, text: await readFile(join(directory, name), 'utf8') })))
}

async function apply(client: PoolClient, name: string, digest: string, text: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into public.schema_migrations (name, digest) values ($1, $2)', [name, digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
