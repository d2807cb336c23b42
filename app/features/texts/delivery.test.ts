import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { err, ok } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { MailFailure } from '#app/platform/mail/outgoing-mail.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { sendNewMails } from '#tests/support/mails.ts'
import { paymentServices } from '#tests/support/payments.ts'
import {
  findMailState,
  findPaymentState,
  findTestMail,
  listFailedMails,
  requeueMails,
} from './delivery-state.server.ts'
import type { Editor } from './save-text.server.ts'
import { askGateway, retryMails, sendTestMail } from './test-services.server.ts'

let database: TestDatabase
let ana: Editor

beforeAll(async () => {
  database = await cloneDatabase()
  const { id } = await createProfile(database.ownerPool, { role: 'admin', email: 'ana@alhena.test' })
  ana = { kind: 'admin', userId: id }
})
afterAll(() => database.close())

const look = () => asActor(database.db, ana, findMailState)
const failedMails = () => asActor(database.db, ana, listFailedMails)
const queue = (recipient: string, template: 'password_changed' | 'reset_password') =>
  asActor(database.db, { kind: 'system' }, tx =>
    queueMail(
      tx,
      template === 'reset_password'
        ? { template, recipient, params: { minutos_vigencia: '60', enlace_contrasena: '/auth/reset?token=x' } }
        : { template, recipient, params: { fecha_cambio: '21-11-2026 12:00', enlace_recuperar: '/auth/forgot' } },
    ),
  )

/** Sends what is due, each with this outcome. */
async function send(failure?: MailFailure): Promise<string[]> {
  const sent: string[] = []
  const transport = {
    send: async ({ recipient }: { recipient: string }) => {
      sent.push(recipient)
      return failure ? err(failure) : ok(undefined)
    },
    close: () => undefined,
  }
  const log = createLog('error', () => undefined)
  await sendNewMails({ db: database.db, transport, appUrl: 'https://tienda.example', log })
  return sent
}

describe('the state of mails', () => {
  // shows: B7.8
  it('shows queued and failed mails, and retries what can be retried', async () => {
    expect(await look()).toEqual({
      waiting: 0,
      delayed: 0,
      oldest: null,
      lastSent: undefined,
      lastFailure: undefined,
      failed: 0,
    })
    await queue('luz@example.cl', 'password_changed')
    await send({ code: 'unavailable', detail: 'smtps://user:secret@mail.example: no route' })
    expect(await look()).toMatchObject({
      waiting: 1,
      delayed: 1,
      oldest: expect.any(Date),
      lastFailure: { template: 'password_changed', error: '[address] no route' },
      failed: 0,
    })
    await queue('no@example.cl', 'password_changed')
    await queue('nunca@example.cl', 'reset_password')
    await send({ code: 'refused', detail: 'RCPT TO: no such user' })
    const failed = await failedMails()
    expect(failed.map(({ recipient, retryable }) => [recipient, retryable]).toSorted()).toEqual([
      ['no@example.cl', true],
      ['nunca@example.cl', false],
    ])
    const ids = failed.map(({ id }) => id)
    const counts = await Promise.all([1, 2, 3].map(() => retryMails(database, { editor: ana, ids })))
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(await send()).toEqual(['no@example.cl'])
    expect(await look()).toMatchObject({ waiting: 1, lastSent: { template: 'password_changed' }, failed: 1 })
    const { rows } = await database.ownerPool.query(
      "select entity_id, before, after, actor_user_id from audit_log where action = 'mail_retried'",
    )
    expect(rows).toEqual([
      {
        entity_id: failed.find(({ retryable }) => retryable)?.id,
        before: { status: 'failed' },
        after: { status: 'queued' },
        actor_user_id: ana.userId,
      },
    ])
  })

  // shows: B7.8
  it('shows the state of a test mail', async () => {
    await sendTestMail(database, {
      editor: ana,
      template: 'order_receipt',
      recipient: 'ana@alhena.test',
      now: new Date(),
    })
    const find = () => asActor(database.db, ana, tx => findTestMail(tx, 'ana@alhena.test'))
    expect(await find()).toMatchObject({ status: 'queued', last_error: null })
    await send()
    expect(await find()).toMatchObject({ status: 'sent' })
  })

  // shows: B6.19
  it.each(['client', 'assessment_manager', 'respondent'] as const)(
    "is hidden from a %s, who can't retry either",
    async role => {
      const { id } = await createProfile(database.ownerPool, { role })
      await queue(`fallido-${role}@example.cl`, 'password_changed')
      await send({ code: 'refused', detail: 'no' })
      const failed = await failedMails()
      const theirs = { kind: 'user', userId: id } as const
      expect(await asActor(database.db, theirs, listFailedMails)).toEqual([])
      const ids = failed.map(mail => mail.id)
      expect(ids).not.toEqual([])
      expect(await asActor(database.db, theirs, tx => requeueMails(tx, ids))).toEqual([])
    },
  )
})

describe('the state of payments', () => {
  // shows: B7.8
  it('is empty without payments, and queries the gateway without moving money', async () => {
    const services = paymentServices(database, () => new Date('2026-11-21T15:00:00Z'))
    expect(await asActor(database.db, ana, tx => findPaymentState(tx, 'simulator'))).toEqual({
      lastPaid: undefined,
      lastTurnedDown: undefined,
      open: 0,
      unresolved: 0,
      toResolve: [],
      oldestOpen: null,
    })
    expect(await askGateway(services.simulator)).toMatchObject({ kind: 'answers' })
    const { rows } = await database.ownerPool.query('select count(*)::integer as attempts from payment_attempts')
    expect(rows).toEqual([{ attempts: 0 }])
  })

  it.each([
    [
      { code: 'unavailable', reason: 'unauthorized' },
      { kind: 'refused', ms: 5 },
    ],
    [
      { code: 'unavailable', reason: 'network' },
      { kind: 'silent', ms: 5, reason: 'network' },
    ],
    [{ code: 'too_old' }, { kind: 'answers', ms: 5 }],
  ] as const)('a gateway that says %j', async (error, shown) => {
    let time = 0
    const clock = () => {
      time += 5
      return time
    }
    expect(await askGateway({ query: async () => err(error) }, clock)).toEqual(shown)
  })
})
