import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { listPage } from '#app/features/catalogue/listing/lists.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { moveProduct } from './manage-product.server.ts'
import { productRows } from './product-list.server.ts'

let database: TestDatabase
let actor: Extract<Actor, { kind: 'admin' }>
beforeAll(async () => {
  database = await cloneDatabase(8)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

async function idOf(slug: string): Promise<string> {
  const { rows } = await database.ownerPool.query<{ id: string }>('select id from assessments where slug = $1', [slug])
  return rows[0]?.id ?? ''
}
const move = async (slug: string, direction: 'up' | 'down') =>
  moveProduct(database, { actor, id: await idOf(slug), direction })
const inShop = async () => (await listPage(database.db, NO_FILTERS, 1)).map(card => card.slug)

describe('the order of the shop', () => {
  // shows: B2.41
  it('is featured products, then the newest, until a product is moved', async () => {
    const before = await inShop()
    const [first = '', second = '', third = ''] = before
    expect(await move(third, 'up')).toMatchObject({ position: 2, of: before.length })
    expect(await inShop()).toEqual([first, third, second, ...before.slice(3)])
    await move(third, 'up')
    expect(await inShop()).toEqual([third, first, second, ...before.slice(3)])
    // At the top it can't move further.
    expect(await move(third, 'up')).toMatchObject({ position: 1 })
    await move(third, 'down')
    await move(third, 'down')
    expect(await inShop()).toEqual(before)
    const { rows } = await database.ownerPool.query(
      "select before, after, actor_user_id as by from audit_log where action = 'assessment_moved' order by id",
    )
    expect(rows).toEqual(
      [
        [3, 2],
        [2, 1],
        [1, 2],
        [2, 3],
      ].map(([from, to]) => ({ before: { place: from }, after: { place: to }, by: actor.userId })),
    )
  })

  it("is the order of the staff's list, page by page", async () => {
    const sort = { column: 'shop_order', direction: 'desc' } as const
    const seen: string[] = []
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const query = {
        now: new Date(),
        search: '',
        status: 'active',
        categoryId: undefined,
        sort,
        size: 7,
        after,
      } as const
      const page = await asActor(database.db, actor, tx => productRows.page(tx, query))
      seen.push(...page.rows.map(row => row.slug))
      after = page.next
    }
    expect(seen).toEqual(await inShop())
  })

  it('keeps featured products before the others, however far one is moved', async () => {
    const featured = (await listPage(database.db, NO_FILTERS, 1)).filter(card => card.featured)
    const last = featured.at(-1)?.slug ?? ''
    for (let step = 0; step < 3; step += 1) await move(last, 'down')
    expect((await inShop()).indexOf(last)).toBe(featured.length - 1)
  })

  // shows: B2.41
  it('allows moves between products at the same position, and still puts new products first', async () => {
    const same = await Promise.all(
      ['a', 'b', 'c', 'd'].map(name => createProduct(database.ownerPool, { slug: `igual-${name}` })),
    )
    await database.ownerPool.query("update assessments set created_at = '2031-01-01' where id = any($1)", [
      same.map(product => product.id),
    ])
    const order = async () => (await inShop()).filter(slug => slug.startsWith('igual-'))
    const [one = '', two = '', three = '', four = ''] = await order()
    await move(four, 'up')
    expect(await order()).toEqual([one, two, four, three])
    await move(four, 'up')
    await move(one, 'down')
    expect(await order()).toEqual([four, one, two, three])
    const fresh = await createProduct(database.ownerPool, { slug: 'igual-nuevo' })
    await database.ownerPool.query("update assessments set created_at = '2031-01-02' where id = $1", [fresh.id])
    expect(await order()).toEqual(['igual-nuevo', four, one, two, three])
  })

  it('loses no product and no step when two move concurrently', async () => {
    const [first = '', second = ''] = await inShop()
    await Promise.all([move(second, 'up'), move(first, 'up'), move(second, 'up'), move(first, 'up')])
    expect((await inShop()).slice(0, 2).toSorted()).toEqual([first, second].toSorted())
  })

  it("can't be changed by a buyer", async () => {
    const buyer = await createProfile(database.ownerPool)
    const moved = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
      sql`update assessments set shop_position = 1 where slug = 'agilidad' returning id`.execute(tx),
    )
    expect(moved.rows).toEqual([])
    const gone = moveProduct(database, { actor, id: randomUUID(), direction: 'up' })
    await expect(gone).rejects.toThrow('Ese producto ya no existe.')
  })
})
