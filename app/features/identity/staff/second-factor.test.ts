import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf, contextOf, cookieHeader, mailsTo, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { answerSecurity } from '#app/features/identity/admin/security-action.server.ts'
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '#app/features/identity/credentials/password.server.ts'
import { requireRole, requireSession, sessionUser } from '#app/features/identity/session.server.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { servicesContext } from '#app/platform/services/services.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { totpCode } from '#tests/support/totp.ts'
import { awaitsSecondStep } from './pending-step.ts'
import { hasReauthenticated, reauthenticate } from './reauthentication.server.ts'
import { confirmTotp, findSecondFactors, removeFactor, renewCodes, startTotp } from './second-factor.server.ts'
import { finishLogIn } from './second-step.server.ts'

const { database, accounts } = await openTestAccounts()

async function newStaff(scope = 'admin') {
  const person = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin', staff_scope = $2 where id = $1", [
    person.user.id,
    scope,
  ])
  return person
}
type Staff = Awaited<ReturnType<typeof newStaff>>

const argsOf = (cookie: string, path = '/admin/orders', required = false) => {
  const url = new URL(path, 'http://shop.test')
  const context = contextOf(accounts, database)
  const services = context.get(servicesContext)
  context.set(servicesContext, { ...services, settings: { ...services.settings, staffSecondFactor: required } })
  return { request: new Request(url, { headers: { cookie } }), url, context, pattern: path.slice(1) }
}

/** Adds an application of codes; returns its key, its recovery codes, and the cookie of the session afterwards. */
async function addTotp(staff: Staff) {
  const caller = accounts.caller({ cookie: staff.cookie })
  const session = await requireSession(argsOf(staff.cookie))
  const started = await startTotp(caller, session, staff.password)
  const turnedOn = await confirmTotp(caller, session, totpCode(started.secret, new Date()))
  if (!turnedOn.ok) throw new Error(turnedOn.error.code)
  return { ...started, ...turnedOn.value, cookie: cookieHeader(turnedOn.value.cookies) }
}

/** A code is used once: log-ins take the next one, which is valid as well. */
const nextStep = () => new Date(Date.now() + 30_000)

const enter = ({ email, password }: Staff, cookie: string | null = null) =>
  logIn(accounts.caller({ cookie }), { intent: 'login', email, password })

const actionsOf = async (id: string) => (await auditOf(database, id)).map(({ action }) => action)

describe('an application of codes', () => {
  let staff: Staff
  let totp: Awaited<ReturnType<typeof addTotp>>
  beforeAll(async () => {
    staff = await newStaff()
    totp = await addTotp(staff)
  })

  it('counts once a code of it was typed, and ends the sessions that were opened without it', async () => {
    const other = await newStaff()
    const caller = accounts.caller({ cookie: other.cookie })
    const session = await requireSession(argsOf(other.cookie))
    await expect(startTotp(caller, session, 'otra-clave')).rejects.toThrow('Esa no es tu contraseña actual')
    await startTotp(caller, session, other.password)
    expect(await findSecondFactors(accounts.auth, other.user.id)).toMatchObject({ totp: false, codes: 0 })
    expect(await confirmTotp(caller, session, '000000')).toMatchObject({ error: { code: 'wrong_code' } })
    const opened = await enter(other)
    const elsewhere = cookieHeader(opened.ok ? opened.value : [])
    await addTotp(other)
    expect(await sessionUser(argsOf(elsewhere))).toBeUndefined()
  })

  it('is kept encrypted, with recovery codes', async () => {
    expect(totp.codes.length).toBeGreaterThanOrEqual(8)
    const { rows } = await database.ownerPool.query(
      'select secret, backup_codes from auth.two_factors where user_id = $1',
      [staff.user.id],
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(totp.codes[0])
    expect(stored).not.toContain(totp.secret)
  })

  it('is asked for after the right password, which opens nothing', async () => {
    const right = await enter(staff)
    const cookies = right.ok ? right.value : []
    expect(awaitsSecondStep(cookies)).toBe(true)
    expect(await sessionUser(argsOf(cookieHeader(cookies)))).toBeUndefined()
    const caller = accounts.caller({ cookie: cookieHeader(cookies) })
    expect(await finishLogIn(caller, { method: 'totp', code: '000000' })).toMatchObject({
      error: { code: 'wrong_code' },
    })
    const finished = await finishLogIn(caller, { method: 'totp', code: totpCode(totp.secret, nextStep()) })
    expect((await sessionUser(argsOf(cookieHeader(finished.ok ? finished.value : []))))?.id).toBe(staff.user.id)
    // The same step again is over.
    expect(await finishLogIn(caller, { method: 'totp', code: totpCode(totp.secret, nextStep()) })).toMatchObject({
      error: { code: 'second_step_expired' },
    })
  })

  it('takes each recovery code once', async () => {
    const step = async (code: string) => {
      const right = await enter(staff)
      return finishLogIn(accounts.caller({ cookie: cookieHeader(right.ok ? right.value : []) }), {
        method: 'recovery',
        code,
      })
    }
    expect(await step(totp.codes[0] ?? '')).toMatchObject({ ok: true })
    expect(await step(totp.codes[0] ?? '')).toMatchObject({ error: { code: 'wrong_code' } })
    expect(await findSecondFactors(accounts.auth, staff.user.id)).toMatchObject({ codes: totp.codes.length - 1 })
    const session = await requireSession(argsOf(totp.cookie))
    const renewed = await renewCodes(accounts.caller({ cookie: totp.cookie }), session, staff.password)
    expect(renewed).toHaveLength(totp.codes.length)
    expect(await step(totp.codes[1] ?? '')).toMatchObject({ error: { code: 'wrong_code' } })
  })

  it('makes a session that was opened in another way nobody', async () => {
    const { rows } = await database.ownerPool.query(
      'update auth.sessions set second_factor_at = null where user_id = $1 returning id',
      [staff.user.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(await sessionUser(argsOf(totp.cookie))).toBeUndefined()
  })
})

it('is required of the staff where the shop says so, on every screen but its own', async () => {
  const staff = await newStaff('support')
  const outcome = (path: string, cookie: string) =>
    requireRole(argsOf(cookie, path, true), ['admin']).then(
      ({ id }) => id,
      (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : thrown),
    )
  expect(await outcome('/admin/access', staff.cookie)).toBe('/admin/security?aviso=obligatorio')
  expect(await outcome('/admin/security', staff.cookie)).toBe(staff.user.id)
  expect(await requireRole(argsOf(staff.cookie, '/admin/access', false), ['admin'])).toMatchObject({
    id: staff.user.id,
  })
  const { cookie } = await addTotp(staff)
  expect(await outcome('/admin/access', cookie)).toBe(staff.user.id)
})

it('leaves the last factor while it is required, and takes it where it is not', async () => {
  const staff = await newStaff()
  const { cookie } = await addTotp(staff)
  const caller = accounts.caller({ cookie })
  const session = await requireSession(argsOf(cookie))
  const remove = (required: boolean) => removeFactor(caller, session, { factor: 'totp', required })
  await expect(remove(true)).rejects.toThrow('Es tu único segundo paso y la tienda lo exige.')
  await remove(false)
  await expect(remove(false)).rejects.toThrow('Ya no estaba.')
  expect(await actionsOf(staff.user.id)).toEqual(expect.arrayContaining(['totp_added', 'totp_removed']))
  expect((await mailsTo(database, staff.email)).filter(({ template }) => template === 'security_notice')).toHaveLength(
    2,
  )
  expect(awaitsSecondStep(((await enter(staff).then(right => (right.ok ? right.value : []))) as string[]) ?? [])).toBe(
    false,
  )
})

it('is changed after a confirmation only, and says so when it has expired', async () => {
  const staff = await newStaff()
  const { cookie } = await addTotp(staff)
  const passkey = randomUUID()
  await database.ownerPool.query(
    `insert into auth.passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     values ($1::uuid, $2, 'Mi computador', 'key', $1::text, 0, 'singleDevice', false, now())`,
    [passkey, staff.user.id],
  )
  const post = async (fields: Record<string, string>) => {
    const args = argsOf(cookie, '/admin/security', true)
    const request = new Request(args.url, { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) })
    const { data, init } = await answerSecurity({ ...args, request })
    return { status: init?.status, text: data.text, errors: data.errors }
  }
  await reauthenticate(argsOf(cookie), staff.password, new Date())
  await database.ownerPool.query(
    "update auth.sessions set stepped_up_at = stepped_up_at - interval '11 minutes' where user_id = $1",
    [staff.user.id],
  )
  const factors = await findSecondFactors(accounts.auth, staff.user.id)
  const text = 'Tu confirmación venció y no cambió nada. Confirma otra vez que eres tú y repite lo que hacías.'
  const removals = [{ intent: 'remove-passkey', passkey }, { intent: 'remove-totp' }]
  for (const fields of [...removals, { intent: 'add-passkey', name: 'Otra', response: '' }]) {
    expect(await post(fields)).toEqual({ status: 409, text, errors: {} })
  }
  expect(await findSecondFactors(accounts.auth, staff.user.id)).toEqual(factors)
  await reauthenticate(argsOf(cookie), staff.password, new Date())
  expect(await post({ intent: 'remove-passkey', passkey })).toMatchObject({
    status: 200,
    text: 'Quitado. Te avisamos por correo.',
  })
})

it('is taken by the operator when everything is lost, which ends every session', async () => {
  const staff = await newStaff()
  const { cookie } = await addTotp(staff)
  const reset = async () =>
    (await database.ownerPool.query('select private.reset_second_factors($1) as done', [staff.email.toUpperCase()]))
      .rows[0]
  expect(await reset()).toEqual({ done: true })
  expect(await sessionUser(argsOf(cookie))).toBeUndefined()
  const right = await enter(staff)
  expect(awaitsSecondStep(right.ok ? right.value : [])).toBe(false)
  expect(await reset()).toEqual({ done: false })
  expect(await actionsOf(staff.user.id)).toContain('second_factors_reset')
})

describe('signing in', () => {
  it('is recorded for the staff, with failures, and a new browser is told by mail', async () => {
    const staff = await newStaff()
    await logIn(accounts.caller(), { intent: 'login', email: staff.email, password: 'equivocada' })
    const first = await enter(staff)
    const device = cookieHeader(first.ok ? first.value : [])
    await enter(staff, device)
    const entries = await auditOf(database, staff.user.id)
    const failed = { action: 'sign_in_failed', actor_kind: 'system', actor_user_id: null, before: null }
    const self = { action: 'signed_in', actor_kind: 'admin', actor_user_id: staff.user.id, before: null }
    expect(entries).toEqual([
      { ...failed, after: { confirmed_by: 'password' } },
      { ...self, after: { confirmed_by: 'password', new_device: true } },
      { ...self, after: { confirmed_by: 'password', new_device: false } },
    ])
    expect(await mailsTo(database, staff.email)).toMatchObject([
      {
        template: 'security_notice',
        params: { suceso: 'Alguien entró a tu cuenta desde un navegador que no conocíamos.' },
      },
    ])
  })

  it('is not recorded for buyers', async () => {
    const buyer = await openPerson(accounts, database)
    await logIn(accounts.caller(), { intent: 'login', email: buyer.email, password: buyer.password })
    expect(await auditOf(database, buyer.user.id)).toEqual([])
    expect(await mailsTo(database, buyer.email)).toEqual([])
  })
})

describe('confirming who sits before the session', () => {
  it('takes the password once in ten minutes, for this session alone', async () => {
    const staff = await newStaff()
    const other = await enter(staff)
    await expect(reauthenticate(argsOf(staff.cookie), '', new Date())).rejects.toThrow('Escribe tu contraseña')
    await expect(reauthenticate(argsOf(staff.cookie), 'otra-clave', new Date())).rejects.toMatchObject({
      field: 'password',
      status: 400,
    })
    expect(await hasReauthenticated(argsOf(staff.cookie))).toBe(false)
    await reauthenticate(argsOf(staff.cookie), staff.password, new Date())
    await reauthenticate(argsOf(staff.cookie), '', new Date())
    expect(await hasReauthenticated(argsOf(cookieHeader(other.ok ? other.value : [])))).toBe(false)
    await database.ownerPool.query(
      "update auth.sessions set stepped_up_at = now() - interval '10 minutes' where user_id = $1",
      [staff.user.id],
    )
    expect(await hasReauthenticated(argsOf(staff.cookie))).toBe(false)
    expect(await actionsOf(staff.user.id)).toEqual(['signed_in', 'step_up_failed', 'stepped_up'])
  })
})

it('refuses the staff a short or common new password, by change and by link, and lets buyers keep theirs', async () => {
  const staff = await newStaff()
  const change = (next: string) =>
    changePassword(
      accounts.caller({ cookie: staff.cookie }),
      { ...staff.user, role: 'admin' },
      { current: staff.password, next, now: new Date() },
    )
  await expect(change('k7-wq2x')).rejects.toThrow('al menos 8 caracteres')
  await expect(change('basketball')).rejects.toThrow('entre las 10.000 más usadas')
  await requestPasswordReset(accounts.caller(), staff.email)
  const token = accounts.resets.at(-1)?.token ?? ''
  const short = resetPassword(accounts.caller(), { token, password: 'k7-wq2x' })
  await expect(short).rejects.toThrow('al menos 8 caracteres')
  // The link is still good for a better one.
  expect(await resetPassword(accounts.caller(), { token, password: 'cobre-y-luna' })).toMatchObject({ ok: true })
  const buyer = await openPerson(accounts, database)
  await requestPasswordReset(accounts.caller(), buyer.email)
  const own = accounts.resets.at(-1)?.token ?? ''
  expect(await resetPassword(accounts.caller(), { token: own, password: 'k7-wq2' })).toMatchObject({ ok: true })
})
