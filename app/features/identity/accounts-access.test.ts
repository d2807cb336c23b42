import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'

// What the application's role can't do to other people's accounts, even with injected SQL.

let database: TestDatabase
let ana: string
let eva: string

beforeAll(async () => {
  database = await cloneDatabase(2)
  const { ownerPool } = database
  ana = (await createProfile(ownerPool)).id
  eva = (await createProfile(ownerPool, { email: 'eva@example.cl' })).id
  for (const id of [ana, eva]) {
    await ownerPool.query(
      "insert into auth.accounts (account_id, provider_id, user_id, password) values ($1::text, 'credential', $1::uuid, 'hash-of-' || $1::text)",
      [id],
    )
    await ownerPool.query(
      "insert into auth.sessions (user_id, token, expires_at) values ($1::uuid, 'token-of-' || $1::text, now() + interval '1 day')",
      [id],
    )
    await ownerPool.query(
      `insert into email_changes (user_id, old_email, new_email, confirm_hash, objection_hash, expires_at, objection_until)
       values ($1::uuid, 'a@example.cl', 'b@example.cl', encode(sha256(('c' || $1::text)::bytea), 'hex'), encode(sha256(('o' || $1::text)::bytea), 'hex'),
         now() + interval '1 day', now() + interval '1 day')`,
      [id],
    )
  }
})
afterAll(() => database.close())

/**
 * The result of a statement run as Ana with the application's role, or why the database refuses it. Always rolled back.
 */
async function asAna(statement: string): Promise<unknown> {
  const client = await database.ownerPool.connect()
  try {
    await client.query(
      `begin; set local role alhena_app; set local alhena.kind = 'user'; set local alhena.user_id = '${ana}'`,
    )
    const { rows } = await client.query(statement)
    return rows
  } catch (error) {
    return error instanceof DatabaseError ? error.message : String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a signed-in user', () => {
  it.each([
    'select password from auth.accounts',
    'select token from auth.sessions',
    'select subject from auth.sign_in_tries',
    'select confirm_hash from email_changes',
    'select objection_hash from email_changes',
    'select * from email_changes',
    "update email_changes set new_email = 'mia@example.cl'",
    'delete from email_changes',
    "insert into email_changes (user_id, new_email, expires_at) values (gen_random_uuid(), 'a@x.cl', now())",
    "update profiles set email = 'mia@example.cl'",
    'update profiles set deleted_at = null',
    'delete from profiles',
  ])('is refused: %s', async statement => expect(await asAna(statement)).toContain('permission denied'))

  it.each([
    () => `select private.settle_password_reset('${eva}')`,
    () => `select private.end_one_time_links('${eva}')`,
    () => `select private.move_own_accesses('${eva}', 'mia@example.cl')`,
  ])("can't run functions that act on a person by id: %s", async statement =>
    expect(await asAna(statement())).toContain('permission denied'),
  )

  it('sees only the own pending e-mail change', async () => {
    expect(await asAna('select user_id, new_email from email_changes')).toEqual([
      { user_id: ana, new_email: 'b@example.cl' },
    ])
  })

  it("can't reach another account", async () => {
    expect(await asAna(`select private.change_own_password('hash-of-${eva}', 'x') as done`)).toEqual([{ done: false }])
    expect(await asAna(`select private.delete_own_account('hash-of-${eva}', now()) as done`)).toEqual([
      { done: 'password_changed' },
    ])
    const theirs = await database.ownerPool.query('select id from auth.sessions where user_id = $1', [eva])
    const [session] = theirs.rows
    expect(await asAna(`select private.close_own_sessions('${session.id}', null) as ended`)).toEqual([{ ended: 0 }])
    expect(await asAna('select count(*)::int as listed from private.own_sessions(now())')).toEqual([{ listed: 1 }])
  })
})

it("a visitor can't see sessions, change a password or delete an account", async () => {
  const client = await database.ownerPool.connect()
  await client.query("begin; set local role alhena_app; set local alhena.kind = 'visitor'")
  const { rows } = await client.query(
    `select private.change_own_password('hash-of-${ana}', 'x') as changed, private.delete_own_account('hash-of-${ana}', now()) as deleted,
       private.close_own_sessions(null, null) as closed, (select count(*)::int from private.own_sessions(now())) as listed`,
  )
  await client.query('rollback')
  client.release()
  expect(rows).toEqual([{ changed: false, deleted: 'password_changed', closed: 0, listed: 0 }])
})
