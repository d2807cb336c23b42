import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { ProductType } from '#app/platform/database/values.ts'
import type { Json, NullableTimestamp, Timestamp } from './columns.ts'

type CategoriesTable = {
  id: Generated<string>
  name: string
  slug: string
  description: Generated<string>
  order: Generated<number>
  status: Generated<'active' | 'inactive'>
  seo_title: Generated<string>
  seo_description: Generated<string>
  /** Number of edits plus one; maintained by a trigger. */
  version: GeneratedAlways<number>
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
  base_price_clp: Pesos
  allow_business: Generated<boolean>
  min_seats: Generated<number>
  max_seats: Generated<number>
  questionnaire_id: string | null
  /** Null: the newest one. */
  questionnaire_version: Generated<number | null>
  /** What a workshop delivers, as `workshopContentSchema` reads it; null: as the file has it. */
  workshop_content: ColumnType<unknown, string | null | undefined, string | null>
  seo_title: Generated<string>
  seo_description: Generated<string>
  /** Number of edits plus one; maintained by a trigger. */
  version: GeneratedAlways<number>
  paid_seats: Generated<number>
  /** Where the staff have put it, in seconds as its day would be; null: by its day. */
  shop_position: GeneratedAlways<number | null>
  /** The shop's own order, downwards: featured ones first. */
  shop_order: GeneratedAlways<number>
  rating_count: Generated<number>
  rating_sum: Generated<number>
  rating_rank: GeneratedAlways<number | null>
  /** Minutes at most. */
  duration_upto: GeneratedAlways<number>
  duration_band: GeneratedAlways<number>
  least_price_clp: GeneratedAlways<Pesos>
  price_band: GeneratedAlways<number>
  /** The search document, a tsvector; maintained by a trigger. */
  search: GeneratedAlways<string>
  search_words: GeneratedAlways<string[]>
  status: Generated<'active' | 'draft' | 'archived'>
  deleted_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

/** Counts of listed products, maintained by triggers; tag '' counts all. */
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
  /** Null: from a file of the release. */
  published_by: Generated<string | null>
}

/** Addresses that led to a product once. */
type FormerProductSlugsTable = { slug: string; assessment_id: string; created_at: Timestamp }

/** Slugs and folded names that a category had once. */
type FormerCategoryKeysTable = { key: string; category_id: string; created_at: Timestamp }

/** Named by their content; WebP. */
type ProductPicturesTable = {
  id: string
  /** Null: in the object store, with its SHA-256 (hex) in `…_sha256`. */
  wide: Buffer | null
  card: Buffer | null
  wide_sha256: ColumnType<string | null, never, string | null>
  card_sha256: ColumnType<string | null, never, string | null>
  created_at: Timestamp
}

/** What is sold, and the questionnaires behind it. */
export type CatalogueTables = {
  categories: CategoriesTable
  assessments: AssessmentsTable
  former_product_slugs: FormerProductSlugsTable
  former_category_keys: FormerCategoryKeysTable
  product_pictures: ProductPicturesTable
  catalogue_cells: CatalogueCellsTable
  catalogue_tags: CatalogueTagsTable
  questionnaires: QuestionnairesTable
  questionnaire_versions: QuestionnaireVersionsTable
}
