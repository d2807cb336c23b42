import { afterAll, beforeAll, expect, it } from 'vitest'
import { browse } from '#app/features/catalogue/listing/search.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { listCategories } from './catalogue.server.ts'
import { NO_FILTERS } from './filters.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

// shows: S3.1, S7.1
it('a card has the fields of the specification', async () => {
  const { list } = await browse(database.db, { ...NO_FILTERS, search: 'DMBOK2' }, [])
  expect(list.cards).toEqual([
    expect.objectContaining({
      id: expect.any(String),
      slug: 'dama-assessment',
      name: 'Madurez en Gobierno de Datos (DAMA-DMBOK2)',
      type: 'assessment',
      description_short: expect.stringContaining('ocho áreas'),
      image_url: null,
      category: { name: 'Data Analytics', slug: 'data-analytics' },
      tags: ['Gobierno de datos', 'DAMA-DMBOK2', 'Madurez', 'Calidad de datos', 'Seguridad'],
      featured: true,
      format: 'En línea',
      duration_min: 26,
      duration_max: 26,
      base_price_clp: 590_000,
      allow_business: true,
      min_seats: 1,
      max_seats: 1000,
    }),
  ])
})

// shows: S3.4, S3.5
it('a category of the filter has name, slug and count, and a tag name and count', async () => {
  const { facets } = await browse(database.db, NO_FILTERS, await listCategories(database.db))
  const { categories, tags } = facets
  expect(categories[0]).toEqual({ name: 'Inteligencia Artificial', slug: 'inteligencia-artificial', count: 4 })
  expect(tags[0]).toEqual({ name: 'Equipos', count: 5 })
})
