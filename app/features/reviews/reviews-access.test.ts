import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { listPage } from '#app/features/catalogue/listing/lists.server.ts'
import { type Actor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { type Completed, createCompleted, createReview } from '#tests/support/reviews.ts'
import { askAs } from '#tests/support/row-security.ts'

// What the database enforces about ratings, whatever a statement does.

let database: TestDatabase
let staffId: string
beforeAll(async () => {
  database = await cloneDatabase(4)
  staffId = (await createProfile(database.ownerPool, { role: 'admin' })).id
})
afterAll(() => database.close())

const newProduct = async () => (await createProduct(database.ownerPool)).id

/** Why an actor's statement is refused, or the rows of the last one. */
async function as(actor: Actor, ...statements: string[]): Promise<unknown> {
  const answer = await askAs(database, actor, ...statements)
  return 'refusal' in answer ? answer.refusal : answer.rows
}

const user = (userId: string): Actor => ({ kind: 'user', userId })
const admin = (userId: string): Actor => ({ kind: 'admin', userId })
const respondent = ({ respondent }: Completed): Actor => respondent
const rate = (accessId: string, rating = 4) =>
  `insert into reviews (access_id, rating) values ('${accessId}', ${rating})`
const status = (to: string) => `update reviews set status = '${to}' returning status`

describe('who may rate', () => {
  it('the invited person who completed, not the buyer, a stranger or the staff', async () => {
    const productId = await newProduct()
    const done = await createCompleted(database.ownerPool, { productId })
    const other = await createCompleted(database.ownerPool, { productId })
    expect(await as(respondent(done), rate(done.accessId), 'select rating from reviews')).toEqual([{ rating: 4 }])
    for (const actor of [user(done.buyerId), respondent(other), admin(other.buyerId), VISITOR]) {
      expect(await as(actor, rate(done.accessId)), actor.kind).toContain('row-level security')
    }
  })

  it('the buyer who completed the own access', async () => {
    const done = await createCompleted(database.ownerPool, { productId: await newProduct(), invited: false })
    expect(await as(user(done.buyerId), `${rate(done.accessId)} returning status`)).toEqual([{ status: 'pending' }])
  })

  it.each([
    ['a run that is under way', { unfinished: true }],
    ['a run that the buyer closed', { closedBy: 'buyer' }],
  ] as const)('nobody for %s', async (_name, how) => {
    const done = await createCompleted(database.ownerPool, { productId: await newProduct(), ...how })
    expect(await as(respondent(done), rate(done.accessId))).toContain('row-level security')
  })

  it('once, from 1 to 5, and with a thousand characters at most', async () => {
    const done = await createCompleted(database.ownerPool, { productId: await newProduct() })
    const me = respondent(done)
    expect(await as(me, rate(done.accessId), rate(done.accessId))).toBe('reviews_access_id_key')
    expect(await as(me, rate(done.accessId, 6))).toBe('reviews_rating_check')
    expect(await as(me, rate(done.accessId, 0))).toBe('reviews_rating_check')
    expect(await as(me, rate(done.accessId), `update reviews set comment = repeat('a', 1001)`)).toBe(
      'reviews_comment_check',
    )
  })
})

describe('an author', () => {
  let done: Completed
  beforeAll(async () => {
    done = await createCompleted(database.ownerPool, { productId: await newProduct(), fullName: 'Ana María Soto Díaz' })
  })

  it.each([
    [`insert into reviews (access_id, rating, status) values (gen_random_uuid(), 5, 'published')`, 'permission denied'],
    [`insert into reviews (access_id, rating, author_name) values (gen_random_uuid(), 5, 'x')`, 'permission denied'],
    ['update reviews set assessment_id = gen_random_uuid()', 'permission denied'],
    ['delete from reviews', 'permission denied'],
    ['update assessments set rating_count = 99', 'permission denied'],
  ])('%s', async (statement, refusal) => {
    expect(await as(respondent(done), statement)).toContain(refusal)
  })

  it("can't publish the own review, nor change it after moderation", async () => {
    const me = respondent(done)
    expect(await as(me, rate(done.accessId), status('published'))).toBe('reviews_by_moderator')
    const publish = `set local alhena.kind = 'admin'; set local alhena.user_id = '${staffId}'; ${status('published')}`
    const again = `set local alhena.kind = 'respondent'; update reviews set rating = 1`
    expect(await as(me, rate(done.accessId), publish, again)).toBe('reviews_moderated')
  })

  it('shows first name and initial only after opting in, which can be undone even after publication', async () => {
    const me = respondent(done)
    const show = 'update reviews set show_name = true returning author_name'
    expect(await as(me, `${rate(done.accessId)} returning author_name`)).toEqual([{ author_name: null }])
    expect(await as(me, rate(done.accessId), show)).toEqual([{ author_name: 'Ana S.' }])
    const publish = `set local alhena.kind = 'admin'; set local alhena.user_id = '${staffId}'; ${status('published')};
      set local alhena.kind = 'respondent'`
    const hide = 'update reviews set show_name = false returning author_name'
    expect(await as(me, rate(done.accessId), show, publish, hide)).toEqual([{ author_name: null }])
  })
})

it('moderators decide without changing the text', async () => {
  const productId = await newProduct()
  await createReview(database.ownerPool, { productId, rating: 2 })
  await createCompleted(database.ownerPool, { productId })
  const staff = admin(staffId)
  expect(await as(staff, 'update reviews set rating = 5')).toBe('reviews_by_author')
  expect(await as(staff, "update reviews set status = 'hidden'")).toContain('reviews_')
  expect(await as(staff, status('published'), status('pending'))).toBe('reviews_by_moderator')
})

describe('what everybody sees', () => {
  it('nothing below three published ratings, then figures and comments without author and date', async () => {
    const productId = await newProduct()
    const seen = () =>
      Promise.all([
        as(VISITOR, `select rating_count, rating_sum from assessments where id = '${productId}'`),
        as(VISITOR, `select rating, ratings from rating_distribution('${productId}') order by rating`),
        as(VISITOR, `select rating, comment, author_name, comments from published_comments('${productId}', 0, 10)`),
      ])
    const nothing = [[{ rating_count: 0, rating_sum: 0 }], [], []]
    const add = (rating: number, comment = '') =>
      createReview(database.ownerPool, { productId, rating, comment, status: 'published' })
    expect(await seen()).toEqual(nothing)
    await add(5, 'Primera')
    await add(4)
    await createReview(database.ownerPool, { productId, rating: 1, comment: 'En espera' })
    expect(await seen()).toEqual(nothing)
    const third = await add(2, 'Tercera')
    expect(await seen()).toEqual([
      [{ rating_count: 3, rating_sum: 11 }],
      [
        { rating: 2, ratings: 1 },
        { rating: 4, ratings: 1 },
        { rating: 5, ratings: 1 },
      ],
      [
        { rating: 2, comment: 'Tercera', author_name: null, comments: 2 },
        { rating: 5, comment: 'Primera', author_name: null, comments: 2 },
      ],
    ])
    await database.ownerPool.query(
      `begin; set local alhena.kind = 'system'; update reviews set status = 'hidden', hidden_reason = 'x' where id = '${third.id}'; commit`,
    )
    expect(await seen()).toEqual(nothing)
    expect(await as(VISITOR, 'select 1 from reviews')).toEqual([])
  })

  it('counts all of many concurrent publications', async () => {
    const productId = await newProduct()
    const ratings = [5, 4, 3, 5, 5, 1]
    await Promise.all(
      ratings.map(rating => createReview(database.ownerPool, { productId, rating, status: 'published' })),
    )
    const { rows } = await database.ownerPool.query('select rating_count, rating_sum from assessments where id = $1', [
      productId,
    ])
    expect(rows).toEqual([{ rating_count: 6, rating_sum: 23 }])
  })
})

// shows: S3.15
it('ranks by a mean that few ratings change little, with products without one last', async () => {
  const many = await createProduct(database.ownerPool)
  const few = await createProduct(database.ownerPool)
  const bad = await createProduct(database.ownerPool)
  const add = (productId: string, ratings: number[]) =>
    Promise.all(ratings.map(rating => createReview(database.ownerPool, { productId, rating, status: 'published' })))
  // 4.8 from ten people is worth more than 5 from three.
  await add(many.id, [5, 5, 5, 5, 5, 5, 5, 5, 4, 4])
  await add(few.id, [5, 5, 5])
  await add(bad.id, [1, 1, 2])
  const cards = await listPage(database.db, { ...NO_FILTERS, sort: 'best_rated' }, 1)
  const added = new Set([many.id, few.id, bad.id])
  expect(cards.filter(card => added.has(card.id)).map(card => [card.id, card.rating])).toEqual([
    [many.id, { mean: 4.8, count: 10 }],
    [few.id, { mean: 5, count: 3 }],
    [bad.id, { mean: 4 / 3, count: 3 }],
  ])
  expect(cards[0]?.id).toBe(many.id)
  const rated = cards.filter(card => card.rating)
  expect(cards.slice(0, rated.length)).toEqual(rated)
})

it.each([
  ['Camila', 'Pérez Soto', 'x', 'Camila P.'],
  [null, null, 'Pedro Soto', 'Pedro S.'],
  [null, null, ' José  Luis Núñez Ríos ', 'José N.'],
  ['Ana', '', 'Ana', 'Ana'],
  [null, null, 'ana@example.cl', null],
])('shows %s %s, or %s, as %s', async (first, last, full, shown) => {
  const { rows } = await database.ownerPool.query('select private.review_author_name($1, $2, $3) as name', [
    first,
    last,
    full,
  ])
  expect(rows).toEqual([{ name: shown }])
})
