import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { these } from '#tests/support/respondents.ts'
import { type Completed, createCompleted } from '#tests/support/reviews.ts'
import { reviewRows } from './admin/review-list.server.ts'
import { moderateReview } from './moderate-review.server.ts'
import { findRating, hideAuthor, type RatingForm, rateAccess } from './rate-access.server.ts'
import { findDistribution, listComments } from './reviews.server.ts'

let database: TestDatabase
let productId: string
beforeAll(async () => {
  database = await cloneDatabase(20)
  productId = (await createProduct(database.ownerPool)).id
})
afterAll(() => database.close())

const form: RatingForm = { rating: 5, comment: 'Muy claro', show_name: false }
const rate = (done: Completed, input: Partial<RatingForm> = {}, actor = done.respondent) =>
  rateAccess(database, { actors: these(actor), accessId: done.accessId, form: { ...form, ...input } })

async function storedOf(accessId: string) {
  const { rows } = await database.ownerPool.query(
    'select id, rating, comment, status, author_name, revision from reviews where access_id = $1',
    [accessId],
  )
  return rows
}

const NOT_ALLOWED = { title: 'No pudimos guardar tu opinión', status: 403 }

describe('rating an access', () => {
  it('stores the review of a person who completed, for moderation', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    expect(await rate(done, { show_name: true })).toEqual({
      name: 'Pedro S.',
      review: { ...form, show_name: true, status: 'pending', hidden_reason: null },
    })
    expect(await storedOf(done.accessId)).toMatchObject([{ status: 'pending', author_name: 'Pedro S.', revision: 1 }])
  })

  it('changes the review until it is moderated', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    await rate(done, { show_name: true })
    await rate(done, { rating: 2, comment: '', show_name: false })
    expect(await storedOf(done.accessId)).toMatchObject([{ rating: 2, comment: '', author_name: null, revision: 2 }])
    // Submitted again without a change, it keeps the revision shown to the moderator.
    await rate(done, { rating: 2, comment: '', show_name: false })
    expect(await storedOf(done.accessId)).toMatchObject([{ revision: 2 }])
  })

  it('is refused to a person who has rated the product with another seat, also concurrently', async () => {
    const seats = await Promise.all([1, 2, 3].map(() => createCompleted(database.ownerPool, { productId })))
    for (const { accessId } of seats) {
      await database.ownerPool.query("update user_accesses set email = 'fan@example.cl' where id = $1", [accessId])
    }
    const outcomes = await Promise.allSettled(seats.map(seat => rate(seat)))
    const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject(Array(2).fill({ title: 'Ya opinaste sobre esta evaluación', status: 403 }))
    const other = await createCompleted(database.ownerPool, { productId: (await createProduct(database.ownerPool)).id })
    await database.ownerPool.query("update user_accesses set email = 'fan@example.cl' where id = $1", [other.accessId])
    await rate(other)
  })

  it('shows the moderator how many others come from the same buyer', async () => {
    const product = (await createProduct(database.ownerPool)).id
    const first = await createCompleted(database.ownerPool, { productId: product })
    const second = await createCompleted(database.ownerPool, { productId: product, buyerId: first.buyerId })
    const stranger = await createCompleted(database.ownerPool, { productId: product })
    for (const done of [first, second, stranger]) await rate(done)
    const staff = await createProfile(database.ownerPool, { role: 'admin' })
    const listed = await asActor(database.db, { kind: 'admin', userId: staff.id }, tx =>
      reviewRows.page(tx, {
        now: new Date(),
        productId: undefined,
        status: undefined,
        rating: undefined,
        search: '',
        sort: { column: 'created_at', direction: 'desc' },
        size: 3,
      }),
    )
    expect(listed.rows.map(review => review.same_buyer).toSorted()).toEqual([0, 1, 1])
  })

  it('leaves one review for concurrent requests', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    await Promise.all(Array.from({ length: 20 }, (_, index) => rate(done, { comment: `Opinión ${index}` })))
    expect(await storedOf(done.accessId)).toHaveLength(1)
  })

  it.each([
    ['only started', { unfinished: true }],
    ['closed by the buyer', { closedBy: 'buyer' }],
  ] as const)('is refused where the run is %s', async (_name, how) => {
    const done = await createCompleted(database.ownerPool, { productId, ...how })
    await expect(rate(done)).rejects.toMatchObject(NOT_ALLOWED)
    expect(await storedOf(done.accessId)).toEqual([])
  })

  it('is refused to everybody else, also to the buyer', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    const other = await createCompleted(database.ownerPool, { productId })
    for (const actor of [done.owner, other.owner, other.respondent]) {
      await expect(rate(done, {}, actor)).rejects.toMatchObject(NOT_ALLOWED)
      expect(await findRating(database.db, { actors: these(actor), accessId: done.accessId })).toBeUndefined()
    }
  })

  it("removes the name at the author's request, also after publication, and when the access is revoked", async () => {
    for (const lose of ['ask', 'revoke'] as const) {
      const done = await createCompleted(database.ownerPool, { productId })
      await rate(done, { show_name: true })
      await database.ownerPool.query(
        `begin; set local alhena.kind = 'system'; update reviews set status = 'published' where access_id = '${done.accessId}'; commit`,
      )
      const stranger = await createCompleted(database.ownerPool, { productId })
      const input = { actors: these(stranger.respondent), accessId: done.accessId }
      await expect(hideAuthor(database.db, input)).rejects.toMatchObject(NOT_ALLOWED)
      expect(await storedOf(done.accessId)).toMatchObject([{ author_name: 'Pedro S.' }])
      if (lose === 'ask') await hideAuthor(database.db, { ...input, actors: these(done.respondent) })
      else await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [done.accessId])
      expect(await storedOf(done.accessId), lose).toMatchObject([{ author_name: null, status: 'published' }])
    }
  })

  it('is refused with a session whose access was revoked', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [done.accessId])
    await expect(rate(done)).rejects.toMatchObject(NOT_ALLOWED)
  })

  it('tries each identity of a browser', async () => {
    const own = await createCompleted(database.ownerPool, { productId, invited: false })
    const other = await createCompleted(database.ownerPool, { productId })
    await rateAccess(database, { actors: these(other.respondent, own.owner), accessId: own.accessId, form })
    expect(await storedOf(own.accessId)).toHaveLength(1)
  })
})

describe('moderation', () => {
  async function admin() {
    const { rows } = await database.ownerPool.query<{ id: string }>(
      `insert into profiles (email, first_name, role) values (gen_random_uuid() || '@example.cl', 'Eva', 'admin') returning id`,
    )
    return { kind: 'admin', userId: rows[0]?.id ?? '' } as const
  }

  async function published(input: Partial<RatingForm>, to = productId) {
    const done = await createCompleted(database.ownerPool, { productId: to })
    await rate(done, input)
    const [review] = await storedOf(done.accessId)
    const actor = await admin()
    await moderateReview(database, { actor, reviewId: review.id, revision: 1, decision: { to: 'published' } })
    return { done, actor, reviewId: String(review.id) }
  }

  it('publishes and hides with a reason, each audited', async () => {
    const { actor, reviewId, done } = await published({ rating: 4, comment: 'Bien' })
    const decide = (decision: Parameters<typeof moderateReview>[1]['decision'], revision = 1) =>
      moderateReview(database, { actor, reviewId, revision, decision })
    await expect(decide({ to: 'published' })).rejects.toThrow('Otra persona ya tomó esa decisión.')
    await decide({ to: 'hidden', reason: 'Nombra a una persona' })
    await expect(rate(done)).rejects.toMatchObject({ title: 'Tu opinión ya fue revisada', status: 409 })
    expect(await findRating(database.db, { actors: these(done.respondent), accessId: done.accessId })).toMatchObject({
      review: { status: 'hidden', hidden_reason: 'Nombra a una persona' },
    })
    const { rows } = await database.ownerPool.query(
      `select action, actor_user_id, before, after from audit_log where entity = 'review' and entity_id = $1 order by id`,
      [reviewId],
    )
    expect(rows).toEqual([
      {
        action: 'review_published',
        actor_user_id: actor.userId,
        before: { status: 'pending', hidden_reason: null },
        after: { status: 'published', hidden_reason: null, revision: 1 },
      },
      {
        action: 'review_hidden',
        actor_user_id: actor.userId,
        before: { status: 'published', hidden_reason: null },
        after: { status: 'hidden', hidden_reason: 'Nombra a una persona', revision: 1 },
      },
    ])
  })

  it('does not publish a text that its author has changed meanwhile', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    await rate(done)
    const [review] = await storedOf(done.accessId)
    await rate(done, { comment: 'Otra cosa' })
    const decided = moderateReview(database, {
      actor: await admin(),
      reviewId: review.id,
      revision: 1,
      decision: { to: 'published' },
    })
    await expect(decided).rejects.toThrow('Su autor la cambió mientras la leías.')
    expect(await storedOf(done.accessId)).toMatchObject([{ status: 'pending' }])
  })

  it('answers an unknown review as missing', async () => {
    const done = await createCompleted(database.ownerPool, { productId })
    await rate(done)
    const unknown = {
      actor: await admin(),
      reviewId: done.accessId,
      revision: 1,
      decision: { to: 'published' },
    } as const
    await expect(moderateReview(database, unknown)).rejects.toThrow('Esa opinión ya no existe.')
  })

  it("shows a product's figures and comments from three on, page by page", async () => {
    const { id } = await createProduct(database.ownerPool)
    await published({ rating: 5, comment: 'Uno' }, id)
    await published({ rating: 5, comment: 'Dos' }, id)
    expect(await findDistribution(database.db, id)).toBeUndefined()
    expect(await listComments(database.db, id, 1)).toMatchObject({ comments: [], total: 0, pages: 0 })
    for (const comment of ['Tres', 'Cuatro', 'Cinco', '', 'Seis']) await published({ rating: 4, comment }, id)
    expect((await findDistribution(database.db, id))?.map(({ count }) => count)).toEqual([2, 5, 0, 0, 0])
    const first = await listComments(database.db, id, 1)
    expect(first).toMatchObject({ total: 6, page: 1, pages: 2 })
    expect(first.comments.map(({ comment }) => comment)).toEqual(['Seis', 'Cinco', 'Cuatro', 'Tres', 'Dos'])
    expect((await listComments(database.db, id, 2)).comments).toMatchObject([{ comment: 'Uno', author_name: null }])
    expect((await listComments(database.db, id, 3)).comments).toEqual([])
  })
})
