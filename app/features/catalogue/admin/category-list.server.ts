import { sql } from 'kysely'
import { fold } from '#app/features/catalogue/catalogue.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { categoryList } from './category-list.tsx'

export const categoryRows = listQuery(categoryList, {
  keyset: query => keyset('categories', query, 'c'),
  where: { status: status => sql`c.status = ${status}` },
  search: {
    matches: search => {
      const part = `%${fold(search).replaceAll(/[\\%_]/g, '\\$&')}%`
      return sql`private.fold(c.name) || ' ' || c.slug like ${part}`
    },
  },
  counted: sql`categories c`,
  rows: async (tx, page) => {
    const rows = await tx
      .selectFrom('categories as c')
      .select(['c.id', 'c.name', 'c.slug', 'c.status', 'c.order', 'c.updated_at'])
      .select(({ selectFrom }) =>
        selectFrom('assessments as a')
          .whereRef('a.category_id', '=', 'c.id')
          .where('a.status', '!=', 'archived')
          .where('a.deleted_at', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('products'))
          .as('products'),
      )
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(row => ({ ...row, products: row.products ?? 0 }))
  },
})
