import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteCart, simulateDiscount } from '#app/features/cart/quote-cart.server.ts'
import { ALREADY_USED_REASON } from '#app/features/discounts/discounts.ts'
import { createQuotation } from '#app/features/quotations/create-quotation.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { BUYER_DATA, quotationCartOf } from '#tests/support/quotations.ts'
import { checkOut } from './check-out.server.ts'

// Codes for certain products and codes with one use per customer give the same answer in cart, checkout, quotation and
// simulator.

const NOW = new Date('2026-11-21T15:00:00Z')
const PRICE = 100_000

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase(30)
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))
const newProduct = async () => ({
  ...(await createProduct(database.ownerPool, { basePriceClp: PRICE })),
  basePriceClp: PRICE,
})
type Buyer = Awaited<ReturnType<typeof newBuyer>>
type Product = Awaited<ReturnType<typeof newProduct>>

async function newCode(input: { once?: boolean; value?: number; products?: Product[] } = {}): Promise<string> {
  const code = `R${randomUUID().slice(0, 8).toUpperCase()}`
  const [made] = await rows(
    `insert into discount_codes (code, name, type, value, valid_from, once_per_customer)
     values ($1, $1, 'percentage', $2, '2026-01-01', $3) returning id`,
    code,
    input.value ?? 20,
    input.once ?? false,
  )
  for (const product of input.products ?? []) {
    await rows('insert into discount_code_products values ($1, $2)', made.id, product.id)
  }
  return code
}

const buy = (buyer: Buyer, product: Product, code: string, input: Parameters<typeof cartOf>[1] = {}) =>
  checkOut(database.db, buyer, cartOf(product, { code, total: 80_000, repeat: 'yes', ...input }), BOLETA, NOW)

const choiceOf = (product: Product) => ({ product_id: product.id, mode: 'self' as const, seats: 1 })
const reasonOf = (answer: Awaited<ReturnType<typeof buy>>) =>
  answer.ok ? 'bought' : answer.error.code === 'discount_invalid' ? answer.error.reason : answer.error.code

describe('a code for certain products', () => {
  it('discounts their lines alone, and the order records it to the peso', async () => {
    const [inside, outside] = [await newProduct(), await newProduct()]
    const code = await newCode({ products: [inside] })
    const choices = [choiceOf(inside), choiceOf(outside)]
    const quote = await quoteCart(database.db, { choices, code }, NOW)
    expect(quote).toMatchObject({
      subtotal_clp: 200_000,
      discount: { code, amount: 20_000, productIds: [inside.id] },
      total_clp: 180_000,
    })
    const buyer = await newBuyer()
    const cart = { ...cartOf(inside, { code, total: 180_000 }), choices }
    expect(await checkOut(database.db, buyer, cart, BOLETA, NOW)).toMatchObject({ ok: true })
    expect(
      await rows(
        'select assessment_id, discount_clp from order_items where user_id = $1 order by discount_clp',
        buyer.id,
      ),
    ).toEqual([
      { assessment_id: outside.id, discount_clp: 0 },
      { assessment_id: inside.id, discount_clp: 20_000 },
    ])
  })

  it('is refused for a cart without them, in the cart, at checkout and in a quotation, naming the products', async () => {
    const [inside, outside] = [await newProduct(), await newProduct()]
    const code = await newCode({ products: [inside] })
    const reason = `El código de descuento vale solo para ${inside.name}`
    const choices = [choiceOf(outside)]
    expect(await quoteCart(database.db, { choices, code }, NOW)).toMatchObject({
      discount: null,
      discount_problem: reason,
      total_clp: PRICE,
    })
    const buyer = await newBuyer()
    expect(reasonOf(await buy(buyer, outside, code))).toBe(reason)
    const cart = quotationCartOf(choices, PRICE, { code })
    expect(await createQuotation(database.db, buyer, cart, BUYER_DATA, NOW)).toEqual({
      ok: false,
      error: { code: 'discount_invalid', reason },
    })
    expect(await rows('select from orders where user_id = $1', buyer.id)).toHaveLength(0)
  })

  it('names three of its products and counts the others', async () => {
    const products = await Promise.all(Array.from({ length: 5 }, newProduct))
    const code = await newCode({ products })
    const quote = await quoteCart(database.db, { choices: [choiceOf(await newProduct())], code }, NOW)
    expect(quote.discount_problem).toMatch(/^El código de descuento vale solo para .+, .+, .+ y 2 más$/)
  })

  it('makes an order free only when it covers all of its lines', async () => {
    const [inside, outside] = [await newProduct(), await newProduct()]
    const code = await newCode({ products: [inside], value: 100 })
    const buyer = await newBuyer()
    expect(await buy(buyer, inside, code, { total: 0 })).toMatchObject({ ok: true, value: { status: 'paid' } })
    const both = {
      ...cartOf(inside, { code, total: PRICE, repeat: 'yes' }),
      choices: [choiceOf(inside), choiceOf(outside)],
    }
    expect(await checkOut(database.db, buyer, both, BOLETA, NOW)).toMatchObject({
      ok: true,
      value: { status: 'pending', total_clp: PRICE },
    })
  })
})

describe('a code with one use per customer', () => {
  it('gives one sale for fifty parallel checkouts of one customer, and one each for fifty customers', async () => {
    const product = await newProduct()
    const code = await newCode({ once: true, value: 100 })
    const buyer = await newBuyer()
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(buyer, product, code, { total: 0 })))
    expect(answers.filter(answer => answer.ok)).toHaveLength(1)
    expect(new Set(answers.filter(answer => !answer.ok).map(reasonOf))).toEqual(new Set([ALREADY_USED_REASON]))
    const others = await Promise.all(Array.from({ length: 50 }, newBuyer))
    const sold = await Promise.all(others.map(other => buy(other, product, code, { total: 0 })))
    expect(sold.filter(answer => answer.ok)).toHaveLength(50)
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 51 }])
  })

  it('is refused in the cart of a signed-in customer and in a quotation; an anonymous visitor is not recognised', async () => {
    const product = await newProduct()
    const code = await newCode({ once: true, value: 100 })
    const buyer = await newBuyer()
    await buy(buyer, product, code, { total: 0 })
    const choices = [choiceOf(product)]
    const ask = (buyerId: string | undefined) =>
      quoteCart(database.db, { choices, code }, NOW, undefined, { address: randomUUID(), buyerId })
    expect((await ask(buyer.id)).discount_problem).toBe(ALREADY_USED_REASON)
    expect((await ask(undefined)).discount_problem).toBeNull()
    expect((await ask((await newBuyer()).id)).total_clp).toBe(0)
    const cart = quotationCartOf(choices, 0, { code })
    expect(await createQuotation(database.db, buyer, cart, BUYER_DATA, NOW)).toMatchObject({
      error: { reason: ALREADY_USED_REASON },
    })
  })

  it('stays available to a customer who did not pay, one order at a time, and not while a payment is being confirmed', async () => {
    const product = await newProduct()
    const code = await newCode({ once: true })
    const buyer = await newBuyer()
    const first = await buy(buyer, product, code)
    const second = await buy(buyer, product, code)
    expect([first.ok, second.ok]).toEqual([true, true])
    expect(await rows('select status from orders where user_id = $1 order by created_at, status', buyer.id)).toEqual(
      expect.arrayContaining([{ status: 'failed' }, { status: 'pending' }]),
    )
    await rows(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
       values ($1, $2, 'simulator', $3, 80000, 'committing')`,
      second.ok ? second.value.id : '',
      buyer.id,
      randomUUID().slice(0, 26),
    )
    expect(reasonOf(await buy(buyer, product, code))).toBe(ALREADY_USED_REASON)
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 1 }])
  })

  it('is limited by the database too', async () => {
    const product = await newProduct()
    const code = await newCode({ once: true })
    const buyer = await newBuyer()
    const bought = await buy(buyer, product, code)
    const [{ id }] = await rows('select id from discount_codes where code = $1', code)
    expect(bought.ok).toBe(true)
    const other = await buy(buyer, product, await newCode())
    await rows('delete from discount_redemptions where order_id = $1', other.ok ? other.value.id : '')
    await expect(
      rows(
        'insert into discount_redemptions (order_id, user_id, discount_code_id, amount_clp, once) values ($1, $2, $3, 0, false)',
        other.ok ? other.value.id : '',
        buyer.id,
        id,
      ),
    ).rejects.toMatchObject({ constraint: 'discount_redemptions_once_per_customer' })
  })
})

describe('the simulator', () => {
  // shows: B2.62
  it('shows the cart as its buyer sees it, with the answer of every rule', async () => {
    const [inside, outside] = [await newProduct(), await newProduct()]
    const code = await newCode({ products: [inside], once: true, value: 100 })
    const buyer = await newBuyer()
    await buy(buyer, inside, code, { total: 0 })
    const simulate = (product: Product, buyerId: string | undefined) =>
      simulateDiscount(database.db, admin, {
        choices: [choiceOf(product)],
        code: code.toLowerCase(),
        buyerId,
        now: NOW,
      })
    const fresh = await simulate(inside, undefined)
    expect(fresh.quote).toEqual(await quoteCart(database.db, { choices: [choiceOf(inside)], code }, NOW))
    expect(fresh.rules.every(rule => rule.passed)).toBe(true)
    expect(fresh.rules.map(rule => rule.rule)).toEqual([
      'not_active',
      'not_yet_valid',
      'expired',
      'used_up',
      'other_products',
      'already_used',
      'below_minimum',
    ])
    const again = await simulate(outside, buyer.id)
    expect(again.rules.filter(rule => !rule.passed).map(rule => rule.rule)).toEqual(['other_products', 'already_used'])
    expect(again.quote.discount_problem).toBe(again.rules.find(rule => !rule.passed)?.reason)
    const [{ count }] = await rows('select count(*)::int from private.discount_tries')
    expect(count).toBe(0)
  })

  it('rejects a text that is no code', async () => {
    const product = await newProduct()
    for (const code of ['NADA-DE-NADA', "x'; --", '\u0000']) {
      const { rules, quote } = await simulateDiscount(database.db, admin, {
        choices: [choiceOf(product)],
        code,
        buyerId: undefined,
        now: NOW,
      })
      expect([rules, quote.discount_problem]).toEqual([[], 'El código de descuento no es válido'])
    }
  })
})
