import type { Pool } from 'pg'

/** The logins on the embedded server with the role of each: for requests of people, and for the shop's own work. */
const LOGINS = { people: ['alhena_web', 'alhena_app'], shop: ['alhena_shop', 'alhena_system'] } as const

/** The embedded server's address for a login, from its owner's; the password, where there is one, is the same. */
const addressFor = (ownerAddress: string, [login]: readonly [string, string]): string =>
  ownerAddress.replace(/^(postgresql:\/\/)[^:@/]+(?=[:@])/, `$1${login}`)

/** The addresses of both logins. */
export const appLoginAddresses = (ownerAddress: string): { people: string; shop: string } => ({
  people: addressFor(ownerAddress, LOGINS.people),
  shop: addressFor(ownerAddress, LOGINS.shop),
})

/** The password in an address of the loopback interface; one of a socket has none. */
const passwordIn = (address: string): string | undefined => /^postgresql:\/\/[^:@/]+:([^@]+)@/.exec(address)?.[1]

/** One lock for every process that starts on this server; the number only has to stay the same. */
const LOGIN_LOCK = 7_426_513

/**
 * Creates the logins of the application's pools, each of which may take one role and nothing else: the owner's login could switch back
 * to a superuser's rights, and that of people's requests could switch to the shop's.
 */
export async function ensureAppLogins(ownerPool: Pool, ownerAddress: string): Promise<void> {
  const password = passwordIn(ownerAddress)
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK])
    for (const [login, role] of Object.values(LOGINS)) {
      const { rows } = await client.query('select from pg_roles where rolname = $1', [login])
      if (rows.length === 0) await client.query(`create role ${login} login noinherit`)
      await client.query(`alter role ${login} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
      await client.query(`grant ${role} to ${login}`)
      if (password !== undefined) {
        await client.query(`alter role ${login} password ${client.escapeLiteral(password)}`)
      }
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
