import type { PoolClient } from 'pg'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import type { Auth } from '#app/platform/auth/auth.server.ts'

type DemoAccount = Pick<SessionUser, 'email' | 'first_name' | 'last_name' | 'company' | 'phone'> & {
  password: string
}

/**
 * Creates an account with a confirmed e-mail. The confirmation mail would have no reader.
 * @throws when the e-mail is taken.
 */
export async function makeDemoAccount(
  client: PoolClient,
  auth: Auth,
  { password, ...person }: DemoAccount,
): Promise<SessionUser> {
  const { password: hashing } = await auth.$context
  const { rows } = await client.query<Pick<SessionUser, 'id' | 'role' | 'created_at'>>(
    `with made as (
       insert into profiles (email, first_name, last_name, company, phone, email_verified)
       values ($1, $2, $3, $4, $5, true) returning id, role, created_at),
     login as (
       insert into auth.accounts (account_id, provider_id, user_id, password)
       select id::text, 'credential', id, $6 from made)
     select id, role, created_at from made`,
    [person.email, person.first_name, person.last_name, person.company, person.phone, await hashing.hash(password)],
  )
  const [made] = rows
  if (!made) throw new Error('No account was made')
  return { ...person, ...made, staff_scope: null }
}
