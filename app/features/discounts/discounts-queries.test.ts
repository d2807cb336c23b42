import type { Kysely, Selectable, Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, endOfDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { claimDiscountUse, insertRedemption, releaseDiscountUse, validateDiscount } from './discounts.server.ts'
import { loadDemoDiscounts } from './load-demo-discounts.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let owner: Kysely<DB>
let count = 0

beforeAll(async () => {
  database = await cloneDatabase(20)
  owner = ownerDatabase(database.ownerPool)
})
afterAll(() => database.close())

/** Its owner writes columns, too, that the application may not. */
type CodeRow = Selectable<DB['discount_codes']>

async function createCode(input: Partial<CodeRow> = {}): Promise<{ id: string; code: string }> {
  count += 1
  return owner
    .insertInto('discount_codes')
    .values({
      code: `TEST-${count}`,
      name: 'Prueba',
      type: 'percentage',
      value: 20,
      valid_from: new Date('2020-01-01T00:00:00Z'),
      created_at: new Date('2020-01-01T00:00:00Z'),
      ...input,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

const usesOf = async (id: string): Promise<number> => {
  const row = await owner
    .selectFrom('discount_codes')
    .select('current_uses')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.current_uses
}

/** A cart of one line. */
const linesOf = (subtotal: number) => [
  { product_id: '00000000-0000-4000-8000-00000000000a', total_clp: pesos(subtotal) },
]

/** The discount of a code on a subtotal, or the code of the refusal. */
async function ask(code: string, subtotal: number, at = NOW): Promise<number | string> {
  const answer = await validateDiscount(database.db, code, linesOf(subtotal), at)
  return answer.ok ? answer.value.amount : answer.error.code
}

describe('the discount of a code', () => {
  it.each([
    [20, 590_000, 118_000],
    [50, 1, 1],
    [50, 3, 2],
    [15, 1_003, 150],
    [15, 1_010, 152],
    [33, 24_990, 8_247],
    [1, 49, 0],
    [1, 50, 1],
    [100, 59_531_001, 59_531_001],
    [20, 0, 0],
  ])('%i%% of %i is %i, with half a peso rounded up', async (value, subtotal, amount) => {
    const { code } = await createCode({ value })
    expect(await ask(code, subtotal)).toBe(amount)
  })

  it('is at most max_discount_amount', async () => {
    const { code } = await createCode({ value: 20, max_discount_amount: pesos(50_000) })
    expect(await ask(code, 249_999)).toBe(50_000)
    expect(await ask(code, 590_000)).toBe(50_000)
    expect(await ask(code, 100_000)).toBe(20_000)
  })

  // shows: S9.9
  it('is at most the subtotal', async () => {
    const { code } = await createCode({ type: 'fixed_amount', value: 30_000 })
    expect(await ask(code, 24_990)).toBe(24_990)
    expect(await ask(code, 50_000)).toBe(30_000)
  })

  // shows: S7.10
  it("is returned with the code's id, however the code was typed", async () => {
    const { id, code } = await createCode()
    expect(await validateDiscount(database.db, `  ${code.toLowerCase()} `, linesOf(1000), NOW)).toEqual({
      ok: true,
      value: { discountCodeId: id, code, amount: 200, oncePerCustomer: false, productIds: null },
    })
  })
})

describe('a code is refused', () => {
  const refusal = async (code: string, subtotal = 100_000) => {
    const answer = await validateDiscount(database.db, code, linesOf(subtotal), NOW)
    return answer.ok ? 'applied' : answer.error
  }

  // shows: S8.11
  it.each(['NO-EXISTE', '', 'x', 'con espacio', "' or true --", 'NO\u0000EXISTE', 'X'.repeat(5000)])(
    'with the general text when %j is unknown',
    async code => {
      expect(await refusal(code)).toEqual({ code: 'unknown', reason: 'El código de descuento no es válido' })
    },
  )

  it('never for how its separators were typed, and no other code may differ in them alone', async () => {
    const { code } = await createCode({ code: 'OTONO-2027' })
    expect(
      await Promise.all(
        ['OTONO2027', 'otono–2027', '“OTONO_2027”.', 'O\u200bTONO 2027'].map(typed => ask(typed, 1000)),
      ),
    ).toEqual(Array(4).fill(200))
    await expect(createCode({ code: code.replace('-', '') })).rejects.toMatchObject({
      constraint: 'discount_codes_key',
    })
  })

  it('with the general text when it is archived', async () => {
    const { code } = await createCode({ archived_at: NOW })
    expect(await refusal(code)).toEqual({ code: 'unknown', reason: 'El código de descuento no es válido' })
  })

  // shows: S5.16
  it.each(['paused', 'inactive'] as const)('when it is %s', async status => {
    const { code } = await createCode({ status })
    expect(await refusal(code)).toEqual({ code: 'not_active', reason: 'El código de descuento no está activo' })
  })

  // shows: S5.16
  it('before it begins, to the millisecond', async () => {
    const { code } = await createCode({ valid_from: NOW })
    expect(await ask(code, 1000, new Date(NOW.getTime() - 1))).toBe('not_yet_valid')
    expect(await ask(code, 1000, NOW)).toBe(200)
    const later = await createCode({ valid_from: new Date('2030-01-01T00:00:00Z') })
    expect(await refusal(later.code)).toEqual({
      code: 'not_yet_valid',
      reason: 'El código de descuento todavía no está vigente',
    })
  })

  // shows: S5.16
  it('after the day of valid_until', async () => {
    const { code } = await createCode({ valid_until: NOW })
    const end = endOfDay(NOW)
    expect(await ask(code, 1000, end)).toBe(200)
    expect(await ask(code, 1000, new Date(end.getTime() + 1))).toBe('expired')
    const gone = await createCode({ valid_until: new Date('2026-01-01T02:59:59Z') })
    expect(await refusal(gone.code)).toEqual({ code: 'expired', reason: 'El código de descuento venció' })
  })

  // shows: S5.16
  it('when its uses are exhausted', async () => {
    const { code } = await createCode({ max_uses: 3, current_uses: 3 })
    expect(await refusal(code)).toEqual({
      code: 'used_up',
      reason: 'El código de descuento ya alcanzó su máximo de usos',
    })
    const left = await createCode({ max_uses: 3, current_uses: 2 })
    expect(await ask(left.code, 1000)).toBe(200)
  })

  // shows: S5.16
  it('below the minimum of the order', async () => {
    const { code } = await createCode({ min_order_amount: pesos(1_500_000) })
    expect(await ask(code, 1_500_000)).toBe(300_000)
    expect(await refusal(code, 1_499_999)).toEqual({
      code: 'below_minimum',
      reason: 'El código de descuento requiere una compra mínima de $1.500.000',
    })
  })

  it('for the first of its reasons only', async () => {
    const { code } = await createCode({
      status: 'paused',
      valid_until: new Date('2021-01-01T00:00:00Z'),
      max_uses: 1,
      current_uses: 1,
    })
    expect(await ask(code, 1000)).toBe('not_active')
  })
})

describe('the days of a code end at 23:59:59 in Santiago', () => {
  // Chile's clocks went back at the end of 4 April 2026 (23:00 to 23:59 happened twice) and forward at the end of 5
  // September.
  it.each([
    ['a summer day', '2026-01-10T15:00:00Z', 3, '2026-01-14T02:59:59Z'],
    ['a winter day', '2026-07-10T15:00:00Z', 3, '2026-07-14T03:59:59Z'],
    ['created late in the evening', '2026-01-11T02:30:00Z', 1, '2026-01-12T02:59:59Z'],
    ['the day before the clocks go back', '2026-04-01T12:00:00Z', 2, '2026-04-04T02:59:59Z'],
    ['the day that is an hour longer', '2026-04-01T12:00:00Z', 3, '2026-04-05T03:59:59Z'],
    ['the day after it', '2026-04-01T12:00:00Z', 4, '2026-04-06T03:59:59Z'],
    ['the last day of winter time', '2026-09-01T12:00:00Z', 4, '2026-09-06T03:59:59Z'],
    ['the day that is an hour shorter', '2026-09-01T12:00:00Z', 5, '2026-09-07T02:59:59Z'],
  ])('%s', async (_, created, days, ends) => {
    const end = new Date(ends)
    const { code } = await createCode({ created_at: new Date(created), duration_days: days })
    expect(await ask(code, 1000, end)).toBe(200)
    expect(await ask(code, 1000, new Date(end.getTime() + 1000))).toBe('expired')
  })

  it('with the earlier of two ends', async () => {
    const created_at = new Date(NOW.getTime() - 10 * DAY_MS)
    const byDays = await createCode({ created_at, duration_days: 5, valid_until: new Date(NOW.getTime() + DAY_MS) })
    expect(await ask(byDays.code, 1000)).toBe('expired')
    const byDate = await createCode({ created_at, duration_days: 30, valid_until: new Date(NOW.getTime() - DAY_MS) })
    expect(await ask(byDate.code, 1000)).toBe('expired')
    const neither = await createCode({ created_at, duration_days: 30, valid_until: new Date(NOW.getTime() + DAY_MS) })
    expect(await ask(neither.code, 1000)).toBe(200)
  })
})

/** A buyer of the shop's own transactions. */
const BUYER = '00000000-0000-4000-8000-000000000001'

describe('uses', () => {
  const as = <Value>(actor: Actor, work: (tx: Transaction<DB>) => Promise<Value>) => asActor(database.db, actor, work)

  async function redeemedOrder(): Promise<{ userId: string; orderId: string; codeId: string }> {
    const user = await createProfile(database.ownerPool)
    const order = await database.ownerPool.query<{ id: string }>(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version, terms_accepted_at)
       values ($1, 'ALH-' || gen_random_uuid(), 1000, 1000, 840, 160, gen_random_uuid(), '1', now()) returning id`,
      [user.id],
    )
    const orderId = order.rows[0]?.id ?? ''
    const { id } = await createCode({ max_uses: 5 })
    await as({ kind: 'user', userId: user.id }, async tx => {
      expect(await claimDiscountUse(tx, id, user.id)).toBe(true)
      await insertRedemption(tx, {
        orderId,
        userId: user.id,
        discountCodeId: id,
        amount: pesos(200),
        now: NOW,
      })
    })
    return { userId: user.id, orderId, codeId: id }
  }

  it('are claimed by one of fifty parallel claims when one is left', async () => {
    const { id } = await createCode({ max_uses: 10, current_uses: 9 })
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => as(SYSTEM, tx => claimDiscountUse(tx, id, BUYER))),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await usesOf(id)).toBe(10)
  })

  it('are released when the transaction that claimed them fails', async () => {
    const { id } = await createCode({ max_uses: 1 })
    const failing = as(SYSTEM, async tx => {
      expect(await claimDiscountUse(tx, id, BUYER)).toBe(true)
      throw new Error('the order could not be written')
    })
    await expect(failing).rejects.toThrow('the order could not be written')
    expect(await usesOf(id)).toBe(0)
    expect(await as(SYSTEM, tx => claimDiscountUse(tx, id, BUYER))).toBe(true)
  })

  it("can't be claimed of a code that was paused, archived or does not exist", async () => {
    const paused = await createCode({ status: 'paused' })
    const archived = await createCode({ archived_at: NOW })
    for (const id of [paused.id, archived.id, '00000000-0000-4000-8000-000000000000']) {
      expect(await as(SYSTEM, tx => claimDiscountUse(tx, id, BUYER))).toBe(false)
    }
  })

  it("can't be claimed for somebody else, except by the staff", async () => {
    const { id } = await createCode()
    const user = await createProfile(database.ownerPool)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    const claim = (actor: Actor, buyer: string) => as(actor, tx => claimDiscountUse(tx, id, buyer))
    expect(await claim({ kind: 'user', userId: user.id }, BUYER)).toBe(false)
    expect(await claim({ kind: 'user', userId: user.id }, user.id)).toBe(true)
    expect(await claim({ kind: 'admin', userId: admin.id }, user.id)).toBe(true)
  })

  it('are unlimited without max_uses', async () => {
    const { id } = await createCode()
    await Promise.all(Array.from({ length: 20 }, () => as(SYSTEM, tx => claimDiscountUse(tx, id, BUYER))))
    expect(await usesOf(id)).toBe(20)
  })

  it('are released once, however often and from wherever the order fails', async () => {
    const { orderId, codeId } = await redeemedOrder()
    expect(await usesOf(codeId)).toBe(1)
    await expect(as(SYSTEM, tx => releaseDiscountUse(tx, orderId, NOW))).rejects.toThrow('only a failed order')
    await database.ownerPool.query("update orders set status = 'failed' where id = $1", [orderId])
    const released = await Promise.all(
      Array.from({ length: 20 }, () => as(SYSTEM, tx => releaseDiscountUse(tx, orderId, NOW))),
    )
    expect(released.filter(Boolean)).toHaveLength(1)
    expect(await usesOf(codeId)).toBe(0)
    expect(await as(SYSTEM, tx => releaseDiscountUse(tx, orderId, NOW))).toBe(false)
  })

  it("can't be released by another user", async () => {
    const { orderId, codeId } = await redeemedOrder()
    const other = await createProfile(database.ownerPool)
    expect(await as({ kind: 'user', userId: other.id }, tx => releaseDiscountUse(tx, orderId, NOW))).toBe(false)
    expect(await as(VISITOR, tx => releaseDiscountUse(tx, orderId, NOW))).toBe(false)
    expect(await usesOf(codeId)).toBe(1)
  })

  it('are unaffected by an order without a code', async () => {
    const user = await createProfile(database.ownerPool)
    const product = await createProduct(database.ownerPool)
    const { order_id } = await createPaidItem(database.ownerPool, { userId: user.id, productId: product.id })
    expect(await as(SYSTEM, tx => releaseDiscountUse(tx, order_id, NOW))).toBe(false)
  })
})

describe("the demo shop's codes", () => {
  it('discount the whole price and a fifth of it', async () => {
    expect(await ask('BIENVENIDA100', 590_000)).toBe(590_000)
    expect(await ask('DEMO20', 590_000)).toBe(118_000)
  })

  it("keep an administrator's changes when they are loaded again", async () => {
    await owner.updateTable('discount_codes').set({ status: 'paused' }).where('code', '=', 'DEMO20').execute()
    await loadDemoDiscounts(owner)
    expect(await ask('DEMO20', 1000)).toBe('not_active')
    expect(await ask('BIENVENIDA100', 1000)).toBe(1000)
  })
})
