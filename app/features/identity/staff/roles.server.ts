import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import { roleChangedMail } from '#app/features/identity/identity-mails.server.ts'
import { countOwnKeys, findReader } from '#app/features/identity/profile.server.ts'
import type { GivenRole } from '#app/features/identity/staff/given-role.ts'
import { foldEmail } from '#app/kernel/email.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'

type Refused = 'not_confirmed' | 'same' | 'last_admin' | 'not_found' | 'not_admin' | 'not_staff'

/** Why the database changes no role, by its answer. */
const REFUSED: Readonly<Record<Refused, Parameters<typeof refuse>>> = {
  // Nobody confirmed to sit before the session, or it was closed meanwhile.
  not_confirmed: [PASSWORD_MISSING, { field: 'password' }],
  same: ['Ya tiene ese rol', { field: 'role' }],
  last_admin: ['Es la única persona que administra la tienda. Nombra a otra antes de cambiar su rol.'],
  not_found: ['Esa cuenta ya no existe.'],
  not_staff: ['Para sumar a alguien al equipo, invítalo en Configuración, Equipo y sistema.', { field: 'role' }],
  // The administrator's own role was changed concurrently.
  not_admin: ['Ya no administras la tienda: otra persona cambió tu rol.'],
}

type Answer = 'changed' | 'unknown_role' | Refused

/**
 * Changes somebody's role, or the scope of somebody of the staff, after the administrator has confirmed to sit before the session. Nobody
 * joins the staff this way (`inviteStaff`). The person's open sessions have the new role from their next request on, because each reads the
 * profile; the person is notified by mail.
 * @returns how many valid API keys the person has created: they belong to the shop, and anybody who knows them can
 * still read. @throws Refusal
 */
export async function changeRole(
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; session: string; userId: string; role: GivenRole; now: Date },
): Promise<number> {
  const { actor, session, userId, role, now } = input
  return asActor(db, actor, async tx => {
    const { rows } = await sql<{ answer: Answer; role_before: GivenRole | null }>`
      select * from private.change_role(${userId}::uuid, ${role}, ${session}::uuid, ${now})`.execute(tx)
    const [{ answer, role_before } = { answer: 'not_found' as const, role_before: null }] = rows
    if (answer === 'unknown_role') throw new Error(`The database knows no role ${role}`)
    if (answer !== 'changed') refuse(...REFUSED[answer])
    await writeAudit(tx, {
      action: 'role_changed',
      entity: 'profiles',
      entity_id: userId,
      before: { role: role_before },
      after: { role },
    })
    await notifyOwner(tx, userId, { from: role_before ?? role, to: role, now })
    return countOwnKeys(tx, userId, now)
  })
}

async function notifyOwner(tx: Transaction<DB>, userId: string, change: { from: GivenRole; to: GivenRole; now: Date }) {
  const { email, first_name } = await findReader(tx, userId)
  await queueMail(tx, roleChangedMail({ recipient: email, firstName: first_name }, change))
}

type Credentials = { email: string; password: string }
type Deps = { auth: Auth; ownerPool: Pool; log: Log }

const DEMO_EMAIL = 'admin@alhena.demo'

/**
 * Creates the first administrator where there is none (spec D28): with the operator's e-mail and password or, in the
 * demo, with generated ones. Servers that start together create one.
 * @returns the generated e-mail and password, to be shown once; undefined when nothing was generated.
 */
export async function ensureFirstAdmin(
  { auth, ownerPool, log }: Deps,
  input: Credentials | undefined,
  demo: boolean,
): Promise<Credentials | undefined> {
  const generated = demo && !input ? { email: DEMO_EMAIL, password: randomBytes(9).toString('base64url') } : undefined
  const admin = input ?? generated
  if (!admin) return undefined
  const email = foldEmail(admin.email)
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
    // An existing account with that e-mail becomes the administrator, with the operator's password.
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
