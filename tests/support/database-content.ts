import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { addressOf } from '#app/platform/database/database-address.ts'

/** Works on a connection of its own. */
export async function onConnection<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it, on the same server. */
export async function createEmptyDatabase(server: string): Promise<{ address: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onConnection(server, client => client.query(`create database ${name} template template0`))
  return {
    address: addressOf(server, name),
    drop: () => dropDatabase(server, name),
  }
}

/**
 * Drops a database. A pool's end does not wait for its sessions, and PostgreSQL waits some seconds for them; what is ended by force reports it
 * to a client that nobody listens to any more, which fails a test.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await onConnection(server, client =>
    client.query(`drop database ${name}`).catch(() => client.query(`drop database ${name} with (force)`)),
  )
}

/** Jobs are sent again by the next start. */
const OURS = "nspname not in ('information_schema', 'pgboss') and nspname !~ '^pg_'"

/**
 * What a database holds, independently of how backups read it: of each table the number of rows and a hash of all their values, generated
 * ones too; where sequences are; which triggers are on.
 */
export function contentOf(address: string): Promise<Record<string, string>> {
  return onConnection(address, async client => {
    await client.query("set timezone = 'UTC'")
    const found: Record<string, string> = {}
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and ${OURS} order by 1`,
    )
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ content: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as content from ${name} t`,
      )
      found[name] = rows[0]?.content ?? ''
    }
    const others = await client.query<{ name: string; content: string }>(
      `select 'sequence ' || schemaname || '.' || sequencename as name, coalesce(last_value::text, 'unused') as content from pg_sequences where schemaname <> 'pgboss'
       union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ '^pgboss'`,
    )
    for (const { name, content } of others.rows) found[name] = content
    return found
  })
}
