import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ActorDialect } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvited } from '#tests/support/respondents.ts'
import { openAccess } from './respondent-session.server.ts'

// Guessing codes or e-mails, sequentially and concurrently.

const WRONG = 'Código de acceso o email inválido'
const TOO_MANY = 'Demasiados intentos. Espera 15 minutos y vuelve a probar.'
const NOW = new Date()
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(40)
})
afterAll(() => database.close())

let networks = 0
function network(): string {
  networks += 1
  return `2001:db8:${networks.toString(16)}::1`
}

/** The outcome of an attempt: 'open', or the text of the refusal. */
async function attempt(email: string, access_code: string, address = network(), now = NOW): Promise<string> {
  const opened = await openAccess(database, { email, access_code, address, browser: 'navegador' }, now)
  if (opened.ok) return 'open'
  return opened.error.code === 'invalid' ? opened.error.message : opened.error.code
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const countOf = (answers: string[], requested: string) => answers.filter(answer => answer === requested).length
const otherCode = (index: number) =>
  `AC-2222${String(index).padStart(4, '2').replaceAll('0', 'Z').replaceAll('1', 'Y')}`

describe('attempts at a code', () => {
  // shows: A6.2
  it('are limited to ten, also from a hundred networks at once; then the right pair waits fifteen minutes too', async () => {
    const { invitation } = await createInvited(database.ownerPool)
    const code = invitation.code
    const answers = await Promise.all(times(100).map(index => attempt(`nadie-${index}@example.cl`, code)))
    expect([countOf(answers, WRONG), countOf(answers, TOO_MANY)]).toEqual([10, 90])
    expect(await attempt(invitation.email, code)).toBe(TOO_MANY)
    expect(await attempt(invitation.email, code, network(), later(14))).toBe(TOO_MANY)
    expect(await attempt(invitation.email, code, network(), later(16))).toBe('open')
  })

  // shows: A6.2
  it('of one e-mail from one network are limited to ten, also a hundred at once; its owner enters elsewhere', async () => {
    const { invitation } = await createInvited(database.ownerPool)
    const near = network()
    const answers = await Promise.all(times(100).map(index => attempt(invitation.email, otherCode(index), near)))
    expect([countOf(answers, WRONG), countOf(answers, TOO_MANY)]).toEqual([10, 90])
    expect(await attempt(invitation.email, invitation.code, near)).toBe(TOO_MANY)
    expect(await attempt(invitation.email, invitation.code)).toBe('open')
  })

  // shows: A6.11
  it('from anywhere lock out nobody who has the code, because an e-mail is widely known', async () => {
    const { invitation } = await createInvited(database.ownerPool)
    await Promise.all(times(100).map(index => attempt(invitation.email, otherCode(2000 + index))))
    expect(await attempt(invitation.email, invitation.code)).toBe('open')
  })

  // shows: A6.2
  it('from one network are limited to sixty, whatever the codes and e-mails; other networks are unaffected', async () => {
    const answers = await Promise.all(
      times(100).map(index => attempt(`red-${index}@example.cl`, otherCode(1000 + index), `2001:db8:ffff:1::${index}`)),
    )
    expect([countOf(answers, WRONG), countOf(answers, TOO_MANY)]).toEqual([60, 40])
    const { invitation } = await createInvited(database.ownerPool)
    expect(await attempt(invitation.email, invitation.code, '2001:db8:ffff:1::abcd')).toBe(TOO_MANY)
    expect(await attempt(invitation.email, invitation.code)).toBe('open')
  })

  it('do not count when the pair is right: a person may enter any number of times, also concurrently', async () => {
    const { invitation } = await createInvited(database.ownerPool)
    const address = network()
    const answers = await Promise.all(times(30).map(() => attempt(invitation.email, invitation.code, address)))
    expect(countOf(answers, 'open')).toBe(30)
    for (const index of times(9)) await attempt(`nadie-${index}@example.cl`, invitation.code)
    expect(await attempt(invitation.email, invitation.code)).toBe('open')
  })

  it('store no e-mail and no code', async () => {
    await attempt('quien.prueba@example.cl', 'AC-23456789')
    const { rows } = await database.ownerPool.query<{ subject: string }>('select subject from private.access_tries')
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ subject }) => /example|AC-/i.test(subject))).toEqual([])
  })

  // shows: A7.1
  it('accept any text as code and e-mail', async () => {
    const { rows } = await sql<{ is_valid: boolean; error_message: string }>`
      select is_valid, error_message from validate_invitation_code_with_email(null, null)`.execute(database.db)
    expect(rows).toEqual([{ is_valid: false, error_message: WRONG }])
    expect(await attempt('x'.repeat(5000), 'y'.repeat(5000), 'z'.repeat(5000))).toBe(WRONG)
  })
})

describe('indistinguishable failures', () => {
  // shows: A6.3
  it('get one text from the same statements: unknown code, wrong e-mail, revoked, and an ended one with the wrong e-mail', async () => {
    const [wrongEmail, revoked, expired] = await Promise.all(times(3).map(() => createInvited(database.ownerPool)))
    if (!wrongEmail || !revoked || !expired) throw new Error('three invitations')
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.invitation.id])
    await database.ownerPool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [
      expired.invitation.id,
    ])
    const seen: string[] = []
    const now = new Date()
    const db = new Kysely<DB>({
      dialect: new ActorDialect({ pool: database.ownerPool }, () => now),
      log: event => void seen.push(event.query.sql),
    })
    const answers = []
    for (const [email, access_code] of [
      ['nadie@example.cl', 'AC-22222222'],
      ['otra@example.cl', wrongEmail.invitation.code],
      [revoked.invitation.email, revoked.invitation.code],
      ['otra@example.cl', expired.invitation.code],
    ] as const) {
      seen.length = 0
      const answer = await openAccess({ db }, { email, access_code, address: network(), browser: 'navegador' }, now)
      answers.push({ answer, statements: [...seen] })
    }
    expect(answers[0]?.answer).toEqual({ ok: false, error: { code: 'invalid', message: WRONG } })
    expect(answers[0]?.statements.filter(text => text.includes('open_respondent_session'))).toHaveLength(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})
