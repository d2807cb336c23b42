import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { MAIL_ATTEMPTS } from '#app/platform/jobs/queues.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { MailFailure, MailTransport, OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type QueuedMail, queueMail } from './outbox.server.ts'
import { sendMails } from './send-mails.server.ts'

let database: TestDatabase
let lines: Record<string, unknown>[]
const start = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS)

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  lines = []
  await database.ownerPool.query('delete from mails')
})

const confirmation: QueuedMail = {
  template: 'confirm_email',
  recipient: 'ana@example.cl',
  params: { nombre: 'Ana', horas_vigencia: '24', enlace_confirmacion: '/auth/confirm?token=s3cret' },
}
const notice = (recipient = 'ana@example.cl'): QueuedMail => ({
  template: 'privacy_request_received',
  recipient,
  params: {
    numero_solicitud: 'P-1',
    tipo_solicitud: 'acceso',
    fecha_solicitud: 'hoy',
    fecha_limite_respuesta: 'mañana',
  },
})

const queue = (mail: QueuedMail) => asActor(database.db, SYSTEM, tx => queueMail(tx, mail))

type Send = MailTransport['send']
const accept: Send = async () => ok(undefined)
const away: Send = async () => err({ code: 'unavailable', detail: `connect smtp://user:pass@mail ${'x'.repeat(900)}` })

/** Sends the mails of these ids, by default all, and answers with the jobs' outcomes. */
async function send(how: Send, now = start) {
  const log = createLog('info', line => lines.push(JSON.parse(line)))
  const deps = { db: database.db, transport: { send: how, close() {} }, appUrl: 'https://tienda.example', log }
  const jobs = (await rows()).map(({ id }) => ({ id: `job of ${id}`, data: { id } }))
  return (await sendMails(deps, jobs, now)).map(({ status }) => status)
}

type Row = {
  id: string
  status: string
  attempts: number
  last_error: string | null
  sent_at: Date | null
  params: unknown
}
const rows = async (): Promise<Row[]> =>
  (await database.ownerPool.query<Row>('select * from mails order by created_at')).rows
async function onlyRow(): Promise<Row> {
  const [row] = await rows()
  if (!row) throw new Error('no mail')
  return row
}

it('sends a queued mail once and blanks its secret', async () => {
  await queue(confirmation)
  const sent: OutgoingMail[] = []
  const remember: Send = async mail => {
    sent.push(mail)
    return ok(undefined)
  }
  expect(await send(remember)).toEqual(['completed'])
  expect(await send(remember, later(9999))).toEqual(['completed'])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ recipient: 'ana@example.cl', subject: 'Confirma tu correo para activar tu cuenta' })
  expect(sent[0]?.text).toContain('https://tienda.example/auth/confirm?token=s3cret')
  expect(await onlyRow()).toMatchObject({ status: 'sent', sent_at: start, attempts: 1, params: {} })
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

it('keeps the parameters of a mail without secrets as a record', async () => {
  await queue(notice())
  await send(accept)
  expect((await onlyRow()).params).toMatchObject({ numero_solicitud: 'P-1' })
})

it('leaves an unavailable server to the next attempt, and gives up after the last', async () => {
  await queue(confirmation)
  for (let tries = 1; tries < MAIL_ATTEMPTS; tries += 1) {
    expect(await send(away)).toEqual(['failed'])
    expect(await onlyRow()).toMatchObject({ status: 'queued', attempts: tries, sent_at: null })
  }
  expect((await onlyRow()).params).toMatchObject({ horas_vigencia: '24' })
  expect(await send(away)).toEqual(['deadletter'])
  const row = await onlyRow()
  expect(row).toMatchObject({ status: 'failed', attempts: MAIL_ATTEMPTS, params: {} })
  expect(row.last_error?.length).toBeLessThanOrEqual(300)
  expect(row.last_error).toMatch(/^connect \[address\] x/)
  expect(await send(accept)).toEqual(['completed'])
  expect(await onlyRow()).toMatchObject({ status: 'failed' })
  expect(lines.map(line => line.event)).toEqual([...Array(MAIL_ATTEMPTS - 1).fill('mail_delayed'), 'mail_failed'])
})

it('gives up at once when the server refuses the mail', async () => {
  await queue(notice())
  expect(await send(async () => err({ code: 'refused', detail: 'RCPT TO: 550 no such user' }))).toEqual(['deadletter'])
  expect(await onlyRow()).toMatchObject({ status: 'failed', attempts: 1, last_error: 'RCPT TO: 550 no such user' })
})

it("fails a mail that can't be rendered or addressed, and sends the others", async () => {
  await database.ownerPool.query(
    `insert into mails (template, recipient, params) values ('gone', 'a@example.cl', '{}'), ('confirm_email', 'b@example.cl', '{}')`,
  )
  await queue(notice('c@example.cl'))
  expect((await send(accept)).toSorted()).toEqual(['completed', 'deadletter', 'deadletter'])
  expect((await rows()).map(row => row.status).toSorted()).toEqual(['failed', 'failed', 'sent'])
})

it('ignores a worker that returns after another one claimed its mail, which is the same message', async () => {
  await queue(notice())
  const outcomes = [
    Promise.withResolvers<Result<undefined, MailFailure>>(),
    Promise.withResolvers<Result<undefined, MailFailure>>(),
  ]
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ids = new Set<string>()
  const workers = [start, later(5)].map(async (now, index) => {
    await reached[index - 1]?.promise
    return send(async mail => {
      ids.add(mail.id)
      reached[index]?.resolve()
      return outcomes[index]?.promise ?? Promise.reject(new Error('no outcome'))
    }, now)
  })
  await reached[1]?.promise
  outcomes[0]?.resolve(err({ code: 'refused', detail: 'late' }))
  await workers[0]
  expect(await onlyRow()).toMatchObject({ status: 'sending', attempts: 2 })
  outcomes[1]?.resolve(ok(undefined))
  await workers[1]
  expect(await onlyRow()).toMatchObject({ status: 'sent', sent_at: later(5), last_error: null })
  expect(ids.size).toBe(1)
})

it('gives up on a mail that crashes its worker every time', async () => {
  await queue(confirmation)
  await database.ownerPool.query(`update mails set status = 'sending', attempts = $1`, [MAIL_ATTEMPTS])
  let sends = 0
  const counted: Send = async () => {
    sends += 1
    return ok(undefined)
  }
  expect(await send(counted)).toEqual(['deadletter'])
  expect(sends).toBe(0)
  expect(await onlyRow()).toMatchObject({ status: 'failed', params: {} })
})
