import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { forgetLiveTexts, replaceLiveTexts } from '#app/platform/texts/live-texts.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createCardOrder } from '#tests/support/ledger.ts'
import { paymentServices } from '#tests/support/payments.ts'
import { asShop } from '#tests/support/shop-transaction.ts'
import { checkLedger } from './check-ledger.server.ts'

/** Noon of 20 November in Santiago, and half past three in the night after it. */
const NOON = new Date('2026-11-20T15:00:00Z')
const NIGHT = new Date('2026-11-21T06:30:00Z')
const inHours = (hours: number) => new Date(NIGHT.getTime() + hours * 3_600_000)

let database: TestDatabase
let admin: { id: string; email: string }
let buy: (subtotal: number, at?: Date) => Promise<string>
beforeEach(async () => {
  await database?.close()
  database = await cloneDatabase()
  await rows('update profiles set deleted_at = now() where role = $1', 'admin')
  admin = await createProfile(database.ownerPool, { role: 'admin' })
  const userId = (await createProfile(database.ownerPool)).id
  const productId = (await createProduct(database.ownerPool)).id
  buy = async (subtotal, at = NOON) => (await createCardOrder(database, { userId, productId, subtotal, at })).orderId
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const days = () =>
  rows(
    'select day::text, entry_count, sales_clp, refunds_clp, difference_count, differences from ledger_checks order by day',
  )
const mails = () => rows("select recipient, params from mails where template = 'ledger_difference' order by created_at")

/** Writes behind the back of the constraints, as a fault would. */
async function behind(text: string, ...values: unknown[]) {
  const client = await database.ownerPool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(text, values)
  } finally {
    client.release(true)
  }
}

describe('the check of the ledger', () => {
  it('finds nothing wrong with sales and refunds, checks each closed day once, and today not yet', async () => {
    const orderId = await buy(119_000)
    await refundOrder(
      paymentServices(database, () => NOON),
      {
        actor: { kind: 'admin', userId: admin.id },
        orderId,
        amount: 19_000,
        reason: 'Prueba',
        byHand: true,
        confirmed: { password: true, loss: true },
        now: NOON,
      },
    )
    await buy(1190, new Date('2026-11-18T15:00:00Z'))
    await buy(5000, NIGHT)
    expect(await checkLedger(database.db, NIGHT)).toBe(3)
    expect(await days()).toMatchObject([
      { day: '2026-11-18', entry_count: 1, sales_clp: 1190, difference_count: 0 },
      { day: '2026-11-19', entry_count: 0, sales_clp: 0, difference_count: 0 },
      { day: '2026-11-20', entry_count: 2, sales_clp: 119_000, refunds_clp: 19_000, difference_count: 0 },
    ])
    expect(await checkLedger(database.db, inHours(1))).toBe(0)
    expect(await mails()).toEqual([])
  })

  it('waits for the night', async () => {
    await buy(1190)
    expect(await checkLedger(database.db, new Date('2026-11-21T05:59:00Z'))).toBe(0)
    expect(await checkLedger(database.db, new Date('2026-11-21T06:01:00Z'))).toBe(1)
  })

  it('tells every administrator once of a sale without its entry, and repeats it until it is there', async () => {
    const orderId = await buy(119_000)
    await behind('delete from ledger_lines')
    await behind('delete from ledger_entries')
    await checkLedger(database.db, NIGHT)
    expect(await days()).toMatchObject([
      {
        difference_count: 1,
        differences: [
          { kind: 'missing', event: 'sale', source_id: orderId, order_id: orderId, expected: 119_000, found: null },
        ],
      },
    ])
    expect(await mails()).toEqual([
      {
        recipient: admin.email,
        params: {
          nombre: 'Ana',
          cantidad_diferencias: '1 diferencia',
          dias: [{ dia: '20-11-2026', diferencia: '1 diferencia' }],
          enlace_libro: '/admin/finance',
        },
      },
    ])
    // Not again in the same night, but in the next; nobody is told twice.
    expect(await checkLedger(database.db, inHours(1))).toBe(0)
    expect(await checkLedger(database.db, inHours(24))).toBe(2)
    expect(await mails()).toHaveLength(1)
    await asShop(database.ownerPool, (_, run) =>
      run(
        `select private.post_ledger('sale', paid_at, id, id, jsonb_build_array(
           jsonb_build_object('account', 'card_receivable', 'debit', total_clp),
           jsonb_build_object('account', 'sales', 'credit', net_clp),
           jsonb_build_object('account', 'vat_payable', 'credit', vat_clp))) from orders where id = $1`,
        orderId,
      ),
    )
    // An entry that comes late to a checked day has it checked again at once.
    expect(await checkLedger(database.db, inHours(25))).toBe(1)
    expect((await days())[0]).toMatchObject({ difference_count: 0, differences: [] })
  })

  it.each([
    [
      'other pesos',
      'update orders set subtotal_clp = 200000, total_clp = 200000, net_clp = 168067, vat_clp = 31933',
      'amount',
    ],
    ['another VAT', 'update orders set net_clp = net_clp - 1, vat_clp = vat_clp + 1', 'amount'],
    ['an entry without its order', 'update orders set paid_at = null, status = $$failed$$', 'without_source'],
    [
      'lines that do not balance',
      "update ledger_lines set credit_clp = credit_clp + 1 where account = 'sales'",
      'unbalanced',
    ],
    ['a lost line', "delete from ledger_lines where account = 'card_receivable'", 'unbalanced'],
    [
      'a refund without its entry',
      `insert into refunds (order_id, attempt_id, amount_clp, reason, status, settled_at)
       select order_id, id, 10, 'x', 'done', created_at from payment_attempts`,
      'missing',
    ],
    [
      'a surplus without its entry',
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status, created_at)
       select order_id, user_id, 'webpay', 'doble', 10, 'refund_pending', created_at from payment_attempts`,
      'missing',
    ],
    [
      'a chargeback without its entry',
      `insert into chargebacks (order_id, attempt_id, amount_clp, reason, received_on, answer_by, created_at)
       select order_id, id, 10, 'other', '2026-11-20', '2026-11-20', created_at from payment_attempts`,
      'missing',
    ],
  ])('finds %s', async (_, fault, kind) => {
    await buy(119_000)
    await behind(fault)
    await checkLedger(database.db, NIGHT)
    const [day] = await days()
    expect(day.differences.map((difference: { kind: string }) => difference.kind)).toContain(kind)
    expect(await mails()).toHaveLength(1)
  })

  it('writes to the address of the alerts when one is set', async () => {
    replaceLiveTexts({
      shop: undefined,
      mails: new Map(),
      legal: new Map(),
      settings: new Map([['alerts', { email: 'finanzas@tienda.example' }]]),
    })
    await buy(119_000)
    await behind('delete from ledger_lines')
    await checkLedger(database.db, NIGHT)
    forgetLiveTexts()
    expect(await mails()).toMatchObject([{ recipient: 'finanzas@tienda.example' }])
  })

  it('runs once when two workers start it', async () => {
    await buy(1190)
    const taken = await Promise.all([checkLedger(database.db, NIGHT), checkLedger(database.db, NIGHT)])
    expect(taken.toSorted()).toEqual([0, 1])
  })
})
