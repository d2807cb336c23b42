import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#app/kernel/result.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import { forgetLiveTexts, replaceLiveTexts } from '#app/platform/texts/live-texts.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createCardOrder } from '#tests/support/ledger.ts'
import { raiseAlerts } from './raise-alerts.server.ts'
import { sendLeftAlerts } from './send-left-alerts.server.ts'

const NOON = new Date('2026-11-20T15:00:00Z')
const inMinutes = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const DAY = 24 * 60

let database: TestDatabase
let admin: { id: string; email: string }
beforeEach(async () => {
  await database?.close()
  database = await cloneDatabase()
  await rows('update profiles set deleted_at = now() where role = $1', 'admin')
  admin = await createProfile(database.ownerPool, { role: 'admin' })
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const mails = () => rows("select recipient, params from mails where template = 'shop_alert' order by created_at")

type Deps = Parameters<typeof raiseAlerts>[0]
const worker = (changes: Partial<Deps> = {}): Deps => ({
  db: database.db,
  dataDir: '/no/such/folder',
  host: 'web-1',
  jobs: () => [],
  makesBackups: true,
  waitingSince: undefined,
  ...changes,
})
const look = (minutes: number, changes: Partial<Deps> = {}) => raiseAlerts(worker(changes), inMinutes(minutes))

async function paymentInDoubt(): Promise<string> {
  const userId = (await createProfile(database.ownerPool)).id
  const productId = (await createProduct(database.ownerPool)).id
  const { orderId } = await createCardOrder(database, { userId, productId, subtotal: 119_000, at: NOON })
  const [attempt] = await rows(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
     values ($1, $2, 'simulator', 'in-doubt', 5000, 'manual_resolution') returning id`,
    orderId,
    userId,
  )
  return String(attempt.id)
}

const failedMail = (template: string) =>
  rows(
    `insert into mails (template, recipient, params, status, last_failed_at)
     values ($1, 'x@example.cl', '{}', 'failed', $2)`,
    template,
    NOON,
  )

describe('an alert', () => {
  it('is told once, and again after a day', async () => {
    await paymentInDoubt()
    expect([await look(0), await look(1), await look(2)]).toEqual([1, 0, 0])
    expect(await mails()).toMatchObject([
      {
        recipient: admin.email,
        params: { resumen: '1 pago espera una decisión', enlace_problema: '/admin/settings/services' },
      },
    ])
    expect([await look(DAY - 1), await look(DAY), await look(DAY + 1)]).toEqual([0, 1, 0])
    expect(await mails()).toHaveLength(2)
  })

  it('tells a backup that becomes too old, and a first one that never came', async () => {
    const record = (minutes: number, problem: string | null) =>
      rows(
        'insert into private.backups (started_at, finished_at, file, problem) values ($1, $1, $2, $3)',
        inMinutes(minutes),
        problem === null ? 'alhena.zst' : null,
        problem,
      )
    const HOUR = 60
    expect(await look(0)).toBe(0)
    await record(0, 'ENOSPC: no space left on device')
    expect([await look(36 * HOUR), await look(37 * HOUR, { makesBackups: false }), await look(37 * HOUR)]).toEqual([
      0, 0, 1,
    ])
    await record(40 * HOUR, null)
    await record(64 * HOUR, 'ENOSPC: no space left on device')
    expect([await look(70 * HOUR), await look(77 * HOUR), await look(78 * HOUR)]).toEqual([0, 1, 0])
    expect(await mails()).toMatchObject([
      { params: { resumen: 'Hace 37 horas que no hay una copia de seguridad nueva' } },
      { params: { resumen: 'Hace 37 horas que no hay una copia de seguridad nueva' } },
    ])
  })

  it('is told again when it was resolved and is back', async () => {
    const attempt = await paymentInDoubt()
    const become = (status: string) => rows('update payment_attempts set status = $2 where id = $1', attempt, status)
    const told = [await look(0)]
    await become('rejected')
    told.push(await look(1))
    await become('manual_resolution')
    told.push(await look(2), await look(3))
    expect(told).toEqual([1, 0, 1, 0])
  })

  it('is told once by processes that look at the same time', async () => {
    await paymentInDoubt()
    const told = await Promise.all([0, 0, 0, 0].map(minutes => look(minutes)))
    expect(told.toSorted()).toEqual([0, 0, 0, 1])
    expect(await mails()).toHaveLength(1)
  })

  it('goes to the address of the settings, with everything that is new in one mail', async () => {
    const settings = new Map([['alerts', { email: 'avisos@tienda.example' }]])
    replaceLiveTexts({ shop: undefined, mails: new Map(), legal: new Map(), settings })
    await paymentInDoubt()
    await failedMail('quotation')
    expect(await look(1)).toBe(2)
    forgetLiveTexts()
    expect(await mails()).toMatchObject([
      { recipient: 'avisos@tienda.example', params: { resumen: '2 asuntos por resolver', problemas: [{}, {}] } },
    ])
  })

  it('is no reason for an alert when it fails itself', async () => {
    await failedMail('shop_alert')
    expect(await look(1)).toBe(0)
  })
})

describe('a worker', () => {
  it('that stands still is told by the web process, which sends the mail itself', async () => {
    const web = { waitingSince: NOON }
    expect([await look(4, web), await look(6, web), await look(7, web)]).toEqual([0, 1, 0])
    const sent: OutgoingMail[] = []
    const send = (mail: OutgoingMail) => {
      sent.push(mail)
      return Promise.resolve(ok(undefined))
    }
    const transport = { send, close: () => {} }
    const outbox = { db: database.db, transport, appUrl: 'https://tienda.example', log: createLog('error', () => {}) }
    await rows(`insert into mails (template, recipient, params) values ('quotation', 'x@example.cl', '{}')`)
    const [{ created_at }] = await rows("select created_at from mails where template = 'shop_alert'")
    const inSeconds = (seconds: number) => new Date(created_at.getTime() + seconds * 1000)
    expect([await sendLeftAlerts(outbox, inSeconds(20)), await sendLeftAlerts(outbox, inSeconds(40))]).toEqual([0, 1])
    expect(await sendLeftAlerts(outbox, inSeconds(60))).toBe(0)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Tu tienda te necesita: El proceso de trabajo en segundo plano no funciona',
    ])
  })

  it('that says that it runs is not', async () => {
    await look(5)
    expect([await look(9, { waitingSince: NOON }), await look(11, { waitingSince: NOON })]).toEqual([0, 1])
  })

  it('with a job that stands still is told by itself, and other machines do not resolve it', async () => {
    const counts = { runs: 0, failures: 0, spentMs: 0, lastSuccess: undefined, lastFailure: undefined }
    const stuck = { jobs: () => [{ job: 'mail', ...counts, isFailing: false, isLate: true }] }
    expect([await look(0, stuck), await look(1, { host: 'web-2' }), await look(2, stuck)]).toEqual([1, 0, 0])
    expect(await mails()).toMatchObject([
      { params: { resumen: 'El trabajo en segundo plano está detenido en web-1: mail' } },
    ])
  })
})
