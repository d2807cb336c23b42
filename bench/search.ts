import type { Pool } from 'pg'
import { listCategories } from '#app/features/catalogue/catalogue.server.ts'
import { parseFilters } from '#app/features/catalogue/filters.ts'
import { browse, suggest } from '#app/features/catalogue/listing/search.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const SIZES = [100, 10_000] as const
const ROUNDS = 200

const EVERY_PRODUCT = 'a search that every product answers'

/**
 * Each with its address. Both catalogues have 20 products with the searched word, and the same shares of everything
 * else; the word in every product is the worst case: the maximum number of matches is ranked and counted.
 */
const LISTS: readonly [name: string, query: string][] = [
  ['all products', ''],
  ['a category and a tag, by price', 'category=liderazgo&tag=Tema+7&sort=price_desc'],
  ['a search', 'search=taxonomia'],
  [EVERY_PRODUCT, 'search=equipos'],
  ['a search with filters and order', 'search=taxonomia&type=assessment&duration=15-30&sort=price_asc'],
  ['a search with a typing error', 'search=taxonomya'],
]

type Measured = { name: string; work: (databases: Databases) => Promise<unknown> }

const WORK: readonly Measured[] = [
  ...LISTS.map(([name, query]) => ({
    name,
    work: async ({ db }: Databases) => {
      const categories = await listCategories(db)
      return browse(db, parseFilters(new URLSearchParams(query), categories), categories)
    },
  })),
  { name: 'suggestions', work: ({ db }) => suggest(db, 'tax') },
]

/**
 * Milliseconds of lists and suggestions (server side, without HTTP and rendering) with 100 and with 10,000 products,
 * alternately.
 */
export async function measureSearch(): Promise<Figure[]> {
  return withShop(async ({ databaseUrl }) => {
    const opened: Databases[] = []
    try {
      for (const size of SIZES) opened.push(await openCatalogue(databaseUrl, size))
      const figures: Figure[] = []
      for (const { name, work } of WORK) {
        const [few = 0, many = 0] = await medians(opened, work)
        figures.push({
          name: `${name}, ${SIZES[1]} products`,
          value: `${number(many)} ms`,
          peer: `${number(few)} ms with ${SIZES[0]}`,
          ratio: many / few,
          // The maximum of matches is ranked and counted: it grows with them.
          ...(name !== EVERY_PRODUCT && { aim: { most: 2 } }),
        })
      }
      return figures
    } finally {
      for (const databases of opened) await databases.close()
    }
  })
}

/** Alternates, so that other load affects both alike. */
async function medians(opened: readonly Databases[], work: Measured['work']): Promise<number[]> {
  const times = opened.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, databases] of opened.entries()) {
      const startedAt = performance.now()
      await work(databases)
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return times.map(taken => taken.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0)
}

/** A separate database beside the shop's, with this many products and realistically varied words. */
async function openCatalogue(shop: string, size: number): Promise<Databases> {
  const name = `catalogue_${size}`
  const owner = openDatabases(shop, 1)
  await owner.ownerPool.query(`create database ${name}`)
  await owner.close()
  const databases = openDatabases(addressOf(shop, name), 8)
  await prepareDatabase(databases, { demo: true, payments: 'simulator' })
  await fill(databases.ownerPool, size)
  return databases
}

async function fill(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into assessments (slug, name, type, description_short, description_long, category_id, tags, featured, duration_min,
       duration_max, base_price_clp, status, created_at, paid_seats)
     select 'generado-' || n,
       case when n <= 20 then 'Taxonomía ' else 'Materia ' end || md5((n % 3000)::text),
       case when n % 4 = 0 then 'workshop' else 'assessment' end,
       'Una evaluación de ' || md5((n % 700)::text) || ' para equipos ' || md5((n % 500)::text),
       repeat('Qué recibes y para quién es, con los pasos que siguen. ', 12),
       (select id from categories order by "order" offset n % 5 limit 1),
       array[(array['Equipos', 'Madurez', 'Habilidades', 'Riesgo'])[1 + n % 4], 'Tema ' || n % 60],
       n % 50 = 0, 5 + n % 50, 10 + n % 50, 10000 + (n * 7919) % 600000, 'active', now() - n * interval '1 minute', n % 97
     from generate_series(1, $1::integer) n`,
    [size],
  )
  for (const table of ['assessments', 'categories', 'catalogue_cells', 'catalogue_tags', 'search_words']) {
    await client.query(`vacuum analyze ${table}`)
  }
  client.release()
}
