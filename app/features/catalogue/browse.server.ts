import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { Category, ProductPage } from './catalogue.ts'
import { countCells, type Facets } from './facets.ts'
import { countActiveFilters, type Filters, NO_FILTERS, PAGE_SIZE, searchWords } from './filters.ts'
import { listCells, listPage, listTags } from './lists.db.server.ts'
import { findCorrection } from './spelling.server.ts'

/** What a text was taken for: shown at once where that is beyond doubt, else offered. `total` products have it. */
export type Spelling = { text: string; shown: boolean; total: number }

export type Browsed = {
  list: ProductPage
  facets: Facets
  spelling: Spelling | undefined
  /** Where nothing was found: how many the same search finds without filters. */
  unfiltered: number
}

/** A list as its filters ask for it; a page beyond the last one is the last one. Two rounds to the database where something is found. */
export async function browse(db: Kysely<DB>, filters: Filters, categories: readonly Category[]): Promise<Browsed> {
  const found = await browseText(db, filters, categories)
  if (found.list.total > 0) return { ...found, spelling: undefined, unfiltered: 0 }
  const plain = { ...NO_FILTERS, search: filters.search }
  const unfiltered = countActiveFilters(filters) > 0 ? await countText(db, plain, categories) : 0
  const correction =
    unfiltered > 0 || searchWords(filters.search).length === 0 ? undefined : await findCorrection(db, filters.search)
  if (!correction) return { ...found, spelling: undefined, unfiltered }
  if (correction.sure) {
    const meant = await browseText(db, { ...filters, search: correction.text }, categories)
    if (meant.list.total > 0) {
      return { ...meant, spelling: { text: correction.text, shown: true, total: meant.list.total }, unfiltered: 0 }
    }
  }
  const total = await countText(db, { ...plain, search: correction.text }, categories)
  return { ...found, spelling: total > 0 ? { text: correction.text, shown: false, total } : undefined, unfiltered: 0 }
}

async function countText(db: Kysely<DB>, filters: Filters, categories: readonly Category[]): Promise<number> {
  return countCells(await listCells(db, filters), filters, categories).total
}

async function browseText(
  db: Kysely<DB>,
  filters: Filters,
  categories: readonly Category[],
): Promise<Pick<Browsed, 'list' | 'facets'>> {
  const [cells, tags, asked] = await Promise.all([
    listCells(db, filters),
    listTags(db, filters),
    listPage(db, filters, filters.page),
  ])
  const { total, ...counts } = countCells(cells, filters, categories)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(filters.page, pages)
  const cards = page === filters.page ? asked : await listPage(db, filters, page)
  return { list: { cards, total, page, pages }, facets: { ...counts, tags } }
}
