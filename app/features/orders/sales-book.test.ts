import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFigures } from '#app/features/analytics/figures.server.ts'
import { netOf } from '#app/features/analytics/figures.ts'
import { shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, createRefund } from '#tests/support/factories.ts'
import { findBookEntries } from './paid-orders.server.ts'
import { amountsOf, offeredMonths, readMonth, salesBook } from './sales-book.ts'

const now = new Date('2026-01-31T15:00:00Z')

describe('a month', () => {
  it('is that of the address, or the current one', () => {
    expect(readMonth('2025-11', now)).toEqual({
      first: '2025-11-01',
      next: '2025-12-01',
      value: '2025-11',
      name: 'noviembre de 2025',
    })
    for (const text of [null, '', '2025-13', '2025-11-01', 'x']) expect(readMonth(text, now).value).toBe('2026-01')
    expect(readMonth('2024-02', now).next).toBe('2024-03-01')
  })

  it('is offered for two years', () => {
    const months = offeredMonths(now).map(({ value }) => value)
    expect([months[0], months[1], months.at(-1), months.length]).toEqual(['2026-01', '2025-12', '2024-02', 24])
  })
})

it('splits refunds so that they add up to the VAT of their order', () => {
  const total = pesos(100_001)
  const parts = [33_333, 1, 66_667].map(pesos)
  let before = 0
  const amounts = parts.map(part => {
    const amount = amountsOf({ kind: 'refund', amount_clp: part, total_clp: total, refunded_before: pesos(before) })
    before += part
    return amount
  })
  const { net, vat } = splitVat(total)
  expect(amounts.reduce((sum, amount) => sum + amount.net, 0)).toBe(-net)
  expect(amounts.reduce((sum, amount) => sum + amount.vat, 0)).toBe(-vat)
  for (const amount of amounts) expect(amount.net + amount.vat).toBe(amount.total)
})

describe('the book of a month', () => {
  let database: TestDatabase
  let admin: Actor
  let buyer: { id: string; email: string }
  let productId: string
  beforeAll(async () => {
    database = await cloneDatabase()
    admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
    buyer = await createProfile(database.ownerPool, { first_name: 'Rosa', last_name: 'Díaz' })
    productId = (await createProduct(database.ownerPool)).id
  })
  afterAll(() => database.close())

  const sell = async (seats: number, paidAt: string) => {
    const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId, seats })
    await database.ownerPool.query(
      "update orders set created_at = $2::timestamptz - interval '5 days', paid_at = $2 where id = $1",
      [item.order_id, paidAt],
    )
    return item
  }
  const read = (value: string, actor = admin) => {
    const { first, next } = readMonth(value, now)
    return asActor(database.db, actor, async tx => ({
      entries: await findBookEntries(tx, { from: startOfDay(first), until: startOfDay(next) }),
      figures: await findFigures(tx, { from: first, to: shiftDay(next, -1) }),
    }))
  }

  it('has each payment and refund on its own day, and the sums of the dashboard', async () => {
    // Half past eleven in the evening of 31 October in Santiago, and half an hour after midnight.
    await sell(1, '2025-11-01T02:30:00Z')
    const first = await sell(7, '2025-11-01T03:30:00Z')
    const second = await sell(3, '2025-11-30T15:00:00Z')
    await createRefund(database.ownerPool, first.order_id, { amount: 1999, at: '2025-11-20T15:00:00Z' })
    await createRefund(database.ownerPool, second.order_id, { amount: 500, at: '2025-12-02T15:00:00Z' })
    await createRefund(database.ownerPool, first.order_id, { at: '2025-12-03T15:00:00Z' })

    const november = await read('2025-11')
    expect(november.entries.map(({ kind, amount_clp, order_number }) => [kind, amount_clp, order_number])).toEqual([
      ['sale', 7000, first.order_number],
      ['refund', 1999, first.order_number],
      ['sale', 3000, second.order_number],
    ])
    const december = await read('2025-12')
    expect(
      december.entries.map(({ kind, amount_clp, refunded_before }) => [kind, amount_clp, refunded_before]),
    ).toEqual([
      ['refund', 500, 0],
      ['refund', 5001, 1999],
    ])
    for (const { entries, figures } of [november, december]) {
      const [book, totals] = salesBook(entries, { month: 'un mes', now })
      const sum = book?.rows.reduce((total, row) => total + Number(row.at(-1)), 0)
      expect(sum).toBe(netOf(figures))
      expect(totals?.rows.slice(0, 3).map(row => row.at(-1))).toEqual([
        figures.gross,
        -figures.refunded,
        netOf(figures),
      ])
      expect(totals?.rows[0]?.[1]).toBe(figures.paid)
    }
  })

  it('names document, buyer, method and both dates', async () => {
    const item = await sell(2, '2025-08-10T15:00:00Z')
    await database.ownerPool.query(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
       values ($1, $2, 'webpay', 'ALH-PRUEBA', 2000, 'paid')`,
      [item.order_id, buyer.id],
    )
    const [book] = salesBook((await read('2025-08')).entries, { month: 'agosto', now })
    expect(book?.rows).toEqual([
      [
        { day: '2025-08-10' },
        'Venta',
        item.order_number,
        { day: '2025-08-05' },
        'Boleta',
        null,
        'Rosa Díaz',
        'Webpay',
        'ALH-PRUEBA',
        null,
        1681,
        319,
        2000,
      ],
    ])
  })

  it("shows a buyer nobody else's sales", async () => {
    await sell(1, '2025-07-10T15:00:00Z')
    const other = await createProfile(database.ownerPool)
    expect((await read('2025-07', { kind: 'user', userId: other.id })).entries).toEqual([])
  })
})
