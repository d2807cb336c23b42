import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCategories } from '#app/features/catalogue/catalogue.server.ts'
import { DURATIONS, type Filters, NO_FILTERS, SEARCH_LIMIT, TYPES } from '#app/features/catalogue/filters.ts'
import { ANY_PRICE, PRICE_BANDS } from '#app/features/catalogue/price-range.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'
import { countCells } from './facets.ts'
import { countedCells, listCells } from './lists.server.ts'
import { browse } from './search.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const find = async (filters: Partial<Filters>) =>
  browse(database.db, { ...NO_FILTERS, ...filters }, await listCategories(database.db))
const slugs = async (filters: Partial<Filters>) => (await find(filters)).list.cards.map(card => card.slug)
const owner = (statement: string, values: unknown[] = []) => database.ownerPool.query(statement, values)

describe('a search', () => {
  it('may use the indexes: under a condition of a policy PostgreSQL searches row by row', async () => {
    const { rows } = await owner(
      `select tablename, policyname, qual from pg_policies where cmd in ('SELECT', 'ALL') and qual <> 'true'
       and tablename in ('assessments', 'categories', 'catalogue_cells', 'catalogue_tags', 'search_words')`,
    )
    expect(rows).toEqual([])
  })

  it('ranks a name before a tag or category, and those before a text', async () => {
    const product = async (name: string, tags: string[], short: string, long: string) => {
      const { id } = await createProduct(database.ownerPool)
      await owner(
        'update assessments set name = $2, tags = $3, description_short = $4, description_long = $5 where id = $1',
        [id, name, tags, short, long],
      )
      return id
    }
    const long = await product('Uno', [], 'nada', 'trueque trueque trueque trueque trueque trueque trueque')
    const short = await product('Dos', [], 'trueque trueque trueque', '')
    const tag = await product('Tres', ['Trueque'], '', '')
    const name = await product('Trueque en cuatro pasos', [], '', '')
    const { cards } = (await find({ search: 'trueque' })).list
    expect(cards.map(card => card.id)).toEqual([name, tag, short, long])
    await owner('delete from assessments where id = any($1)', [[long, short, tag, name]])
  })

  it('of a frequent word considers a limited number, and never misses a product with that name', async () => {
    await owner(
      `insert into assessments (slug, name, description_long, category_id, type, duration_min, base_price_clp, status, created_at)
       select 'en-todas-' || n, case n when 700 then 'Omnipresente' else 'Materia ' || n end, 'omnipresente',
         (select id from categories limit 1), 'assessment', 10, 1000, 'active', now() - n * interval '1 day'
       from generate_series(1, 700) n`,
    )
    const { list, facets } = await find({ search: 'omnipresente' })
    expect(list.cards[0]?.name).toBe('Omnipresente')
    expect(list.total).toBe(SEARCH_LIMIT + 1)
    expect(facets.categories.reduce((sum, { count }) => sum + count, 0)).toBe(list.total)
    await owner("delete from assessments where slug like 'en-todas-%'")
  })

  it.each([
    ['evaluacion lideres', 'estilo-comunicacion-lider'],
    ['tablero', 'taller-tableros-que-se-entienden'],
    ['habilidad generativa', 'ia-generativa-profesionales'],
    ['kanb', 'taller-kanban'],
    ['DAMA-DMBOK2', 'dama-assessment'],
    ['dmbok', 'dama-assessment'],
    ['liderazgo 360', 'liderazgo-360'],
  ])('for %j finds plurals, prefixes and parts: %s', async (search, slug) => {
    expect((await slugs({ search }))[0]).toBe(slug)
  })

  it('finds a product by the new name of its category, and no longer by the old one', async () => {
    await owner("update categories set name = 'Conducción' where slug = 'liderazgo'")
    expect((await find({ search: 'conduccion' })).list.total).toBeGreaterThanOrEqual(4)
    expect(await slugs({ search: 'conducsion' })).toEqual(await slugs({ search: 'conduccion' }))
    await owner("update categories set name = 'Liderazgo' where slug = 'liderazgo'")
    expect((await find({ search: 'conduccion' })).list.total).toBe(0)
  })

  it('finds an edited product by its new words at once', async () => {
    const { id } = await createProduct(database.ownerPool)
    await owner("update assessments set tags = '{Zampoña}' where id = $1", [id])
    expect((await find({ search: 'zampona' })).list.total).toBe(1)
    await owner("update assessments set tags = '{}' where id = $1", [id])
    expect((await find({ search: 'zampona' })).list.total).toBe(0)
    await owner('delete from assessments where id = $1', [id])
  })
})

describe('a typing error', () => {
  it.each([
    ['liderasgo', 'liderazgo'],
    ['inteligensia artifisial', 'inteligencia artificial'],
    ['gobierno de dattos', 'gobierno de datos'],
    ['abilidades', 'habilidades'],
    ['kanabn', 'kanban'],
    ['Ciberseguirdad', 'ciberseguridad'],
    ['comunicasion', 'comunicación'],
    ['jenerativa', 'generativa'],
    ['lidrazgo', 'liderazgo'],
    ['produtividad', 'productividad'],
    ['ájil', 'ágil'],
  ])('in %j shows the results of %j, and says so', async (typed, correction) => {
    const found = await find({ search: typed })
    expect(found.spelling).toMatchObject({ shown: true, total: found.list.total })
    expect(found.spelling?.text.toLowerCase()).toBe(correction)
    expect(found.list.cards.map(card => card.slug)).toEqual(await slugs({ search: correction }))
    expect(found.list.total).toBeGreaterThan(0)
  })

  it('that could be another word is offered as a suggestion', async () => {
    const { list, spelling } = await find({ search: 'kanbanito' })
    expect(list.total).toBe(0)
    expect(spelling).toEqual({ text: 'kanban', shown: false, total: 1 })
  })

  it('beside an unknown word suggests the rest', async () => {
    expect((await find({ search: 'kanban xyzzyq' })).spelling).toEqual({ text: 'kanban', shown: false, total: 1 })
  })

  it('is not assumed in words of the shop', async () => {
    expect(await find({ search: 'kanban datos psicologica' })).toMatchObject({
      spelling: undefined,
      list: { total: 0 },
    })
  })

  it('without a similar word is not corrected', async () => {
    expect(await find({ search: 'wwwwxxxxqqqq' })).toMatchObject({ spelling: undefined, list: { total: 0 } })
  })

  it('is corrected within the selected filters', async () => {
    const found = await find({ search: 'liderasgo', type: 'workshop' })
    expect(found.list.cards.map(card => card.slug)).toEqual(await slugs({ search: 'liderazgo', type: 'workshop' }))
    expect(found.spelling?.shown).toBe(true)
  })
})

it('reports how many products match without filters that leave none', async () => {
  expect(await find({ search: 'kanban', type: 'assessment', price: { min: 800_000, max: null } })).toMatchObject({
    list: { total: 0 },
    unfiltered: 1,
    spelling: undefined,
  })
})

describe('counts', () => {
  const categories = ['inteligencia-artificial', 'liderazgo', 'data-analytics']
  const filters = fc.record({
    categories: fc.subarray(categories),
    duration: fc.constantFrom(...DURATIONS).map(duration => duration.value),
    type: fc.constantFrom(...TYPES).map(type => type.value),
    tags: fc.subarray(['Taller', 'Equipos', 'No existe'], { maxLength: 2 }),
    price: fc
      .constantFrom(ANY_PRICE, ...PRICE_BANDS, { min: 20_000, max: 200_000 })
      .map(({ min, max }) => ({ min, max })),
    search: fc.constantFrom('', '', 'equipo', 'datos'),
  })
  const only = async (input: Partial<Filters>) => (await find(input)).list.total

  it('are those that selecting each value would show', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async input => {
        const { facets, list } = await find(input)
        expect(list.cards).toHaveLength(list.total)
        for (const { slug, count } of facets.categories)
          expect(await only({ ...input, categories: [slug] })).toBe(count)
        for (const { value, count } of facets.durations) expect(await only({ ...input, duration: value })).toBe(count)
        for (const { value, count } of facets.types) expect(await only({ ...input, type: value })).toBe(count)
        for (const { min, max, count } of facets.prices)
          expect(await only({ ...input, price: { min, max } })).toBe(count)
        for (const { name, count } of facets.tags) expect(await only({ ...input, tags: [name] })).toBe(count)
      }),
      { numRuns: 12 },
    )
  })

  it('stored in the database equal computed ones, whatever was edited', async () => {
    const slugOf = (tag: string) => `conteo-${tag.toLowerCase()}`
    const change = fc.oneof(
      fc.constantFrom("status = 'draft'", "status = 'active'", 'deleted_at = now()', 'deleted_at = null'),
      fc.constantFrom(
        "tags = '{Kanban,Kanban,Nuevo}'",
        "tags = '{}'",
        "type = 'workshop'",
        'paid_seats = paid_seats + 1',
      ),
      fc.integer({ min: 0, max: 400_000 }).map(price => `base_price_clp = ${price}`),
      fc.integer({ min: 1, max: 60 }).map(seats => `min_seats = ${seats}`),
      fc.integer({ min: 1, max: 60 }).map(minutes => `duration_min = ${minutes}, duration_max = ${minutes}`),
      fc.constantFrom(...categories).map(slug => `category_id = (select id from categories where slug = '${slug}')`),
    )
    const products = await Promise.all(
      ['A', 'B', 'C'].map(name => createProduct(database.ownerPool, { slug: slugOf(name) })),
    )
    const all = await listCategories(database.db)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.boolean(), async (changes, one) => {
        for (const set of changes) {
          await owner(`update assessments set ${set} where slug ${one ? "= 'conteo-a'" : "like 'conteo-%'"}`)
        }
        for (const tags of [[], ['Kanban'], ['Nuevo']]) {
          const requested = { ...NO_FILTERS, tags }
          const stored = countCells(await listCells(database.db, requested), requested, all)
          expect(stored).toEqual(countCells(await countedCells(database.db, requested), requested, all))
        }
      }),
      { numRuns: 15 },
    )
    await owner('delete from assessments where id = any($1)', [products.map(product => product.id)])
    const { rows } = await owner(`
      select count(*)::int as wrong from catalogue_tags t full join (
        select tag, count(*) as products from (select distinct id, unnest(tags) as tag from assessments
          where status = 'active' and deleted_at is null) each group by tag) counted on counted.tag = t.name
      where t.products is distinct from counted.products`)
    expect(rows).toEqual([{ wrong: 0 }])
    const words = await owner(`
      select count(*)::int as wrong from search_words w full join (
        select word, count(*) as products from (select unnest(search_words) as word from assessments
          where status = 'active' and deleted_at is null) each group by word) counted using (word)
      where w.products is distinct from counted.products`)
    expect(words.rows).toEqual([{ wrong: 0 }])
  })

  it('match the bands of the filters', async () => {
    for (const price of [0, 50_000, 50_001, 150_000, 150_001, 300_000, 300_001]) {
      const { id } = await createProduct(database.ownerPool, { basePriceClp: price })
      const { rows } = await owner('select price_band as band from assessments where id = $1', [id])
      const band = PRICE_BANDS.find(({ min, max }) => price >= (min ?? 0) && price <= (max ?? price))
      expect(rows).toEqual([{ band: band?.band }])
      await owner('delete from assessments where id = $1', [id])
    }
  })
})

// shows: S3.18
it.each([
  ['≤15', 15, true],
  ['≤15', 16, false],
  ['15-30', 15, false],
  ['15-30', 16, true],
  ['15-30', 30, true],
  ['15-30', 31, false],
  ['30+', 30, false],
  ['30+', 31, true],
] as const)('in the duration filter %s, %i minutes at most: %s', async (duration, minutes, within) => {
  const { id } = await createProduct(database.ownerPool)
  for (const [shortest, longest] of [
    [5, minutes],
    [minutes, null],
  ]) {
    await owner('update assessments set duration_min = $2, duration_max = $3, featured = true where id = $1', [
      id,
      shortest,
      longest,
    ])
    expect((await find({ duration })).list.cards.some(card => card.id === id)).toBe(within)
  }
  await owner('delete from assessments where id = $1', [id])
})

it('and words that are stored can be read but not written by the application', async () => {
  for (const table of ['catalogue_cells', 'catalogue_tags', 'search_words']) {
    const client = await database.ownerPool.connect()
    await client.query("begin; set local role alhena_app; set local alhena.kind = 'admin'")
    await expect(client.query(`delete from ${table}`)).rejects.toThrow('permission denied')
    await client.query('rollback')
    client.release()
  }
})
