import type { Pool } from 'pg'

/** The login that the shop works under on its own embedded server. */
const APP_LOGIN = 'alhena_web'

/** The embedded server's address for that login, from its owner's; the password, where there is one, is the same. */
export const appLoginAddress = (ownerAddress: string): string =>
  ownerAddress.replace(/^(postgresql:\/\/)[^:@/]+(?=[:@])/, `$1${APP_LOGIN}`)

/** The password in an address of the loopback interface; one of a socket has none. */
const passwordIn = (address: string): string | undefined => /^postgresql:\/\/[^:@/]+:([^@]+)@/.exec(address)?.[1]

/** One lock for every process that starts on this server; the number only has to stay the same. */
const LOGIN_LOCK = 7_426_513

/**
 * Creates the login of the application's pool, which may take the role `alhena_app` and nothing else. The owner's login
 * could switch back from that role to a superuser's rights.
 */
export async function ensureAppLogin(ownerPool: Pool, ownerAddress: string): Promise<void> {
  const password = passwordIn(ownerAddress)
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK])
    const { rows } = await client.query('select from pg_roles where rolname = $1', [APP_LOGIN])
    if (rows.length === 0) await client.query(`create role ${APP_LOGIN} login noinherit`)
    await client.query(`alter role ${APP_LOGIN} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
    await client.query(`grant alhena_app to ${APP_LOGIN}`)
    if (password !== undefined) {
      await client.query(`alter role ${APP_LOGIN} password ${client.escapeLiteral(password)}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
