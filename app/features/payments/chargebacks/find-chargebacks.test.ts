import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createCardOrder } from '#tests/support/ledger.ts'
import { recordChargeback, settleChargeback } from './manage-chargebacks.server.ts'

const NOON = new Date('2026-11-20T15:00:00Z')
const daysLater = (days: number) => new Date(NOON.getTime() + days * 86_400_000)
const dayFrom = (text: string) => parseDay(text) ?? '0-0-0'

type Claim = { id: string; number: string }

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
let client: Actor
let claims: { urgent: Claim; later: Claim; lost: Claim }

beforeAll(async () => {
  database = await cloneDatabase()
  const pool = database.ownerPool
  admin = { kind: 'admin', userId: (await createProfile(pool, { role: 'admin' })).id }
  const userId = (await createProfile(pool)).id
  client = { kind: 'user', userId }
  const productId = (await createProduct(pool)).id
  const claim = async (
    amount: number,
    days: number,
    input: { reason: 'fraud' | 'duplicate'; answerBy: string; reference: string },
  ): Promise<Claim> => {
    const order = await createCardOrder(database, { userId, productId, subtotal: 119_000, at: NOON })
    const id = await recordChargeback(database, {
      actor: admin,
      orderId: order.orderId,
      amount: pesos(amount),
      reason: input.reason,
      note: null,
      reference: input.reference,
      receivedOn: dayFrom('2026-11-20'),
      answerBy: dayFrom(input.answerBy),
      revoke: false,
      lossConfirmed: true,
      now: daysLater(days),
    })
    const { rows } = await pool.query('select order_number from orders where id = $1', [order.orderId])
    return { id, number: rows[0].order_number }
  }
  claims = {
    urgent: await claim(50_000, 0, { reason: 'fraud', answerBy: '2026-11-25', reference: 'Reclamo Alfa' }),
    later: await claim(119_000, 1, { reason: 'duplicate', answerBy: '2026-12-20', reference: 'Reclamo Beta' }),
    lost: await claim(50_000, 2, { reason: 'fraud', answerBy: '2026-11-24', reference: 'Reclamo Gama' }),
  }
  await settleChargeback(database, {
    actor: admin,
    chargebackId: claims.lost.id,
    result: 'lost',
    note: 'Carta del banco',
    revoke: false,
    lossConfirmed: true,
    now: daysLater(3),
  })
})
afterAll(() => database.close())

type Filters = {
  status?: string
  reason?: string
  dueBy?: string
  from?: Date
  until?: Date
  sort?: 'created_at' | 'answer_by' | 'amount_clp'
  descending?: boolean
  after?: string
  max?: number
}

const find = (input: string, filters: Filters = {}, actor: Actor = admin) =>
  asActor(database.db, actor, async tx => {
    const { status, reason, dueBy, from, until, sort = 'created_at', descending = false, after, max = 25 } = filters
    const { rows } = await sql<{ id: string }>`
      select id from private.find_chargebacks(${input}, ${status ?? null}, ${reason ?? null}, ${dueBy ?? null},
        ${from ?? null}, ${until ?? null}, ${sort}, ${descending}, ${after ?? null}, ${max}) id`.execute(tx)
    return rows.map(({ id }) => id)
  })

it("finds chargebacks by the bank's reference, their pesos and the number of their order", async () => {
  const { urgent, later, lost } = claims
  expect(await find('reclamo')).toEqual([urgent.id, later.id, lost.id])
  expect(await find('beta')).toEqual([later.id])
  expect(await find('50.000')).toEqual([urgent.id, lost.id])
  expect(await find(lost.number)).toEqual([lost.id])
})

it.each([
  ['the state', { status: 'lost' }, () => [claims.lost.id]],
  ['the reason', { reason: 'fraud' }, () => [claims.urgent.id, claims.lost.id]],
  ['a deadline of unanswered ones', { dueBy: '2026-11-27' }, () => [claims.urgent.id]],
  ['a period, whose end is not in it', { from: daysLater(1), until: daysLater(2) }, () => [claims.later.id]],
  ['several at once', { reason: 'fraud', status: 'received' }, () => [claims.urgent.id]],
] as const)('filters by %s', async (_, filters, expected) => {
  expect(await find('reclamo', filters)).toEqual(expected())
})

it('turns pages in the order of any column', async () => {
  const { urgent, later, lost } = claims
  const byDeadline = { sort: 'answer_by', max: 2 } as const
  expect(await find('reclamo', byDeadline)).toEqual([lost.id, urgent.id])
  expect(await find('reclamo', { ...byDeadline, after: urgent.id })).toEqual([later.id])
  const byAmount = await find('reclamo', { sort: 'amount_clp', descending: true })
  expect(byAmount[0]).toBe(later.id)
})

it('shows nothing to clients and visitors, and takes no filter as SQL', async () => {
  expect(await find('reclamo', {}, client)).toEqual([])
  expect(await find('reclamo', {}, VISITOR)).toEqual([])
  expect(await find('reclamo', { status: "lost' or true --" })).toEqual([])
})
