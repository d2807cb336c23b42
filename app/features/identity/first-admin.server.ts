import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { normalizeEmail } from './identity.ts'

type Credentials = { email: string; password: string }
type Deps = { auth: Auth; ownerPool: Pool; log: Log }

const DEMO_EMAIL = 'admin@alhena.demo'

/**
 * Makes the first administrator where there is none (decision 28): with the operator's e-mail and password or, in the demo, with
 * generated ones. Servers that start together make one.
 * @returns the generated e-mail and password, to be shown once; undefined when nothing was generated.
 */
export async function ensureFirstAdmin(
  { auth, ownerPool, log }: Deps,
  given: Credentials | undefined,
  demo: boolean,
): Promise<Credentials | undefined> {
  const generated = demo && !given ? { email: DEMO_EMAIL, password: randomBytes(9).toString('base64url') } : undefined
  const admin = given ?? generated
  if (!admin) return undefined
  const email = normalizeEmail(admin.email)
  const { password } = await auth.$context
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('identity.first_admin'))")
    const existing = await client.query("select from profiles where role = 'admin'")
    if (existing.rowCount) {
      await client.query('rollback')
      return undefined
    }
    const hash = await password.hash(admin.password)
    // An account of that e-mail may exist already: it becomes the administrator, with the operator's password.
    const profile = await client.query<{ id: string }>(
      `insert into profiles (id, email, first_name, email_verified, role) values ($1, $2, 'Administración', true, 'admin')
       on conflict (email) do update set role = 'admin', email_verified = true returning id`,
      [randomUUID(), email],
    )
    const id = profile.rows[0]?.id
    await client.query('delete from auth.sessions where user_id = $1', [id])
    await client.query("delete from auth.accounts where user_id = $1 and provider_id = 'credential'", [id])
    await client.query(
      "insert into auth.accounts (account_id, provider_id, user_id, password) values ($1::text, 'credential', $1::uuid, $2)",
      [id, hash],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  log.info('first_admin_made', { email })
  return generated
}
