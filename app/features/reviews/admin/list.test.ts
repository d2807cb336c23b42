import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listHref, readListAddress } from '#app/kit/lists/list-address.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createReview } from '#tests/support/reviews.ts'
import { countPending, type ReviewQuery, reviewRows } from './review-list.server.ts'
import { reviewList } from './review-list.tsx'

let database: TestDatabase
let admin: Actor
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const list = (input: Partial<ReviewQuery>, actor = admin) =>
  asActor(database.db, actor, tx =>
    reviewRows.page(tx, {
      now: new Date(),
      productId: undefined,
      status: undefined,
      rating: undefined,
      search: '',
      sort: { column: 'created_at', direction: 'desc' },
      size: 100,
      ...input,
    }),
  )

describe('the list of reviews', () => {
  it('filters by status, rating and words of a comment or a product', async () => {
    const product = await createProduct(database.ownerPool)
    const productId = product.id
    const bad = await createReview(database.ownerPool, { productId, rating: 1, comment: 'Es 100% mala' })
    const good = await createReview(database.ownerPool, { productId, rating: 5, status: 'published' })
    const idsOf = async (input: Partial<ReviewQuery>) => (await list(input)).rows.map(review => review.id)
    expect(await idsOf({ search: product.name })).toEqual([good.id, bad.id])
    expect(await idsOf({ search: product.name, status: 'pending' })).toEqual([bad.id])
    expect(await idsOf({ search: product.name, rating: 5 })).toEqual([good.id])
    expect(await idsOf({ search: '100% MALA' })).toEqual([bad.id])
    // Punctuation is ignored; words match by prefix, in any order.
    expect(await idsOf({ search: '100_ mala' })).toEqual([bad.id])
    expect(await idsOf({ search: `mal es ${product.name}` })).toEqual([bad.id])
    expect(await idsOf({ search: 'ala' })).toEqual([])
    await database.ownerPool.query("update assessments set name = 'Ñandú veloz' where id = $1", [productId])
    expect(await idsOf({ search: 'veloz nandu' })).toEqual([good.id, bad.id])
    expect(await idsOf({ search: product.name })).toEqual([])
    expect(await asActor(database.db, admin, countPending)).toBe(1)
  })

  it('pages through everything once, also where many reviews have the same time', async () => {
    const product = await createProduct(database.ownerPool)
    for (let index = 0; index < 5; index += 1) {
      await createReview(database.ownerPool, { productId: product.id, rating: 3 })
    }
    await database.ownerPool.query(
      "update reviews set created_at = '2026-01-01T00:00:00.123456Z' where assessment_id = $1",
      [product.id],
    )
    const seen: string[] = []
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = await list({ search: product.name, size: 2, after })
      seen.push(...page.rows.map(review => review.id))
      after = page.next
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it('shows a moderator nothing about the author', async () => {
    const [review] = (await list({})).rows
    expect(Object.keys(review ?? {}).toSorted()).toEqual([
      'author_name',
      'comment',
      'created_at',
      'hidden_reason',
      'id',
      'moderated_at',
      'product',
      'rating',
      'revision',
      // A number: how many more come from the same purchases.
      'same_buyer',
      'status',
    ])
  })

  it('is empty for anybody else', async () => {
    const client = await createProfile(database.ownerPool)
    expect((await list({}, VISITOR)).rows).toEqual([])
    expect((await list({}, { kind: 'user', userId: client.id })).rows).toEqual([])
  })
})

describe('its address', () => {
  const read = (query: string) => readListAddress(reviewList, new URLSearchParams(query))

  it('shows pending reviews by default, and ignores invalid values', () => {
    expect(read('')).toMatchObject({ selected: { status: 'pending' }, search: '', after: undefined })
    expect(read('status=x&rating=9&after=1')).toEqual(read(''))
    expect(read('status=all&rating=2&search=hola')).toMatchObject({
      selected: { status: 'all', rating: '2' },
      search: 'hola',
    })
  })

  it('keeps its filters from page to page', () => {
    const address = read('status=hidden&rating=2&search=a%26b')
    expect(listHref(reviewList, address)).toBe('?search=a%26b&status=hidden&rating=2')
    expect(readListAddress(reviewList, new URLSearchParams(listHref(reviewList, address)))).toEqual(address)
    expect(listHref(reviewList, read('status=all'))).toBe('?status=all')
  })
})
