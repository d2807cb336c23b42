import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ReviewStatus } from '#app/platform/database/values.ts'

type ReviewsTable = {
  id: GeneratedAlways<string>
  access_id: ColumnType<string, string, never>
  assessment_id: GeneratedAlways<string>
  rating: number
  comment: Generated<string>
  show_name: Generated<boolean>
  author_name: GeneratedAlways<string | null>
  revision: GeneratedAlways<number>
  status: ColumnType<ReviewStatus, never, 'published' | 'hidden'>
  hidden_reason: ColumnType<string | null, never, string | null>
  moderated_at: GeneratedAlways<Date | null>
  published_at: GeneratedAlways<Date | null>
  created_at: GeneratedAlways<Date>
  updated_at: GeneratedAlways<Date>
}

/** What people who completed a product say of it. */
export type ReviewsTables = { reviews: ReviewsTable }
