import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { BUYER_DATA, createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { createQuotation } from './create-quotation.server.ts'
import { lastBuyerData, ownQuotation, ownQuotations } from './quotations.server.ts'
import { QUOTATIONS_A_DAY } from './quotations.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const PRICE = 100_000

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(30)
})
afterAll(() => database.close())

const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))
const newProduct = () => createProduct(database.ownerPool, { basePriceClp: PRICE })
const team = (product_id: string, seats: number) => ({ product_id, mode: 'business' as const, seats })
const asUser = <Value>(userId: string, work: Parameters<typeof asActor<Value>>[2]) =>
  asActor(database.db, { kind: 'user', userId }, work)
const setPrice = (id: string, price: number) =>
  database.ownerPool.query('update assessments set base_price_clp = $2 where id = $1', [id, price])

describe('a new quotation', () => {
  it('stores lines, prices, seller and buyer of its day, under its own number', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const cart = quotationCartOf([team(product.id, 11)], 240_000, { code: 'DEMO20' })
    const id = await createTestQuotation(database.db, buyer, cart, NOW)
    await setPrice(product.id, 999_000)
    await database.ownerPool.query("update assessments set name = 'Otro nombre' where id = $1", [product.id])
    const quotation = await asUser(buyer.id, tx => ownQuotation(tx, buyer.id, id))
    expect(quotation).toMatchObject({
      id,
      issuedAt: NOW,
      validUntil: new Date('2026-12-07T02:59:59.999Z'),
      subtotal_clp: 300_000,
      discount_clp: 60_000,
      discount_code: 'DEMO20',
      total_clp: 240_000,
      net_clp: 201_681,
      vat_clp: 38_319,
      seller: { name: 'Alhena Demostración SpA', rut: '76.192.083-9' },
      buyer: { name: 'Ana Rojas', email: buyer.email, rut: '76192083-9', reference: 'SC-4711' },
      isBought: false,
      lines: [
        {
          product_id: product.id,
          name: product.name,
          mode: 'business',
          seats: 11,
          base_price_clp: PRICE,
          total_clp: 300_000,
          pricing_band: '11-49',
          per_extra_rate: 0.2,
        },
      ],
    })
    expect(quotation?.number).toMatch(/^COT-2026-\d{6}$/)
  })

  it('takes the year of its number from Santiago', async () => {
    const buyer = await newBuyer()
    const cart = quotationCartOf([team((await newProduct()).id, 1)], PRICE)
    const id = await createTestQuotation(database.db, buyer, cart, new Date('2027-01-01T02:30:00Z'))
    const quotation = await asUser(buyer.id, tx => ownQuotation(tx, buyer.id, id))
    expect(quotation?.number).toMatch(/^COT-2026-/)
  })

  it('needs a confirmation when the prices differ from those that the buyer saw', async () => {
    const product = await newProduct()
    const cart = quotationCartOf([team(product.id, 1)], PRICE)
    await setPrice(product.id, 120_000)
    const answer = await createQuotation(database.db, await newBuyer(), cart, BUYER_DATA, NOW)
    expect(answer).toMatchObject({ ok: false, error: { code: 'cart_changed', quote: { total_clp: 120_000 } } })
  })

  it('is refused for products that are gone, and with a code that does not apply', async () => {
    const product = await newProduct()
    await database.ownerPool.query("update assessments set status = 'archived' where id = $1", [product.id])
    const gone = quotationCartOf([team(product.id, 1)], 0)
    const coded = quotationCartOf([team((await newProduct()).id, 1)], PRICE, { code: 'NO-EXISTE' })
    const buyer = await newBuyer()
    expect(await createQuotation(database.db, buyer, gone, BUYER_DATA, NOW)).toMatchObject({
      error: { code: 'cart_changed' },
    })
    expect(await createQuotation(database.db, buyer, coded, BUYER_DATA, NOW)).toMatchObject({
      error: { code: 'discount_invalid' },
    })
  })

  it('ignores the prices of the quotation that the cart was opened from', async () => {
    const buyer = await newBuyer()
    const product = await newProduct()
    const first = await createTestQuotation(database.db, buyer, quotationCartOf([team(product.id, 1)], PRICE), NOW)
    await setPrice(product.id, 150_000)
    const again = { ...quotationCartOf([team(product.id, 1)], PRICE), quotation: first }
    expect(await createQuotation(database.db, buyer, again, BUYER_DATA, NOW)).toMatchObject({
      error: { code: 'cart_changed', quote: { total_clp: 150_000 } },
    })
  })

  it('is created once per form, however often and concurrently it is sent', async () => {
    const buyer = await newBuyer()
    const cart = quotationCartOf([team((await newProduct()).id, 1)], PRICE)
    const ids = await Promise.all(Array.from({ length: 8 }, () => createTestQuotation(database.db, buyer, cart, NOW)))
    expect(new Set(ids).size).toBe(1)
    expect((await asUser(buyer.id, tx => ownQuotations(tx, buyer.id, 1))).count).toBe(1)
  })

  it('has a unique number, also when many are made concurrently', async () => {
    const product = await newProduct()
    const buyers = await Promise.all(Array.from({ length: 20 }, newBuyer))
    const numbers = await Promise.all(
      buyers.map(async buyer => {
        const id = await createTestQuotation(database.db, buyer, quotationCartOf([team(product.id, 2)], 140_000), NOW)
        return (await asUser(buyer.id, tx => ownQuotation(tx, buyer.id, id)))?.number
      }),
    )
    expect(new Set(numbers).size).toBe(20)
    expect(numbers).not.toContain(undefined)
  })

  it('is limited to 20 a day, also concurrently; the next day allows 20 again', async () => {
    const buyer = await newBuyer()
    const { id } = await newProduct()
    const make = (now: Date) =>
      createQuotation(database.db, buyer, quotationCartOf([team(id, 1)], PRICE), BUYER_DATA, now)
    const answers = await Promise.all(Array.from({ length: QUOTATIONS_A_DAY + 5 }, () => make(NOW)))
    expect(answers.filter(answer => answer.ok)).toHaveLength(QUOTATIONS_A_DAY)
    expect(answers.filter(answer => !answer.ok).map(answer => answer.error.code)).toEqual(
      Array.from({ length: 5 }, () => 'too_many'),
    )
    expect(await make(new Date('2026-11-22T15:00:01Z'))).toMatchObject({ ok: true })
    const { quotations, count } = await asUser(buyer.id, tx => ownQuotations(tx, buyer.id, 2))
    expect([quotations.length, count]).toEqual([1, QUOTATIONS_A_DAY + 1])
  })

  it('remembers the recipient of the last one', async () => {
    const buyer = await newBuyer()
    expect(await asUser(buyer.id, tx => lastBuyerData(tx, buyer.id))).toBeUndefined()
    await createTestQuotation(database.db, buyer, quotationCartOf([team((await newProduct()).id, 1)], PRICE), NOW)
    expect(await asUser(buyer.id, tx => lastBuyerData(tx, buyer.id))).toEqual({
      company: 'Empresa de Prueba SpA',
      rut: '76192083-9',
      address: 'Av. Providencia 1234, Providencia',
    })
  })
})

describe('another user', () => {
  it('finds no quotation by its id, neither through the query nor past row-level security', async () => {
    const [owner, other] = [await newBuyer(), await newBuyer()]
    const cart = quotationCartOf([team((await newProduct()).id, 1)], PRICE)
    const id = await createTestQuotation(database.db, owner, cart, NOW)
    expect(await asUser(other.id, tx => ownQuotation(tx, other.id, id))).toBeUndefined()
    // Simulates a forgotten WHERE.
    expect(await asUser(other.id, tx => ownQuotation(tx, owner.id, id))).toBeUndefined()
    expect(await asUser(other.id, tx => tx.selectFrom('quotation_lines').selectAll().execute())).toEqual([])
  })
})

describe('a deleted account', () => {
  it('deletes its quotations, except those of orders, which lose the personal data', async () => {
    const buyer = await newBuyer()
    const { id: productId } = await newProduct()
    const [stored, gone] = await Promise.all(
      [1, 2].map(() => createTestQuotation(database.db, buyer, quotationCartOf([team(productId, 1)], PRICE), NOW)),
    )
    await database.ownerPool.query(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version,
         terms_accepted_at, quotation_id) values ($1, $2, 0, 0, 0, 0, gen_random_uuid(), '1', now(), $3)`,
      [buyer.id, `ALH-${randomUUID()}`, stored],
    )
    await database.ownerPool.query(
      "update profiles set deleted_at = now(), email = 'eliminada@cuenta.invalid' where id = $1",
      [buyer.id],
    )
    const left = await database.ownerPool.query('select * from quotations where user_id = $1', [buyer.id])
    expect(left.rows).toMatchObject([
      { id: stored, buyer_name: 'Persona anónima', buyer_email: 'eliminada@cuenta.invalid', reference: null },
    ])
    const lines = await database.ownerPool.query('select from quotation_lines where quotation_id = $1', [gone])
    expect(lines.rowCount).toBe(0)
    await expect(
      createQuotation(database.db, buyer, quotationCartOf([team(productId, 1)], PRICE), BUYER_DATA, NOW),
    ).rejects.toMatchObject({ constraint: 'account_is_deleted' })
  })
})

describe('row-level security', () => {
  const refusal = (userId: string, statement: string) =>
    database.ownerPool.connect().then(async client => {
      try {
        await client.query(
          `begin; set local role alhena_app; set local alhena.kind = 'user'; set local alhena.user_id = '${userId}'`,
        )
        return `done: ${(await client.query(statement)).rowCount}`
      } catch (error) {
        return error instanceof Error ? ('constraint' in error && error.constraint) || error.message : String(error)
      } finally {
        await client.query('rollback')
        client.release()
      }
    })

  it('lets nobody change, remove, number, extend or add to an issued quotation', async () => {
    const buyer = await newBuyer()
    const stranger = await newBuyer()
    const { id: productId } = await newProduct()
    const id = await createTestQuotation(database.db, buyer, quotationCartOf([team(productId, 1)], PRICE), NOW)
    const line = (owner: string) =>
      `insert into quotation_lines (quotation_id, user_id, position, assessment_id, name, mode, seats, base_price_clp, total_clp,
         pricing_band, per_extra_rate) values ('${id}', '${owner}', 1, '${productId}', 'x', 'self', 1, 0, 0, 'self', 0)`
    for (const statement of [
      'update quotations set total_clp = 0',
      "update quotations set valid_until = 'infinity'",
      'update quotation_lines set total_clp = 0',
      'delete from quotations',
      'delete from quotation_lines',
      `insert into quotations (number) values ('COT-1')`,
      "select nextval('quotation_numbers')",
      `update orders set quotation_id = '${id}'`,
    ]) {
      expect(await refusal(buyer.id, statement), statement).toContain('permission denied')
    }
    expect(await refusal(buyer.id, line(buyer.id))).toBe('quotation_lines_of_new_quotations')
    expect(await refusal(stranger.id, line(buyer.id))).toMatch(/quotation_lines_of_new_quotations|row-level/)
    expect(
      await refusal(
        buyer.id,
        `insert into quotations (user_id, idempotency_key, issued_at, valid_until, subtotal_clp,
      discount_clp, total_clp, net_clp, vat_clp, seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email,
      terms_version) values ('${stranger.id}', '${randomUUID()}', now(), now() + interval '1 day', 0, 0, 0, 0, 0, '', '', '', '', 'x',
      '', '1')`,
      ),
    ).toContain('row-level security')
    expect(
      await refusal(
        stranger.id,
        `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp,
      idempotency_key, terms_version, terms_accepted_at, quotation_id) values ('${stranger.id}', 'ALH-X', 0, 0, 0, 0,
      gen_random_uuid(), '1', now(), '${id}')`,
      ),
    ).toBe('orders_quotation_of_buyer')
  })
})
