import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { serviceAccount } from './postgres15.ts'

type Served = { folder: string; port: number; address: string; poolSize: number }

/** The operator's configuration, with other addresses and without passwords. */
async function configurationFor({ folder, port, address, poolSize }: Served): Promise<string> {
  const recipe = await readFile('deploy/pgbouncer/pgbouncer.ini', 'utf8')
  const { user, host, port: serverPort, database } = new Client({ connectionString: address })
  const logins = [user, `${user}_web`, `${user}_shop`].map(login => `"${login}" ""\n`)
  await writeFile(join(folder, 'userlist.txt'), logins.join(''))
  const changed = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: join(folder, 'userlist.txt'),
    default_pool_size: String(poolSize),
  }
  let text = recipe.replace(
    /^alhena = host=\S+ port=\S+ dbname=\S+/m,
    `${database} = host=${host} port=${serverPort} dbname=${database}`,
  )
  for (const [name, value] of Object.entries(changed))
    text = text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`)
  // No socket, whose folder belongs to the machine's own pooler.
  return `${text}unix_socket_dir =\n`
}

/** Runs PgBouncer in front of a database until the test is over. @returns the database's address through it. */
export async function startPgbouncer(program: string, served: Served): Promise<string> {
  const { folder, port, address } = served
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, await configurationFor(served))
  // It refuses to run as root.
  const account = process.geteuid?.() === 0 ? serviceAccount() : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'], ...account })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  const { user, database } = new Client({ connectionString: address })
  const pooled = `postgresql://${user}@127.0.0.1:${port}/${database}`
  await expect.poll(async () => (await answers(pooled)) || printed, { timeout: 20_000 }).toBe(true)
  return pooled
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
