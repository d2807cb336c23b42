import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** A public page by its slug, and when its content last changed. */
export type ListedAddress = { slug: string; updated_at: Date }

/** Products on sale in the order of their slugs, after one of them. @param limit how many at most. */
export const listAddresses = (db: Kysely<DB>, after: string | undefined, limit: number): Promise<ListedAddress[]> =>
  db
    .selectFrom('assessments')
    .select(['slug', 'updated_at'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, query => query.where('slug', '>', after ?? ''))
    .orderBy('slug')
    .limit(limit)
    .execute()

/** The categories that have something on sale. */
export const listCategoryAddresses = (db: Kysely<DB>): Promise<ListedAddress[]> =>
  db
    .selectFrom('categories as c')
    .select(['c.slug', 'c.updated_at'])
    .where('c.status', '=', 'active')
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('assessments as a')
          .select('a.id')
          .whereRef('a.category_id', '=', 'c.id')
          .where('a.status', '=', 'active')
          .where('a.deleted_at', 'is', null),
      ),
    )
    .orderBy('c.order')
    .orderBy('c.slug')
    .execute()
