import { randomUUID } from 'node:crypto'
import { DatabaseError, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOrderNumber } from '#app/features/orders/orders.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { checkOut } from './check-out.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const PRICE = 100_000

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(30)
})
afterAll(() => database.close())

const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))
const newProduct = async (input: Parameters<typeof createProduct>[1] = {}) => ({
  ...(await createProduct(database.ownerPool, { basePriceClp: PRICE, ...input })),
  basePriceClp: input.basePriceClp ?? PRICE,
})
const buy = (user: Awaited<ReturnType<typeof newBuyer>>, cart: ReturnType<typeof cartOf>, now = NOW) =>
  checkOut(database.db, user, cart, BOLETA, now)

async function rows(text: string, ...values: unknown[]) {
  return (await database.ownerPool.query(text, values)).rows
}

async function newCode(input: { value?: number; maxUses?: number; type?: string } = {}): Promise<string> {
  const code = `T${randomUUID().slice(0, 8).toUpperCase()}`
  await rows(
    'insert into discount_codes (code, name, type, value, max_uses, valid_from) values ($1, $1, $2, $3, $4, $5)',
    code,
    input.type ?? 'percentage',
    input.value ?? 20,
    input.maxUses ?? null,
    new Date('2026-01-01'),
  )
  return code
}

/** Runs SQL under the application's role without an ownership check in its WHERE. */
async function asBuyer<Value>(userId: string, work: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await database.ownerPool.connect()
  try {
    await client.query(
      `begin; set local role alhena_app; set local alhena.kind = 'user'; set local alhena.user_id = '${userId}'`,
    )
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('checkout', () => {
  it('needs no contract of processing where nobody is invited', async () => {
    const buyer = await newBuyer()
    await buy(buyer, cartOf(await newProduct(), { mode: 'self', seats: 1 }))
    expect(await rows('select processing_terms_version from orders where user_id = $1', buyer.id)).toEqual([
      { processing_terms_version: null },
    ])
  })

  it('writes a pending order with frozen prices and gives no access before it is paid', async () => {
    const buyer = await newBuyer()
    const placed = await buy(buyer, cartOf(await newProduct(), { seats: 11 }))
    expect(placed).toMatchObject({ ok: true, value: { status: 'pending', total_clp: 300_000 } })
    const [order] = await rows('select * from orders where user_id = $1', buyer.id)
    expect(order).toMatchObject({ total_clp: 300_000, net_clp: 252_101, vat_clp: 47_899, document_type: 'boleta' })
    expect(order).toMatchObject({ terms_version: legalDocument('purchase_terms').version, terms_accepted_at: NOW })
    expect(order).toMatchObject({
      processing_terms_version: legalDocument('processing_agreement').version,
      processing_terms_accepted_at: NOW,
    })
    expect(isOrderNumber(order.order_number)).toBe(true)
    expect(order.order_number).toHaveLength(29)
    const [item] = await rows('select * from order_items where order_id = $1', order.id)
    expect(item).toMatchObject({ seats: 11, unit_price_clp: 27_273, pricing_band: '11-49', per_extra_rate: 0.2 })
    expect(await rows('select from user_accesses where user_id = $1', buyer.id)).toHaveLength(0)
  })

  // shows: S7.13
  it('pays an order of $0 at once: payment, one access per item, receipt, code used once', async () => {
    const buyer = await newBuyer()
    const code = await newCode({ value: 100 })
    const placed = await buy(buyer, cartOf(await newProduct(), { seats: 3, code, total: 0 }))
    expect(placed).toMatchObject({ ok: true, value: { status: 'paid', total_clp: 0 } })
    expect(await rows('select email, invited_by_user_id from user_accesses where user_id = $1', buyer.id)).toEqual([
      { email: buyer.email, invited_by_user_id: null },
    ])
    expect(await rows('select gateway, status from payment_attempts where user_id = $1', buyer.id)).toEqual([
      { gateway: 'free', status: 'paid' },
    ])
    expect(await rows('select template from mails where recipient = $1', buyer.email)).toEqual([
      { template: 'order_receipt' },
    ])
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 1 }])
  })

  // shows: S7.16
  it('splits the discount over the lines so that they add up to the total', async () => {
    const buyer = await newBuyer()
    const products = [await newProduct({ basePriceClp: 333 }), await newProduct({ basePriceClp: 334 })]
    const code = await newCode({ value: 33 })
    const cart = {
      ...cartOf(products[0] ?? { id: '', basePriceClp: 0 }),
      choices: products.map(product => ({ product_id: product.id, mode: 'self' as const, seats: 1 })),
      code,
      expected_total_clp: 667 - 220,
    }
    expect(await buy(buyer, cart)).toMatchObject({ ok: true })
    const [sums] = await rows(
      'select sum(total_clp) as total, sum(discount_clp) as discount from order_items where user_id = $1',
      buyer.id,
    )
    expect(sums).toEqual({ total: 447, discount: 220 })
  })

  // shows: S4.11, S5.12
  it('refuses a total, price, seats or mode that the shop does not sell, and records nothing', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const many = await newProduct({ minSeats: 5 })
    const single = await newProduct({ allowBusiness: false, maxSeats: 1 })
    const draft = await newProduct({ status: 'draft' })
    const forged = [
      cartOf(product, { seats: 11, total: 1 }),
      cartOf(product, { total: 0 }),
      cartOf(many, { mode: 'self' }),
      cartOf(many, { mode: 'business', seats: 2 }),
      cartOf(single, { mode: 'business', seats: 2 }),
      cartOf(draft),
      cartOf({ id: randomUUID(), basePriceClp: 1 }),
    ]
    for (const cart of forged) {
      expect(await buy(buyer, cart)).toMatchObject({ ok: false, error: { code: 'cart_changed' } })
    }
    expect(await rows('select from orders where user_id = $1', buyer.id)).toHaveLength(0)
  })

  it('says why a code is refused', async () => {
    const buyer = await newBuyer()
    const answer = await buy(buyer, cartOf(await newProduct(), { code: 'NO-EXISTE' }))
    expect(answer).toEqual({
      ok: false,
      error: { code: 'discount_invalid', reason: 'El código de descuento no es válido' },
    })
  })
})

describe('the same checkout twice', () => {
  // shows: S7.18
  it('makes one order, also when twenty copies arrive at once', async () => {
    const buyer = await newBuyer()
    const cart = cartOf(await newProduct(), { seats: 2 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(buyer, cart)))
    const numbers = new Set(answers.map(answer => (answer.ok ? answer.value.order_number : 'refused')))
    expect(numbers.size).toBe(1)
    expect(await rows('select from orders where user_id = $1', buyer.id)).toHaveLength(1)
  })

  it('keeps the order after a return from the bank and stores the corrected document', async () => {
    const buyer = await newBuyer()
    const cart = cartOf(await newProduct())
    const first = await buy(buyer, cart)
    const factura = {
      ...BOLETA,
      billing: {
        document: 'factura' as const,
        rut: '76192083-9',
        name: 'Empresa SpA',
        activity: 'Servicios',
        address: 'Calle 1',
        commune: 'Providencia',
      },
    }
    const again = await checkOut(database.db, buyer, cart, factura, NOW)
    expect(again.ok && first.ok && again.value.id === first.value.id).toBe(true)
    expect(await rows('select document_type, billing_rut from orders where user_id = $1', buyer.id)).toEqual([
      { document_type: 'factura', billing_rut: '76192083-9' },
    ])
  })

  it('replaces the unpaid order when the price has changed', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const code = await newCode({ maxUses: 1, value: 50 })
    const cart = cartOf(product, { code, total: 50_000 })
    await buy(buyer, cart)
    await rows('update assessments set base_price_clp = 80000 where id = $1', product.id)
    expect(await buy(buyer, { ...cart, expected_total_clp: 40_000 })).toMatchObject({ value: { total_clp: 40_000 } })
    expect(await rows('select status, total_clp from orders where user_id = $1 order by total_clp', buyer.id)).toEqual([
      { status: 'pending', total_clp: 40_000 },
      { status: 'failed', total_clp: 50_000 },
    ])
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 1 }])
  })

  // shows: S7.15
  it('asks for confirmation with another key within ten minutes of a paid order, and follows the answer', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const first = await buy(buyer, cartOf(product, { code: await newCode({ value: 100 }), total: 0 }))
    const number = first.ok ? first.value.order_number : ''
    const later = new Date(NOW.getTime() + 4 * 60_000)
    expect(await buy(buyer, cartOf(product), later)).toEqual({
      ok: false,
      error: { code: 'recently_bought', orderNumber: number, minutes: 4 },
    })
    expect(await buy(buyer, cartOf(product, { repeat: 'no' }), later)).toMatchObject({
      value: { order_number: number },
    })
    expect(await buy(buyer, cartOf(product, { repeat: 'yes' }), later)).toMatchObject({ ok: true })
    expect(await rows('select from orders where user_id = $1', buyer.id)).toHaveLength(2)
  })

  it('continues an order that was left unpaid, or replaces it and releases its use of a code', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const code = await newCode({ maxUses: 1 })
    const first = await buy(buyer, cartOf(product, { code, total: 80_000 }))
    const number = first.ok ? first.value.order_number : ''
    const later = new Date(NOW.getTime() + 4 * 60_000)
    expect(await buy(buyer, cartOf(product), later)).toEqual({
      ok: false,
      error: { code: 'payment_unfinished', orderNumber: number, total_clp: 80_000 },
    })
    expect(await buy(buyer, cartOf(product, { repeat: 'continue' }), later)).toMatchObject({
      value: { order_number: number, status: 'pending', total_clp: 80_000 },
    })
    expect(await buy(buyer, cartOf(product, { repeat: 'replace' }), later)).toMatchObject({
      value: { status: 'pending', total_clp: PRICE },
    })
    expect(await rows('select status from orders where user_id = $1 order by created_at, status', buyer.id)).toEqual([
      { status: 'failed' },
      { status: 'pending' },
    ])
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 0 }])
  })

  it('asks once only where the continued order is of the same cart', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const first = await buy(buyer, cartOf(product))
    const number = first.ok ? first.value.order_number : ''
    const later = new Date(NOW.getTime() + 60_000)
    const other = cartOf(product, { repeat: 'continue', mode: 'business', seats: 2 })
    expect(await buy(buyer, other, later)).toMatchObject({ value: { order_number: number } })
    expect(await buy(buyer, { ...other, repeat: null }, later)).toMatchObject({ error: { code: 'payment_unfinished' } })

    const same = cartOf(product, { repeat: 'continue' })
    expect(await buy(buyer, same, later)).toMatchObject({ value: { order_number: number } })
    // Back from the bank: the cart is that order now.
    expect(await buy(buyer, { ...same, repeat: null }, later)).toMatchObject({
      value: { order_number: number, status: 'pending' },
    })
  })

  it('does not replace an order whose payment the bank is confirming', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const first = await buy(buyer, cartOf(product))
    const order = first.ok ? first.value : { id: '', order_number: '' }
    await rows(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
       values ($1, $2, 'simulator', $3, $4, 'committing')`,
      order.id,
      buyer.id,
      `T-${randomUUID().slice(0, 20)}`,
      PRICE,
    )
    expect(await buy(buyer, cartOf(product, { repeat: 'replace' }))).toEqual({
      ok: false,
      error: { code: 'payment_under_way', orderNumber: order.order_number },
    })
    expect(await rows('select status from orders where user_id = $1', buyer.id)).toEqual([{ status: 'pending' }])
  })

  it('asks one of two tabs that send two keys at once', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(buyer, cartOf(product))))
    expect(answers.filter(answer => answer.ok)).toHaveLength(1)
    expect(await rows('select from orders where user_id = $1', buyer.id)).toHaveLength(1)
  })

  it('asks nothing after ten minutes', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    await buy(buyer, cartOf(product))
    expect(await buy(buyer, cartOf(product), new Date(NOW.getTime() + 11 * 60_000))).toMatchObject({ ok: true })
  })
})

it('sells the last use of a code once to fifty concurrent buyers', async () => {
  const code = await newCode({ maxUses: 1 })
  const product = await newProduct()
  const buyers = await Promise.all(Array.from({ length: 50 }, newBuyer))
  const answers = await Promise.all(buyers.map(buyer => buy(buyer, cartOf(product, { code, total: 80_000 }))))
  expect(answers.filter(answer => answer.ok)).toHaveLength(1)
  expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 1 }])
  expect(await rows('select from orders where discount_code = $1', code)).toHaveLength(1)
})

it('sells several products to many buyers at once, whatever the order of their cart lines', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => newProduct()))
  const code = await newCode({ value: 100 })
  const buyers = await Promise.all(Array.from({ length: 24 }, newBuyer))
  const [one] = products
  const answers = await Promise.all(
    buyers.map((buyer, index) => {
      const choices = products.map(product => ({ product_id: product.id, mode: 'self' as const, seats: 1 }))
      const turned = [...choices.slice(index % 6), ...choices.slice(0, index % 6)]
      return buy(buyer, { ...cartOf(one ?? { id: '', basePriceClp: 0 }, { code, total: 0 }), choices: turned })
    }),
  )
  expect(answers.every(answer => answer.ok)).toBe(true)
  const ids = products.map(({ id }) => id)
  expect(await rows('select distinct paid_seats from assessments where id = any ($1)', ids)).toEqual([
    { paid_seats: 24 },
  ])
})

describe('the database', () => {
  it('lets no buyer mark an order as paid, nor insert one as paid', async () => {
    const buyer = await newBuyer()
    const placed = await buy(buyer, cartOf(await newProduct()))
    const id = placed.ok ? placed.value.id : ''
    const attempt = (statement: string) =>
      asBuyer(buyer.id, async client => {
        try {
          await client.query(statement)
          return 'done'
        } catch (error) {
          return error instanceof DatabaseError ? (error.constraint ?? error.message) : String(error)
        }
      })
    expect(await attempt(`update orders set status = 'paid' where id = '${id}'`)).toBe('orders_paid_by_shop')
    expect(await attempt(`update orders set total_clp = 1 where id = '${id}'`)).toContain('permission denied')
    expect(await attempt(`update orders set status = 'refunded' where id = '${id}'`)).toBe('orders_changed_by_shop')
  })

  // shows: S6.14
  it('shows a buyer no row of another, even to a query without a WHERE', async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    await buy(buyer, cartOf(await newProduct()))
    await asBuyer(other.id, async client => {
      for (const table of [
        'orders',
        'order_items',
        'payment_attempts',
        'discount_redemptions',
        'user_accesses',
        'mails',
      ]) {
        expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0)
      }
    })
  })
})
