import type { Generated, GeneratedAlways } from 'kysely'
import type { ProductType } from '#app/platform/database/values.ts'
import type { Json, NullableTimestamp, Timestamp } from './columns.ts'

type CategoriesTable = {
  id: Generated<string>
  name: string
  slug: string
  description: Generated<string>
  order: Generated<number>
  status: Generated<'active' | 'inactive'>
  created_at: Timestamp
  updated_at: Timestamp
}

type AssessmentsTable = {
  id: Generated<string>
  slug: string
  name: string
  type: ProductType
  description_short: Generated<string>
  description_long: Generated<string>
  image_url: string | null
  category_id: string
  tags: Generated<string[]>
  outcomes: Generated<string[]>
  audience: Generated<string>
  featured: Generated<boolean>
  format: Generated<string>
  duration_min: number
  duration_max: number | null
  base_price_clp: number
  allow_business: Generated<boolean>
  min_seats: Generated<number>
  max_seats: Generated<number>
  questionnaire_id: string | null
  paid_seats: Generated<number>
  rating_count: Generated<number>
  rating_sum: Generated<number>
  rating_rank: GeneratedAlways<number | null>
  /** Minutes at most. */
  duration_upto: GeneratedAlways<number>
  duration_band: GeneratedAlways<number>
  price_band: GeneratedAlways<number>
  /** The search document, a tsvector; kept by a trigger, as its words are. */
  search: GeneratedAlways<string>
  search_words: GeneratedAlways<string[]>
  status: Generated<'active' | 'draft' | 'archived'>
  deleted_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

/** Counts of listed products, kept by triggers; tag '' counts all. */
type CatalogueCellsTable = {
  tag: string
  category_id: string
  type: ProductType
  duration_band: number
  price_band: number
  products: number
}

type CatalogueTagsTable = { name: string; products: number }

type QuestionnairesTable = { id: string; created_at: Timestamp }

type QuestionnaireVersionsTable = {
  questionnaire_id: string
  version: number
  content: Json<unknown>
  published_at: Timestamp
}

/** What is sold, and the questionnaires behind it. */
export type CatalogueTables = {
  categories: CategoriesTable
  assessments: AssessmentsTable
  catalogue_cells: CatalogueCellsTable
  catalogue_tags: CatalogueTagsTable
  questionnaires: QuestionnairesTable
  questionnaire_versions: QuestionnaireVersionsTable
}
