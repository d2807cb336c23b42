import type { Pool } from 'pg'
import { browse } from '#app/features/catalogue/browse.server.ts'
import { listCategories } from '#app/features/catalogue/catalogue.db.server.ts'
import { parseFilters } from '#app/features/catalogue/filters.ts'
import { suggest } from '#app/features/catalogue/suggest.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { figure, withShop } from './shop.ts'

const SIZES = [100, 10_000]
const ROUNDS = 150

/** Each as its address says it. Every catalogue has 20 products of the searched word, and the same shares of all else. */
const LISTS: readonly [name: string, query: string][] = [
  ['all products', ''],
  ['a search', 'search=taxonomia'],
  ['a search with filters and order', 'search=taxonomia&type=assessment&duration=15-30&sort=price_asc'],
  ['a search with a typing error', 'search=taxonomya'],
  ['a category and a tag, by price', 'category=liderazgo&tag=Equipos&sort=price_desc'],
]

/** Milliseconds of lists and suggestions (server side, without HTTP and rendering) with 100 and with 10,000 products. */
export async function measureSearch(): Promise<string[]> {
  return withShop(async ({ databaseUrl }) => {
    const databases = openDatabases(databaseUrl, 8)
    try {
      const measured: Map<string, number>[] = []
      for (const size of SIZES) {
        await fill(databases.ownerPool, size)
        measured.push(await measureLists(databases))
      }
      const [few, many] = measured
      return [...(few ?? [])].map(([name, ms]) => {
        const more = many?.get(name) ?? 0
        return `${name}: ${figure(ms)} ms with ${SIZES[0]} products, ${figure(more)} ms with ${SIZES[1]}; ratio ${figure(more / ms)}`
      })
    } finally {
      await databases.close()
    }
  })
}

/** Adds products until there are `size`, of as many different words as real ones have. */
async function fill(pool: Pool, size: number): Promise<void> {
  await pool.query('set statement_timeout = 0')
  await pool.query(
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
     from generate_series((select count(*) from assessments where slug like 'generado-%') + 1, $1::integer) n`,
    [size],
  )
  await pool.query('vacuum analyze assessments')
  await pool.query('vacuum analyze catalogue_cells, catalogue_tags, search_words')
}

async function measureLists({ db }: Databases): Promise<Map<string, number>> {
  const median = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      await work()
      times.push(performance.now() - startedAt)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  }
  const found = new Map<string, number>()
  for (const [name, query] of LISTS) {
    found.set(
      name,
      await median(async () => {
        const categories = await listCategories(db)
        return browse(db, parseFilters(new URLSearchParams(query), categories), categories)
      }),
    )
  }
  found.set('suggestions for "tax"', await median(() => suggest(db, 'tax')))
  found.set('suggestions for "ma"', await median(() => suggest(db, 'ma')))
  return found
}
