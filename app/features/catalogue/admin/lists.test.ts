import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { categoryRows } from './category-list.server.ts'
import { changeProduct } from './manage-product.server.ts'
import { type ProductQuery, productRows } from './product-list.server.ts'

const NOW = new Date()

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const list = (input: Partial<ProductQuery> = {}) =>
  asActor(database.db, admin, tx =>
    productRows.page(tx, {
      now: NOW,
      search: '',
      status: undefined,
      categoryId: undefined,
      sort: { column: 'updated_at', direction: 'desc' },
      size: 100,
      ...input,
    }),
  )
const slugs = async (input: Partial<ProductQuery>) => (await list(input)).rows.map(row => row.slug)

describe('the list of products', () => {
  // shows: B2.40
  it('shows name, category, state, price, duration, whether it is featured and when it was edited', async () => {
    const [row] = (await list({ search: 'kanban' })).rows
    expect(row).toMatchObject({
      name: 'Kanban para Ordenar el Trabajo',
      category_name: 'Metodologías Ágiles',
      status: 'active',
      base_price_clp: 59_990,
      duration_min: 120,
      duration_max: null,
      featured: false,
      updated_at: expect.any(Date),
    })
  })

  it('searches by word prefixes of name, tag and category, without accents, including drafts and archived ones', async () => {
    const [{ id = '', slug = '' } = {}] = (await list({ search: 'kanb trabajo' })).rows
    expect(slug).toBe('taller-kanban')
    await changeProduct(database, { actor: admin, id, change: 'archive' })
    expect(await slugs({ search: 'KANBÁN' })).toEqual(['taller-kanban'])
    expect(await slugs({ search: 'metodologias', status: 'archived' })).toEqual(['taller-kanban'])
    expect(await slugs({ status: 'active' })).not.toContain('taller-kanban')
    expect(await slugs({ search: "'; drop table assessments; --" })).toEqual([])
    await changeProduct(database, { actor: admin, id, change: 'restore' })
  })

  it.each([
    ['updated_at', 'desc'],
    ['name', 'asc'],
  ] as const)('pages by %s through everything once and back again', async (column, direction) => {
    const sort = { column, direction }
    const all = (await slugs({ sort })).length
    const seen: string[] = []
    let page = await list({ sort, size: 7 })
    for (;;) {
      seen.push(...page.rows.map(row => row.slug))
      if (page.next === undefined) break
      page = await list({ sort, size: 7, after: page.next })
    }
    expect(seen).toHaveLength(all)
    expect(new Set(seen).size).toBe(all)
    const back = await list({ sort, size: 7, before: page.previous })
    expect(back.rows.map(row => row.slug)).toEqual(seen.slice(-7 - page.rows.length, -page.rows.length))
  })
})

// shows: B2.42
it("the list of categories shows name, slug, products, status and position, in the shop's order", async () => {
  const page = await asActor(database.db, admin, tx =>
    categoryRows.page(tx, {
      now: NOW,
      search: '',
      status: undefined,
      sort: { column: 'order', direction: 'asc' },
      size: 100,
    }),
  )
  expect(page.rows.map(row => row.order)).toEqual([1, 2, 3, 4, 5])
  expect(page.rows[2]).toMatchObject({ name: 'Liderazgo', slug: 'liderazgo', status: 'active', products: 4 })
  const found = await asActor(database.db, admin, tx =>
    categoryRows.page(tx, {
      now: NOW,
      search: 'ÁGIL',
      status: 'active',
      sort: { column: 'order', direction: 'asc' },
      size: 100,
    }),
  )
  expect(found.rows.map(row => row.slug)).toEqual(['metodologias-agiles'])
})
