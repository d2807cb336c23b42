import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessRows } from '#app/features/accesses/admin/admin-access-list.server.ts'
import { adminAccessList } from '#app/features/accesses/admin/admin-access-list.tsx'
import { codeUseRows } from '#app/features/discounts/admin/code-use-list.server.ts'
import { codeUseList } from '#app/features/discounts/admin/code-use-list.tsx'
import { quotationRows } from '#app/features/quotations/admin/quotation-list.server.ts'
import { quotationList } from '#app/features/quotations/admin/quotation-list.tsx'
import { reviewRows } from '#app/features/reviews/admin/review-list.server.ts'
import { reviewList } from '#app/features/reviews/admin/review-list.tsx'
import { readList } from '#app/kit/lists/define-list.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { createReview } from '#tests/support/reviews.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let admin: Actor
let buyer: TestProfile
const items: { order_id: string; owner_access_id: string }[] = []
let codeId: string

const query = (sql: string, ...values: unknown[]) => database.ownerPool.query<{ id: string }>(sql, values)

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool: pool } = database
  admin = { kind: 'admin', userId: (await createProfile(pool, { role: 'admin' })).id }
  buyer = await createProfile(pool, { first_name: 'Rayén', last_name: 'Cuminao' })
  const product = await createProduct(pool)
  const code = await query(
    "insert into discount_codes (code, name, type, value) values ('USOS', 'Uno', 'fixed_amount', 100) returning id",
  )
  codeId = code.rows[0]?.id ?? ''
  for (let index = 0; index < 5; index += 1) {
    const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id })
    items.push(item)
    await query(
      `insert into discount_redemptions (order_id, user_id, discount_code_id, amount_clp, created_at)
       values ($1, $2, $3, $4, $5)`,
      item.order_id,
      buyer.id,
      codeId,
      100 + index,
      `2026-11-1${index}T15:00:00Z`,
    )
    await query(
      `insert into quotations (user_id, idempotency_key, issued_at, valid_until, subtotal_clp, discount_clp, total_clp, net_clp, vat_clp,
         seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email, company_name, terms_version)
       values ($1, gen_random_uuid(), $2::timestamptz, $2::timestamptz + interval '15 days', $3, 0, $3, $3, 0,
         'x', 'x', 'x', 'x', 'Rayén Cuminao', 'r@ejemplo.cl', 'Ñuble Sur', '1')`,
      buyer.id,
      `2026-11-0${1 + 2 * index}T15:00:00Z`,
      1000 * (index + 1),
    )
  }
})
afterAll(() => database.close())

const params = (text: string) => ({ searchParams: new URLSearchParams(text) })
/** Ids of every page of a list, one after the other, and whether the way back is the same. */
async function walk(read: (cursor: string) => Promise<{ rows: { id: string }[]; next?: string | undefined }>) {
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await read(after === undefined ? '' : `&after=${after}`)
    seen.push(...page.rows.map(row => row.id))
    after = page.next
  } while (after !== undefined)
  return seen
}

describe('the list of quotations', () => {
  const list = (text: string, actor = admin, size = 100) =>
    asActor(database.db, actor, tx =>
      quotationRows.page(tx, { ...readList(quotationList, params(text), NOW).query, size }),
    )
  const totals = async (text: string, actor = admin) => (await list(text, actor)).rows.map(row => row.total_clp)

  // shows: B2.19
  it('finds by number, people and company, narrows by state and days, and sorts', async () => {
    const [first] = (await list('sort=antiguas')).rows
    expect(first).toMatchObject({
      number: expect.stringMatching(/^COT-2026-\d{6}$/),
      client: { id: buyer.id, name: 'Rayén Cuminao', company: 'Ñuble Sur', email: 'r@ejemplo.cl' },
      total_clp: 1000,
      state: 'expired',
    })
    expect(await totals('sort=mayor-total')).toEqual([5000, 4000, 3000, 2000, 1000])
    for (const search of ['search=nubl', `search=${first?.number}`, 'search=cumin+ray']) {
      expect((await totals(search)).map(Number), search).toContain(1000)
    }
    expect(await totals('search=%27%3B+drop')).toEqual([])
    for (const search of ['', '&search=cuminao']) {
      expect(await totals(`estado=valid&sort=menor-total${search}`)).toEqual([4000, 5000])
      expect(await totals(`estado=expired&sort=menor-total${search}`)).toEqual([1000, 2000, 3000])
      expect(await totals(`desde=2026-11-03&hasta=2026-11-05&sort=menor-total${search}`)).toEqual([2000, 3000])
    }
    await query('update orders set quotation_id = $1 where id = $2', first?.id, items[0]?.order_id)
    for (const search of ['', '&search=cuminao']) {
      expect(await totals(`estado=bought${search}`)).toEqual([1000])
      expect(await totals(`estado=expired&sort=menor-total${search}`)).toEqual([2000, 3000])
    }
  })

  // shows: B2.19
  it.each(['', '&search=nuble'])('pages meet every quotation once, and so does the file: %j', async search => {
    const seen = await walk(cursor => list(`sort=vencen-antes${search}${cursor}`, admin, 2))
    expect(seen).toEqual((await list(`sort=vencen-antes${search}`)).rows.map(row => row.id))
    const cells: (readonly string[])[] = []
    const requested = readList(quotationList, params(`sort=antiguas${search}`), NOW).query
    for await (const batch of quotationRows.batches(database.db, admin, requested))
      if (typeof batch !== 'string') cells.push(...batch)
    expect(cells.map(row => row.at(-2))).toEqual(['1000', '2000', '3000', '4000', '5000'])
    expect(cells.map(row => row.at(-1))).toEqual(['Comprada', 'Vencida', 'Vencida', 'Vigente', 'Vigente'])
  })

  it('is hidden from others: a client sees only the own ones', async () => {
    const stranger = await createProfile(database.ownerPool)
    expect(await totals('', { kind: 'user', userId: stranger.id })).toEqual([])
    expect(await totals('search=cuminao', { kind: 'user', userId: stranger.id })).toEqual([])
  })
})

describe('the uses of a code', () => {
  const list = (text: string, size = 100) =>
    asActor(database.db, admin, tx =>
      codeUseRows.page(tx, { ...readList(codeUseList, params(text), NOW).query, codeId, code: '', size }),
    )
  const amounts = async (text: string) => (await list(text)).rows.map(row => row.amount)

  // shows: B2.20
  it('are searched by order and buyer, filtered by status and days, sorted and paged', async () => {
    expect(await amounts('')).toEqual([104, 103, 102, 101, 100])
    expect(await amounts('sort=menor-descuento')).toEqual([100, 101, 102, 103, 104])
    expect(await amounts('search=cumina')).toHaveLength(5)
    expect(await amounts('search=nadie')).toEqual([])
    expect(await amounts('estado=paid&desde=2026-11-11&hasta=2026-11-12')).toEqual([102, 101])
    expect(await amounts('estado=released')).toEqual([])
    const seen = await walk(cursor => list(`sort=mayor-descuento${cursor}`, 2))
    expect(seen).toEqual((await list('sort=mayor-descuento')).rows.map(row => row.id))
  })
})

describe('the list of reviews', () => {
  // shows: B2.22
  it('is searched by word prefixes, sorted by rating, filtered by product and days', async () => {
    const product = await createProduct(database.ownerPool, { slug: 'opinado' })
    for (const [rating, comment] of [
      [5, 'Muy útil para el equipo'],
      [1, 'Larga y confusa'],
      [3, 'Regular, útil a ratos'],
    ] as const) {
      await createReview(database.ownerPool, { productId: product.id, rating, comment })
    }
    const ratings = async (text: string) =>
      asActor(database.db, admin, tx => reviewRows.page(tx, readList(reviewList, params(text), new Date()).query)).then(
        page => page.rows.map(row => row.rating),
      )
    expect(await ratings('search=UTIL')).toEqual([3, 5])
    expect(await ratings('search=opinado+confus')).toEqual([1])
    expect(await ratings(`search=%25`)).toEqual([])
    expect(await ratings(`assessment=${product.id}&sort=peores`)).toEqual([1, 3, 5])
    expect(await ratings('search=util&sort=mejores&rating=5&periodo=hoy')).toEqual([5])
    expect(await ratings('search=util&periodo=mes-anterior')).toEqual([])
    await query("update assessments set name = 'Rebautizado' where id = $1", product.id)
    expect(await ratings('search=rebautiz&sort=mejores')).toEqual([5, 3, 1])
  })
})

describe('the list of accesses', () => {
  // shows: B2.18
  it('is filtered by the days on which accesses were created, with and without a search', async () => {
    for (const [index, item] of items.entries()) {
      await query(
        `update user_accesses set created_at = '2026-11-1${index}T15:00:00Z' where id = $1`,
        item.owner_access_id,
      )
    }
    for (const search of ['', '&search=cuminao']) {
      const page = await asActor(database.db, admin, tx =>
        accessRows.page(tx, readList(adminAccessList, params(`desde=2026-11-11&hasta=2026-11-12${search}`), NOW).query),
      )
      expect(page.rows.map(row => row.id)).toEqual([items[2]?.owner_access_id, items[1]?.owner_access_id])
    }
  })
})
