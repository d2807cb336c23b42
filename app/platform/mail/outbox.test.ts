import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, MINUTE_MS } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { type QueuedMail, queueMail, sendDueMails } from './outbox.server.ts'
import type { MailFailure, MailTransport, OutgoingMail } from './outgoing-mail.ts'

let database: TestDatabase
let lines: Record<string, unknown>[]
const start = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS)

beforeAll(async () => {
  database = await cloneDatabase(16)
})
afterAll(() => database.close())
beforeEach(async () => {
  lines = []
  await database.ownerPool.query('delete from mails')
})

const confirmation = (recipient = 'ana@example.cl'): QueuedMail => ({
  template: 'confirm_email',
  recipient,
  params: { nombre: 'Ana', horas_vigencia: '24', enlace_confirmacion: '/auth/confirm?token=s3cret' },
})
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

const queue = (mail: QueuedMail, actor: Actor = SYSTEM) => asActor(database.db, actor, tx => queueMail(tx, mail))

type Send = MailTransport['send']
const accept: Send = async () => ok(undefined)
const failing =
  (failure: MailFailure): Send =>
  async () =>
    err(failure)

function send(how: Send, now: Date, limit?: number): Promise<number> {
  const log = createLog('info', line => lines.push(JSON.parse(line)))
  return sendDueMails(
    { db: database.db, transport: { send: how, close() {} }, appUrl: 'https://tienda.example', log },
    now,
    limit,
  )
}

type Row = {
  id: string
  status: string
  attempts: number
  next_attempt_at: Date | null
  sent_at: Date | null
  last_error: string | null
  params: unknown
}
const rows = async (): Promise<Row[]> =>
  (await database.ownerPool.query<Row>('select * from mails order by created_at')).rows
async function onlyRow(): Promise<Row> {
  const [row] = await rows()
  if (!row) throw new Error('no mail')
  return row
}

describe('queueMail', () => {
  it('queues nothing for a deleted account', async () => {
    await queue(notice('eliminada-7@cuenta.invalid'))
    expect(await rows()).toEqual([])
  })

  it('lets a user insert a mail that the user may not read', async () => {
    const user: Actor = { kind: 'user', userId: (await createProfile(database.ownerPool)).id }
    await queue(notice(), user)
    expect(await rows()).toHaveLength(1)
    expect(await asActor(database.db, user, tx => tx.selectFrom('mails').selectAll().execute())).toEqual([])
  })

  it('refuses a visitor, and is rolled back with its transaction', async () => {
    await expect(queue(notice(), VISITOR)).rejects.toThrow('row-level security')
    const undone = asActor(database.db, SYSTEM, async tx => {
      await queueMail(tx, notice())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  it('removes characters that jsonb refuses', async () => {
    const mail = confirmation()
    await queue({ ...mail, params: { ...mail.params, nombre: 'A\0na\ud800' } } as QueuedMail)
    expect((await onlyRow()).params).toMatchObject({ nombre: 'Ana\ufffd' })
  })
})

describe('sendDueMails', () => {
  it('sends a queued mail once and blanks its secret', async () => {
    await queue(confirmation())
    const sent: OutgoingMail[] = []
    const remember: Send = async mail => {
      sent.push(mail)
      return ok(undefined)
    }
    expect(await send(remember, start)).toBe(1)
    expect(await send(remember, later(9999))).toBe(0)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ recipient: 'ana@example.cl', subject: 'Confirma tu correo para activar tu cuenta' })
    expect(sent[0]?.text).toContain('https://tienda.example/auth/confirm?token=s3cret')
    expect(await onlyRow()).toMatchObject({
      status: 'sent',
      sent_at: start,
      next_attempt_at: null,
      attempts: 1,
      params: {},
    })
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })

  it('keeps the parameters of a mail without secrets as a record', async () => {
    await queue(notice())
    await send(accept, start)
    expect((await onlyRow()).params).toMatchObject({ numero_solicitud: 'P-1' })
  })

  it('retries after 1, 5, 15, 60 and 360 minutes, and gives up after the sixth attempt', async () => {
    await queue(confirmation())
    const away = failing({ code: 'unavailable', detail: `connect smtp://user:pass@mail ${'x'.repeat(900)}` })
    let now = start
    for (const minutes of [1, 5, 15, 60, 360]) {
      expect(await send(away, now)).toBe(1)
      const due = new Date(now.getTime() + minutes * MINUTE_MS)
      expect(await onlyRow()).toMatchObject({ status: 'queued', next_attempt_at: due, sent_at: null })
      expect(await send(away, new Date(due.getTime() - 1))).toBe(0)
      now = due
    }
    expect((await onlyRow()).params).toMatchObject({ horas_vigencia: '24' })
    expect(await send(away, now)).toBe(1)
    const row = await onlyRow()
    expect(row).toMatchObject({ status: 'failed', attempts: 6, next_attempt_at: null, params: {} })
    expect(row.last_error?.length).toBeLessThanOrEqual(300)
    expect(row.last_error).toMatch(/^connect \[address\] x/)
    expect(await send(accept, addDays(now, 10))).toBe(0)
    expect(lines.map(line => line.event)).toEqual([...Array(5).fill('mail_delayed'), 'mail_failed'])
  })

  it('gives up at once when the server refuses the mail', async () => {
    await queue(notice())
    await send(failing({ code: 'refused', detail: 'RCPT TO: 550 no such user' }), start)
    expect(await onlyRow()).toMatchObject({ status: 'failed', attempts: 1, last_error: 'RCPT TO: 550 no such user' })
  })

  it("fails a mail that can't be rendered or addressed, and sends the others", async () => {
    await database.ownerPool.query(
      `insert into mails (template, recipient, params) values ('gone', 'a@example.cl', '{}'), ('confirm_email', 'b@example.cl', '{}')`,
    )
    await queue(notice('c@example.cl'))
    expect(await send(accept, later(9_999_999))).toBe(3)
    expect((await rows()).map(row => row.status).toSorted()).toEqual(['failed', 'failed', 'sent'])
  })

  it('sends each mail exactly once with several workers', async () => {
    for (let index = 0; index < 60; index += 1) await queue(notice(`persona-${index}@example.cl`))
    const sent: string[] = []
    const remember: Send = async mail => {
      sent.push(mail.recipient)
      return ok(undefined)
    }
    const worker = async () => {
      while ((await send(remember, start)) > 0);
    }
    await Promise.all([worker(), worker(), worker()])
    expect(sent).toHaveLength(60)
    expect(new Set(sent).size).toBe(60)
    expect((await rows()).every(row => row.status === 'sent' && row.attempts === 1)).toBe(true)
  })

  it('claims no more than the limit', async () => {
    for (let index = 0; index < 5; index += 1) await queue(notice())
    expect(await send(accept, start, 2)).toBe(2)
    expect((await rows()).filter(row => row.status === 'sent')).toHaveLength(2)
  })

  it("sends a killed worker's mails after the lease, with the same message id", async () => {
    await queue(confirmation())
    const ids: string[] = []
    const killed = Promise.withResolvers<Result<undefined, MailFailure>>()
    const reached = Promise.withResolvers<void>()
    const dead = send(mail => {
      ids.push(mail.id)
      reached.resolve()
      return killed.promise
    }, start)
    await reached.promise
    expect(await onlyRow()).toMatchObject({ status: 'sending', next_attempt_at: later(5) })
    expect(await send(accept, later(4.99))).toBe(0)
    expect(
      await send(async mail => {
        ids.push(mail.id)
        return ok(undefined)
      }, later(5)),
    ).toBe(1)
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
    // A worker that was only slow changes nothing any more.
    killed.resolve(err({ code: 'unavailable', detail: 'late' }))
    await dead
    expect(await onlyRow()).toMatchObject({ status: 'sent', sent_at: later(5), attempts: 2, last_error: null })
  })

  it('ignores a worker that returns after another one claimed the mail', async () => {
    await queue(notice())
    const outcomes = [
      Promise.withResolvers<Result<undefined, MailFailure>>(),
      Promise.withResolvers<Result<undefined, MailFailure>>(),
    ]
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const semaphore = [start, later(5)].map(async (now, index) => {
      await reached[index - 1]?.promise
      return send(() => {
        reached[index]?.resolve()
        return outcomes[index]?.promise ?? Promise.reject(new Error('no outcome'))
      }, now)
    })
    await reached[1]?.promise
    outcomes[0]?.resolve(err({ code: 'refused', detail: 'late' }))
    await semaphore[0]
    expect(await onlyRow()).toMatchObject({ status: 'sending', attempts: 2, next_attempt_at: later(10) })
    outcomes[1]?.resolve(ok(undefined))
    await semaphore[1]
    expect(await onlyRow()).toMatchObject({ status: 'sent', sent_at: later(5), last_error: null })
  })

  it('gives up on a mail that crashes its worker every time', async () => {
    await queue(confirmation())
    await database.ownerPool.query(`update mails set status = 'sending', attempts = 6, next_attempt_at = $1`, [start])
    let sends = 0
    const counted: Send = async () => {
      sends += 1
      return ok(undefined)
    }
    expect(await send(counted, start)).toBe(1)
    expect(sends).toBe(0)
    expect(await onlyRow()).toMatchObject({ status: 'failed', params: {} })
  })
})
