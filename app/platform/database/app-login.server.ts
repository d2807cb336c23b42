import { Client, type Pool, type PoolClient } from 'pg'
import { SettingsError } from '#app/platform/env/setting.ts'
import { APPLICATION_LIMITS } from './database.server.ts'

/** The endings of the application's own logins, after the owner's name, with the role of each: for requests of people, and for the shop's own work. */
const LOGINS = { people: ['_web', 'alhena_app'], shop: ['_shop', 'alhena_system'] } as const

const OWNER = /^(postgres(?:ql)?:\/\/)([^:@/]+)(?=[:@])/

/** A server's address for a login, from its owner's; the password, where there is one, is the same. */
const addressFor = (ownerAddress: string, [ending]: readonly [string, string]): string =>
  ownerAddress.replace(OWNER, `$1$2${ending}`)

/** The addresses of both logins. */
export const appLoginAddresses = (ownerAddress: string): { people: string; shop: string } => ({
  people: addressFor(ownerAddress, LOGINS.people),
  shop: addressFor(ownerAddress, LOGINS.shop),
})

const loginOf = (ownerAddress: string, [ending]: readonly [string, string]): string =>
  decodeURIComponent(OWNER.exec(ownerAddress)?.[2] ?? '') + ending

/** The password in an address over TCP; one of a socket has none. */
const passwordIn = (address: string): string | undefined => {
  const password = /^postgres(?:ql)?:\/\/[^:@/]+:([^@]+)@/.exec(address)?.[1]
  return password === undefined ? undefined : decodeURIComponent(password)
}

/** One lock for every process that starts on this server; the number only has to stay the same. */
const LOGIN_LOCK = 7_426_513

/**
 * Creates the logins of the application's pools, each of which may take one role and nothing else: the owner's login could switch back
 * to a superuser's rights, and that of people's requests could switch to the shop's.
 */
export const ensureAppLogins = (ownerPool: Pool, ownerAddress: string): Promise<void> =>
  inLock(ownerPool, async client => {
    const password = passwordIn(ownerAddress)
    for (const entry of Object.values(LOGINS)) {
      const login = await ensureLogin(client, loginOf(ownerAddress, entry), entry[1])
      if (password !== undefined) {
        await client.query(`alter role ${login} password ${client.escapeLiteral(password)}`)
      }
    }
  })

/**
 * The same for logins that come through a pooler, which takes neither role nor limits from the shop: their sessions begin with them, for
 * whoever opens one. A password is written only where it has to be, because poolers keep what PostgreSQL made of it.
 * @param ownerPool on the server itself.
 * @throws SettingsError when the owner may not create them.
 */
export async function ensurePooledLogins(ownerPool: Pool, ownerAddress: string): Promise<void> {
  const password = passwordIn(ownerAddress)
  try {
    await inLock(ownerPool, async client => {
      for (const entry of Object.values(LOGINS)) {
        const [, role] = entry
        const name = loginOf(ownerAddress, entry)
        const isUsable = await canLogIn(addressFor(ownerAddress, entry))
        if (isUsable && (await hasDefaults(client, name, role))) continue
        const login = await ensureLogin(client, name, role)
        for (const [setting, value] of Object.entries({ role, ...APPLICATION_LIMITS })) {
          await client.query(`alter role ${login} set ${setting} = ${client.escapeLiteral(String(value))}`)
        }
        if (password !== undefined && !isUsable) {
          await client.query(`alter role ${login} password ${client.escapeLiteral(password)}`)
        }
      }
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new SettingsError(
      `The user of DATABASE_SESSION_URL may not create the logins of the shop (${error.message}): docs/operations.md, "A pooler"`,
    )
  }
}

/** Creates a login that has no rights but its role. @returns its name as SQL writes it */
async function ensureLogin(client: PoolClient, name: string, role: string): Promise<string> {
  const login = client.escapeIdentifier(name)
  const { rows } = await client.query<{ powers: boolean }>(
    'select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as powers from pg_roles where rolname = $1',
    [name],
  )
  const [found] = rows
  if (!found) await client.query(`create role ${login} login noinherit`)
  if (found?.powers) {
    await client.query(`alter role ${login} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
  }
  await client.query(`grant ${role} to ${login}`)
  return login
}

/** Whether a login's sessions begin with a role and the limits of the application. */
async function hasDefaults(client: PoolClient, login: string, role: string): Promise<boolean> {
  const expected = Object.entries({ role, ...APPLICATION_LIMITS }).map(([name, value]) => `${name}=${value}`)
  const { rows } = await client.query<{ has: boolean }>(
    'select setconfig @> $2 as has from pg_db_role_setting where setdatabase = 0 and setrole = to_regrole(quote_ident($1))',
    [login, expected],
  )
  return rows[0]?.has ?? false
}

async function canLogIn(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * What a pooler changes unnoticed: with another role row-level security would not hold.
 * @throws SettingsError when a pool works under another role than its own.
 */
export async function requireRoles(pools: { people: Pool; shop: Pool }): Promise<void> {
  for (const [pool, [, role]] of [[pools.people, LOGINS.people] as const, [pools.shop, LOGINS.shop] as const]) {
    const { rows } = await pool.query<{ role: string }>('select current_user::text as role')
    if (rows[0]?.role === role) continue
    throw new SettingsError(
      `DATABASE_URL: the pooler's sessions work as ${rows[0]?.role}, not as ${role}: restart it, so that it opens new ones`,
    )
  }
}

async function inLock(ownerPool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK])
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
