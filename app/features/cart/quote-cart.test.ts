import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'
import type { CartChoice } from './cart.ts'
import { applyDiscount, productsForQuote, quoteCart } from './quote-cart.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const quote = (choices: CartChoice[], code: string | null = null) => quoteCart(database.db, { choices, code }, NOW)
const apply = (choices: CartChoice[], code: string) => applyDiscount(database.db, { choices, code }, NOW)
const business = (product_id: string, seats: number): CartChoice => ({ product_id, mode: 'business', seats })

describe('a quote', () => {
  // shows: S3.6
  it("uses the database's prices and ignores the browser's", async () => {
    const product = await createProduct(database.ownerPool, { basePriceClp: 590_000, maxSeats: 200 })
    // A payload of an outdated or forged page.
    const forged = {
      ...business(product.id, 11),
      total_clp: 1,
      base_price_clp: -5,
      pricing_band: '50+',
      currency: 'USD',
    }
    const answer = await quote([forged])
    expect(answer).toMatchObject({
      subtotal_clp: 1_770_000,
      discount: null,
      discount_problem: null,
      total_clp: 1_770_000,
      net_clp: 1_487_395,
      vat_clp: 282_605,
      total_items: 11,
      notices: [],
    })
    expect(answer.lines).toEqual([
      {
        product_id: product.id,
        mode: 'business',
        seats: 11,
        base_price_clp: 590_000,
        total_clp: 1_770_000,
        currency: 'CLP',
        pricing_band: '11-49',
        per_extra_rate: 0.2,
        calculation: '590000 + 10 × 20% × 590000 = 1770000',
        cheaper: null,
        assessment: {
          slug: product.slug,
          name: product.name,
          image_url: null,
          category_slug: expect.any(String),
          type: 'assessment',
          format: 'En línea',
          duration_min: 15,
          duration_max: 20,
          min_seats: 1,
          max_seats: 200,
          allow_business: true,
        },
      },
    ])
  })

  it('leaves out products that are not on sale: forged, draft, archived and deleted ones', async () => {
    const pool = database.ownerPool
    const [draft, archived, deleted, sold] = await Promise.all([
      createProduct(pool, { status: 'draft' }),
      createProduct(pool, { status: 'archived' }),
      createProduct(pool),
      createProduct(pool),
    ])
    await pool.query('update assessments set deleted_at = now() where id = $1', [deleted.id])
    const forged = randomUUID()
    const gone = [forged, draft.id, archived.id, deleted.id]
    const answer = await quote([...gone.map(id => business(id, 2)), business(sold.id, 2)])
    expect(answer.lines.map(line => line.product_id)).toEqual([sold.id])
    expect(answer.notices).toEqual(gone.map(product_id => ({ code: 'unavailable', product_id })))
    expect(await productsForQuote(database.db, gone)).toEqual([])
  })

  it('corrects impossible seats and modes', async () => {
    const team = await createProduct(database.ownerPool, { minSeats: 5, maxSeats: 40 })
    const alone = await createProduct(database.ownerPool, { allowBusiness: false, maxSeats: 1 })
    const answer = await quote([
      business(team.id, 999),
      { product_id: team.id, mode: 'self', seats: 1 },
      business(alone.id, 30),
    ])
    expect(answer.lines.map(({ mode, seats }) => ({ mode, seats }))).toEqual([
      { mode: 'business', seats: 40 },
      { mode: 'self', seats: 1 },
    ])
    expect(answer.notices.map(notice => notice.code)).toEqual([
      'mode_unavailable',
      'mode_unavailable',
      'merged',
      'seats_clamped',
      'seats_clamped',
    ])
  })

  it('of an empty cart is zero, with or without a code', async () => {
    expect(await quote([], 'DEMO20')).toMatchObject({ lines: [], total_clp: 0, discount: null, discount_problem: null })
  })

  it('applies a stored code, or says why it no longer applies', async () => {
    const product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
    const choices = [business(product.id, 1)]
    expect(await quote(choices, 'DEMO20')).toMatchObject({
      discount: { code: 'DEMO20', amount: 20_000 },
      discount_problem: null,
      total_clp: 80_000,
    })
    await ownerDatabase(database.ownerPool)
      .insertInto('discount_codes')
      .values({
        code: 'VENCIDO',
        name: 'Vencido',
        type: 'percentage',
        value: 50,
        valid_from: NOW,
        valid_until: NOW,
      })
      .execute()
    await database.ownerPool.query("update discount_codes set status = 'paused' where code = 'VENCIDO'")
    expect(await quote(choices, 'VENCIDO')).toMatchObject({
      discount: null,
      discount_problem: 'El código de descuento no está activo',
      total_clp: 100_000,
    })
  })
})

describe('applying a code', () => {
  // shows: S3.8
  it('returns the discounted quote', async () => {
    const product = await createProduct(database.ownerPool, { basePriceClp: 24_990 })
    expect(await apply([{ product_id: product.id, mode: 'self', seats: 1 }], ' bienvenida100 ')).toMatchObject({
      ok: true,
      value: { discount: { code: 'BIENVENIDA100', amount: 24_990 }, subtotal_clp: 24_990, total_clp: 0, vat_clp: 0 },
    })
  })

  it.each([
    ['  ', { code: 'required' }],
    ['\u0000', { code: 'required' }],
    ['nada', { code: 'unknown', reason: 'El código de descuento no es válido' }],
  ])('refuses %j', async (code, error) => {
    const product = await createProduct(database.ownerPool)
    expect(await apply([business(product.id, 1)], code)).toEqual({ ok: false, error })
  })

  it('claims no use, which happens at checkout', async () => {
    const product = await createProduct(database.ownerPool)
    await apply([business(product.id, 1)], 'DEMO20')
    const { rows } = await database.ownerPool.query("select current_uses from discount_codes where code = 'DEMO20'")
    expect(rows).toEqual([{ current_uses: 0 }])
  })

  it('counts only products on sale towards the minimum', async () => {
    await ownerDatabase(database.ownerPool)
      .insertInto('discount_codes')
      .values({
        code: 'SOBRE-UN-MILLON',
        name: 'Grande',
        type: 'fixed_amount',
        value: 50_000,
        valid_from: NOW,
        min_order_amount: pesos(1_000_000),
      })
      .execute()
    const [draft, sold] = await Promise.all([
      createProduct(database.ownerPool, { status: 'draft', basePriceClp: 5_000_000 }),
      createProduct(database.ownerPool, { basePriceClp: 500_000 }),
    ])
    expect(await apply([business(draft.id, 1), business(sold.id, 1)], 'SOBRE-UN-MILLON')).toEqual({
      ok: false,
      error: { code: 'below_minimum', reason: 'El código de descuento requiere una compra mínima de $1.000.000' },
    })
    expect(await apply([business(sold.id, 4)], 'SOBRE-UN-MILLON')).toMatchObject({
      ok: true,
      value: { total_clp: 1_050_000 },
    })
  })
})
