import { sql, type Transaction } from 'kysely'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { fold } from './catalogue.ts'
import type { CategoryStatus } from './category-form.ts'

/** One category of the back office's list (specification 2, section 2). */
export type ListedCategory = {
  id: string
  name: string
  slug: string
  status: CategoryStatus
  order: number
  /** Products that are not archived. */
  products: number
  updated_at: Date
}

export type CategoryListQuery = PageRequest<'order' | 'name' | 'updated_at'> & {
  search: string
  status: CategoryStatus | undefined
}

/** One page of all categories in the shop's order. */
export async function listCategoryPage(tx: Transaction<DB>, query: CategoryListQuery): Promise<Page<ListedCategory>> {
  const page = keyset('categories', query, 'c')
  const { status, search } = query
  const part = `%${fold(search).replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await tx
    .selectFrom('categories as c')
    .where(page.where)
    .$if(search !== '', input => input.where(sql<boolean>`private.fold(c.name) || ' ' || c.slug like ${part}`))
    .$if(status !== undefined, input => input.where('c.status', '=', status ?? 'active'))
    .select(['c.id', 'c.name', 'c.slug', 'c.status', 'c.order', 'c.updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('assessments as a')
        .whereRef('a.category_id', '=', 'c.id')
        .where('a.status', '!=', 'archived')
        .where('a.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .as('products'),
    )
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows.map(row => ({ ...row, products: row.products ?? 0 })))
}
