import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'

/** One lock for every process that starts on this database; the number is arbitrary and only has to stay the same. */
const MIGRATION_LOCK = 7_426_514

export class MigrationError extends Error {}

type Applied = { name: string; digest: string }

/**
 * Brings the database to the newest migration, forward only. Each file runs in its own transaction under a lock, so that
 * servers that start together wait for each other.
 * @returns the names of the migrations that were applied now.
 * @throws MigrationError when a migration that was applied has another text today, or the database knows one that this release lacks.
 */
export async function migrate(pool: Pool, directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('set client_min_messages = warning')
    await client.query(
      'create table if not exists public.schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map(
      (await client.query<Applied>('select name, digest from public.schema_migrations')).rows.map(row => [
        row.name,
        row.digest,
      ]),
    )
    const unknown = [...applied.keys()].find(name => !names.includes(name))
    if (unknown) throw new MigrationError(`The database has migration ${unknown}, which this release does not know`)
    const pending: string[] = []
    for (const name of names) {
      const text = await readFile(join(directory, name), 'utf8')
      const digest = createHash('sha256').update(text).digest('hex')
      const known = applied.get(name)
      if (known === digest) continue
      if (known) throw new MigrationError(`Migration ${name} was applied with another text; add a new one instead`)
      await apply(client, name, digest, text)
      pending.push(name)
    }
    return pending
  } finally {
    // Ends the session, and with it the lock, also when the connection is in a state that no query would get through.
    client.release(true)
  }
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
