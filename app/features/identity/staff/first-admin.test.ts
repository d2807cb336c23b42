import { afterEach, describe, expect, it } from 'vitest'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createProfile } from '#tests/support/factories.ts'
import { ensureFirstAdmin } from './roles.server.ts'

const { database, accounts } = await openTestAccounts()
afterEach(() =>
  database.ownerPool.query(
    'set session_replication_role = replica; delete from profiles; delete from auth.accounts; set session_replication_role = default',
  ),
)

const OPERATOR = { email: ' Jefa@Example.cl', password: 'clave-de-jefa' }
const ensure = (input: typeof OPERATOR | undefined, demo: boolean) =>
  ensureFirstAdmin({ ...accounts.caller(), ownerPool: database.ownerPool }, input, demo)
const login = ({ email, password }: typeof OPERATOR) => logIn(accounts.caller(), { intent: 'login', email, password })
const admins = async () => (await database.ownerPool.query("select email from profiles where role = 'admin'")).rows

describe('ensureFirstAdmin', () => {
  // shows: S6.13
  it("creates the operator's administrator, who can log in at once, and no second one", async () => {
    expect(await ensure(OPERATOR, true)).toBeUndefined()
    expect(await admins()).toEqual([{ email: 'jefa@example.cl' }])
    expect((await login({ ...OPERATOR, email: 'jefa@example.cl' })).ok).toBe(true)
    expect(await ensure({ ...OPERATOR, email: 'otra@example.cl' }, false)).toBeUndefined()
    expect(await admins()).toHaveLength(1)
  })

  it('generates one in the demo and shows its password once', async () => {
    const made = await ensure(undefined, true)
    expect(made).toEqual({ email: 'admin@alhena.demo', password: expect.stringMatching(/^[\w-]{12}$/) })
    expect(made && (await login(made)).ok).toBe(true)
    expect(await ensure(undefined, true)).toBeUndefined()
    expect(accounts.logged.join()).not.toContain(made?.password)
  })

  it('creates none outside of the demo when the operator names none', async () => {
    expect(await ensure(undefined, false)).toBeUndefined()
    expect(await admins()).toEqual([])
  })

  it('creates one when servers start together', async () => {
    const started = await Promise.all([ensure(undefined, true), ensure(undefined, true), ensure(undefined, true)])
    const made = started.filter(one => one !== undefined)
    expect(made).toHaveLength(1)
    expect(made[0] && (await login(made[0])).ok).toBe(true)
    expect(await admins()).toHaveLength(1)
  })

  it("promotes an existing account with the operator's e-mail", async () => {
    await createProfile(database.ownerPool, { email: 'jefa@example.cl' })
    await ensure(OPERATOR, false)
    expect((await login({ ...OPERATOR, email: 'jefa@example.cl' })).ok).toBe(true)
  })
})

describe('the last administrator', () => {
  // shows: S6.13
  it('keeps the role, also when two are demoted concurrently', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => createProfile(database.ownerPool, { role: 'admin' })))
    const demote = (id: string | undefined) =>
      database.ownerPool.query("update profiles set role = 'client' where id = $1", [id])
    const both = await Promise.allSettled([demote(one?.id), demote(two?.id)])
    expect(both.filter(done => done.status === 'fulfilled')).toHaveLength(1)
    expect(both.find(done => done.status === 'rejected')?.reason).toMatchObject({ constraint: 'profiles_last_admin' })
    expect(await admins()).toHaveLength(1)
    const last = await database.ownerPool.query("select id from profiles where role = 'admin'")
    await expect(demote(last.rows[0].id)).rejects.toThrow('the last administrator keeps the role')
    await expect(database.ownerPool.query('delete from profiles where id = $1', [last.rows[0].id])).rejects.toThrow()
  })
})
