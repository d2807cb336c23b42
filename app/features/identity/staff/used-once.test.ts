import { describe, expect, it } from 'vitest'
import { contextOf, cookieHeader, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { requestPasswordReset, resetPassword } from '#app/features/identity/credentials/password.server.ts'
import { requireSession } from '#app/features/identity/session.server.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import type { Result } from '#app/kernel/result.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { totpCode } from '#tests/support/totp.ts'
import { confirmTotp, startTotp } from './second-factor.server.ts'
import { finishLogIn } from './second-step.server.ts'

// What counts once counts once when it comes eight times at the same moment, and the other seven get an answer.

const { database, accounts } = await openTestAccounts()

/** Half a minute: a step of the codes. */
const STEP_MS = 30_000

async function newStaff() {
  const now = new Date()
  const person = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [person.user.id])
  const url = new URL('http://shop.test/admin/security')
  const request = new Request(url, { headers: { cookie: person.cookie } })
  const session = await requireSession({
    request,
    url,
    context: contextOf(accounts, database),
    pattern: 'admin/security',
  })
  const caller = accounts.caller({ cookie: person.cookie, now })
  const started = await startTotp(caller, session, person.password)
  return {
    ...person,
    session,
    caller,
    secret: started.secret,
    now,
    code: (step = 0) => totpCode(started.secret, new Date(now.getTime() + step * STEP_MS)),
  }
}
type Staff = Awaited<ReturnType<typeof newStaff>>

/** The cookies of as many log-ins that wait for their second step. */
async function pendingLogIns({ email, password }: Staff, count: number): Promise<string[]> {
  const pending: string[] = []
  for (let made = 0; made < count; made += 1) {
    const right = await logIn(accounts.caller(), { intent: 'login', email, password })
    pending.push(cookieHeader(right.ok ? right.value : []))
  }
  return pending
}

const outcomes = <Error extends { code: string }>(results: readonly Result<unknown, Error>[]) =>
  results.map(result => (result.ok ? 'ok' : result.error.code)).toSorted()
const oneOf = (refusal: string, count = 8) => ['ok', ...Array.from({ length: count - 1 }, () => refusal)].toSorted()

describe('a code of an application', () => {
  it('opens one of eight log-ins that send it at once, and none afterwards', async () => {
    const staff = await newStaff()
    expect(await confirmTotp(staff.caller, staff.session, staff.code())).toMatchObject({ ok: true })
    // The next code is valid as well.
    const finish = (cookie: string, step: number) =>
      finishLogIn(accounts.caller({ cookie, now: staff.now }), { method: 'totp', code: staff.code(step) })
    const cookies = await pendingLogIns(staff, 8)
    expect(outcomes(await Promise.all(cookies.map(cookie => finish(cookie, 1))))).toEqual(oneOf('wrong_code'))
    const [again = ''] = await pendingLogIns(staff, 1)
    expect(await finish(again, 1)).toMatchObject({ error: { code: 'wrong_code' } })
    expect(await finish(again, 0)).toMatchObject({ error: { code: 'wrong_code' } })
  })

  it('that turned the application on opens no log-in', async () => {
    const staff = await newStaff()
    expect(await confirmTotp(staff.caller, staff.session, staff.code())).toMatchObject({ ok: true })
    const [cookie = ''] = await pendingLogIns(staff, 1)
    const finished = await finishLogIn(accounts.caller({ cookie, now: new Date() }), {
      method: 'totp',
      code: staff.code(),
    })
    expect(finished).toMatchObject({ error: { code: 'wrong_code' } })
  })

  it('is claimed for whose session asks, as it is verified', async () => {
    const [one, other] = [await newStaff(), await newStaff()]
    await confirmTotp(one.caller, one.session, one.code())
    // The pending step of another account does not make the session's code a fresh one.
    const [pending = ''] = await pendingLogIns(other, 1)
    const finished = await finishLogIn(accounts.caller({ cookie: `${pending}; ${one.cookie}`, now: new Date() }), {
      method: 'totp',
      code: one.code(),
    })
    expect(finished.ok).toBe(false)
  })
})

describe('a recovery code', () => {
  it('opens one of eight log-ins that send it at once', async () => {
    const staff = await newStaff()
    const turnedOn = await confirmTotp(staff.caller, staff.session, staff.code())
    const [code = '', other = ''] = turnedOn.ok ? turnedOn.value.codes : []
    const recover = (cookie: string, typed: string) =>
      finishLogIn(accounts.caller({ cookie, now: new Date() }), { method: 'recovery', code: typed })
    const cookies = await pendingLogIns(staff, 8)
    expect(outcomes(await Promise.all(cookies.map(cookie => recover(cookie, code))))).toEqual(oneOf('wrong_code'))
    const [next = ''] = await pendingLogIns(staff, 1)
    expect(await recover(next, other)).toMatchObject({ ok: true })
  })

  it('that comes beside seven others of the account is taken, or stays good for another log-in', async () => {
    const staff = await newStaff()
    const turnedOn = await confirmTotp(staff.caller, staff.session, staff.code())
    const codes = (turnedOn.ok ? turnedOn.value.codes : []).slice(0, 8)
    const cookies = await pendingLogIns(staff, 8)
    const taken = await Promise.all(
      cookies.map((cookie, at) =>
        finishLogIn(accounts.caller({ cookie, now: new Date() }), { method: 'recovery', code: codes[at] ?? '' }),
      ),
    )
    const refusals = taken.flatMap((result, at) => (result.ok ? [] : [{ at, ...result.error }]))
    expect(refusals.length).toBeLessThan(8)
    expect(refusals.filter(({ code }) => code !== 'second_step_expired')).toEqual([])
    for (const { at } of refusals) {
      const [cookie = ''] = await pendingLogIns(staff, 1)
      const later = await finishLogIn(accounts.caller({ cookie, now: new Date() }), {
        method: 'recovery',
        code: codes[at] ?? '',
      })
      expect(later).toMatchObject({ ok: true })
    }
  })
})

describe('links', () => {
  it('of a new password change it once', async () => {
    const { email } = await openPerson(accounts, database)
    await requestPasswordReset(accounts.caller(), email)
    const token = accounts.resets.at(-1)?.token ?? ''
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => resetPassword(accounts.caller(), { token, password: `cobre-y-luna-${at}` })),
    )
    expect(outcomes(results)).toEqual(oneOf('invalid_token'))
  })
})
