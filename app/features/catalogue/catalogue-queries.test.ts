import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browse } from '#app/features/catalogue/listing/search.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'
import { findProduct, findReportOutline, listCategories, listRelated } from './catalogue.server.ts'
import { type Filters, NO_FILTERS, SORTS } from './filters.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const browsed = async (filters: Filters) => browse(database.db, filters, await listCategories(database.db))
const listProducts = async (filters: Filters) => (await browsed(filters)).list
const listFacets = async (filters: Filters) => (await browsed(filters)).facets
const slugsOf = async (filters: Partial<Filters>) =>
  (await listProducts({ ...NO_FILTERS, ...filters })).cards.map(card => card.slug)

describe('the demo shop, by relevance', () => {
  // shows: S7.2
  it('shows featured products first and then the rest, newest first', async () => {
    const { cards, total } = await listProducts(NO_FILTERS)
    expect(total).toBe(18)
    expect(cards.map(card => card.featured)).toEqual(
      cards.map(card => card.featured).toSorted((a, b) => Number(b) - Number(a)),
    )
    expect(cards.slice(0, 5).map(card => card.slug)).toEqual([
      'ia-madurez',
      'madurez-digital',
      'liderazgo-360',
      'dama-assessment',
      'ia-generativa-profesionales',
    ])
  })

  it('returns everything that a card shows', async () => {
    const { cards } = await listProducts({ ...NO_FILTERS, search: 'DMBOK2' })
    expect(cards).toEqual([
      expect.objectContaining({
        slug: 'dama-assessment',
        category: { name: 'Data Analytics', slug: 'data-analytics' },
        base_price_clp: 590_000,
        duration_min: 26,
        duration_max: 26,
        max_seats: 1000,
      }),
    ])
  })
})

describe('a filter', () => {
  it('by categories shows products in any of them', async () => {
    expect(await slugsOf({ categories: ['metodologias-agiles', 'transformacion-digital'] })).toHaveLength(6)
  })

  // shows: S3.18
  it('by duration uses the maximum time, or the minimum where there is no maximum', async () => {
    const short = await slugsOf({ duration: '≤15' })
    const middle = await slugsOf({ duration: '15-30' })
    const long = await slugsOf({ duration: '30+' })
    expect(short).toEqual(
      expect.arrayContaining(['ciberseguridad-pyme', 'alfabetizacion-datos', 'estilo-comunicacion-lider']),
    )
    expect(middle).toEqual(['dama-assessment'])
    expect(long).toEqual(expect.arrayContaining(['taller-kanban', 'taller-tableros-que-se-entienden']))
    expect(short.length + middle.length + long.length).toBe(18)
  })

  it('by type and tags narrows further', async () => {
    expect(await slugsOf({ type: 'workshop' })).toHaveLength(4)
    expect(await slugsOf({ type: 'workshop', tags: ['Kanban', 'Visualización'] })).toEqual([
      'taller-kanban',
      'taller-tableros-que-se-entienden',
    ])
    expect(await slugsOf({ tags: ['No existe'] })).toEqual([])
  })
})

describe('a search', () => {
  it.each([
    ['PSICOLÓGICA', ['seguridad-psicologica-equipos']],
    ['retroalimentacion', ['taller-conversaciones-que-hacen-crecer']],
    ['metodologías ágiles', ['agilidad', 'competencias-product-owner', 'taller-kanban']],
    ['ágil equipo', ['agilidad', 'taller-kanban']],
    ['data analytics tablero', ['cultura-analitica', 'taller-tableros-que-se-entienden']],
    ['cumplimiento', ['dama-assessment', 'ia-uso-responsable']],
    ['kanban zzz', []],
  ])('for %j matches every word in names, texts, tags and categories', async (search, slugs) => {
    expect((await slugsOf({ search })).toSorted()).toEqual(slugs)
  })

  it.each(['%', '_', '\\', "'; drop table assessments; --", '(((', '"', '😀', 'a'.repeat(100)])(
    'for %j returns some or no products without an error',
    async search => {
      expect((await listProducts({ ...NO_FILTERS, search })).total).toBeLessThanOrEqual(18)
    },
  )

  it('treats pattern characters as spaces', async () => {
    expect(await slugsOf({ search: 'kan%ban_' })).toEqual(await slugsOf({ search: 'kan ban' }))
  })
})

describe('an order', () => {
  // shows: S7.3
  it.each(SORTS.map(sort => sort.value))('%s shows every product once', async sort => {
    expect(new Set(await slugsOf({ sort })).size).toBe(18)
  })

  // shows: S3.16
  it('by price sorts up or down', async () => {
    const up = (await listProducts({ ...NO_FILTERS, sort: 'price_asc' })).cards.map(card => card.least_price_clp)
    const down = (await listProducts({ ...NO_FILTERS, sort: 'price_desc' })).cards.map(card => card.least_price_clp)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    expect(down).toEqual(up.toReversed())
  })

  // shows: S3.16
  it('by duration sorts up or down', async () => {
    const minutes = async (sort: 'duration_asc' | 'duration_desc') =>
      (await listProducts({ ...NO_FILTERS, sort })).cards.map(card => card.duration_max ?? card.duration_min)
    expect(await minutes('duration_asc')).toEqual((await minutes('duration_asc')).toSorted((a, b) => a - b))
    expect(await minutes('duration_desc')).toEqual((await minutes('duration_desc')).toSorted((a, b) => b - a))
  })

  // shows: S3.14
  it('by purchases sorts by paid seats', async () => {
    await database.ownerPool.query("update assessments set paid_seats = 7 where slug = 'taller-kanban'")
    await database.ownerPool.query("update assessments set paid_seats = 9 where slug = 'agilidad'")
    expect((await slugsOf({ sort: 'most_purchased' })).slice(0, 3)).toEqual(['agilidad', 'taller-kanban', 'ia-madurez'])
    await database.ownerPool.query('update assessments set paid_seats = 0')
  })

  it('by ratings ties while there are none', async () => {
    expect(await slugsOf({ sort: 'best_rated' })).toEqual(await slugsOf({ sort: 'relevance' }))
  })
})

describe('facets', () => {
  // shows: S2.32
  it("count every category in the shop's order", async () => {
    const { categories } = await listFacets(NO_FILTERS)
    expect(categories.map(category => [category.slug, category.count])).toEqual([
      ['inteligencia-artificial', 4],
      ['transformacion-digital', 3],
      ['liderazgo', 4],
      ['metodologias-agiles', 3],
      ['data-analytics', 4],
    ])
  })

  // shows: S2.33, S9.12
  it('list the ten most used tags', async () => {
    const { tags } = await listFacets(NO_FILTERS)
    expect(tags).toHaveLength(10)
    expect(tags[0]).toEqual({ name: 'Equipos', count: 5 })
    expect(tags.map(tag => tag.count)).toEqual(tags.map(tag => tag.count).toSorted((a, b) => b - a))
  })

  it('count what another choice would show under the other filters, ignoring their own', async () => {
    const facets = await listFacets({ ...NO_FILTERS, categories: ['liderazgo'], type: 'workshop' })
    expect(facets.categories.map(category => category.count)).toEqual([1, 0, 1, 1, 1])
    const { total } = await listProducts({
      ...NO_FILTERS,
      categories: ['data-analytics'],
      type: 'workshop',
    })
    expect(total).toBe(1)
    expect(facets.tags.find(tag => tag.name === 'Taller')?.count).toBe(1)
    const tagged = await listFacets({ ...NO_FILTERS, tags: ['Taller'] })
    expect(tagged.tags.find(tag => tag.name === 'Equipos')?.count).toBe(5)
    expect(tagged.categories.map(category => category.count)).toEqual([1, 0, 1, 1, 1])
  })

  it('keep the order of the tags under any filter', async () => {
    const all = await listFacets(NO_FILTERS)
    const some = await listFacets({ ...NO_FILTERS, search: 'liderazgo', duration: '≤15' })
    expect(some.tags.map(tag => tag.name)).toEqual(all.tags.map(tag => tag.name))
  })
})

describe('what is not on sale', () => {
  // shows: S4.18, S7.1
  it('is in no list, count or page', async () => {
    const draft = await createProduct(database.ownerPool, { status: 'draft' })
    const archived = await createProduct(database.ownerPool, { status: 'archived' })
    const removed = await createProduct(database.ownerPool)
    await database.ownerPool.query('update assessments set deleted_at = now() where id = $1', [removed.id])
    expect((await listProducts(NO_FILTERS)).total).toBe(18)
    expect((await listFacets(NO_FILTERS)).categories.reduce((sum, category) => sum + category.count, 0)).toBe(18)
    for (const product of [draft, archived, removed]) {
      expect(await findProduct(database.db, product.slug)).toBeUndefined()
      expect(await findProduct(database.db, product.id)).toBeUndefined()
    }
  })
})

describe('a product', () => {
  // shows: S2.6
  it('is found by its slug and by its id', async () => {
    const bySlug = await findProduct(database.db, 'cultura-analitica')
    expect(bySlug?.outcomes[0]).toBe('Nivel de cultura analítica en cuatro dimensiones')
    expect(await findProduct(database.db, bySlug?.id ?? '')).toEqual(bySlug)
    expect(await findProduct(database.db, (bySlug?.id ?? '').toUpperCase())).toEqual(bySlug)
  })

  it.each(['no-existe', '00000000-0000-4000-8000-000000000000', "x' or '1'='1"])('is not found by %j', async key => {
    expect(await findProduct(database.db, key)).toBeUndefined()
  })

  it('has up to three related products of its category', async () => {
    const product = await findProduct(database.db, 'dama-assessment')
    if (!product) throw new Error('The demo shop lacks dama-assessment')
    expect((await listRelated(database.db, product)).map(card => card.slug)).toEqual([
      'alfabetizacion-datos',
      'cultura-analitica',
      'taller-tableros-que-se-entienden',
    ])
  })

  it("has the areas and levels of its questionnaire's report", async () => {
    const outline = await findReportOutline(database.db, 'dama-dmbok2')
    expect(outline?.areas).toHaveLength(8)
    expect(outline?.levels).toHaveLength(5)
    expect(await findReportOutline(database.db, 'no-existe')).toBeUndefined()
  })
})

describe('pages', () => {
  it('have 24 products; a page beyond the last shows the last', async () => {
    for (let index = 0; index < 10; index += 1) await createProduct(database.ownerPool)
    const first = await listProducts(NO_FILTERS)
    const second = await listProducts({ ...NO_FILTERS, page: 2 })
    expect([first.cards.length, first.pages, first.total]).toEqual([24, 2, 28])
    expect(second.cards).toHaveLength(4)
    expect(await listProducts({ ...NO_FILTERS, page: 900 })).toEqual(second)
    const seen = [...first.cards, ...second.cards].map(card => card.slug)
    expect(new Set(seen).size).toBe(28)
  })
})

it('list the categories that have products on sale', async () => {
  await database.ownerPool.query("update categories set status = 'inactive' where slug = 'liderazgo'")
  expect((await listCategories(database.db)).map(category => category.slug)).not.toContain('liderazgo')
  expect((await listFacets(NO_FILTERS)).categories).toHaveLength(4)
  await database.ownerPool.query("update categories set status = 'active' where slug = 'liderazgo'")
})
