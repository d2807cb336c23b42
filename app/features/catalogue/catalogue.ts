import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'

export type ProductType = 'assessment' | 'workshop'

export type Category = { name: string; slug: string }

/** A product's published ratings: their mean, from 1 to 5, and their number; shown from three on. */
export type Rating = { mean: number; count: number }

/** What a card shows of a product (specification 1, section 3). Durations in minutes. */
export type AssessmentCard = {
  id: string
  slug: string
  name: string
  type: ProductType
  description_short: string
  image_url: string | null
  category: Category
  tags: string[]
  featured: boolean
  format: string
  duration_min: number
  duration_max: number | null
  base_price_clp: Pesos
  /** What the smallest purchase costs: one person, or else `min_seats` (pesos, VAT included). */
  least_price_clp: Pesos
  allow_business: boolean
  min_seats: number
  max_seats: number
  rating: Rating | null
}

/** What the product page shows. */
export type Product = AssessmentCard & {
  description_long: string
  outcomes: string[]
  audience: string
  questionnaire_id: string | null
  questionnaire_version: number | null
  /** For search engines; '' where the page's own texts are used. */
  seo_title: string
  seo_description: string
}

/** One page of a list; `total` counts the products of all pages. */
export type ProductPage = { cards: AssessmentCard[]; total: number; page: number; pages: number }

export const TYPE_LABELS: Record<ProductType, string> = { assessment: 'Assessment', workshop: 'Workshop Digital' }

/** The product whose card links to its respondent address (specification 1, section 2). */
export const DAMA_SLUG = 'dama-assessment'

/** What a product's report shows: its areas, the level that each should reach, and the levels' names, lowest first. */
export type ReportOutline = { areas: string[]; targets: number[]; levels: string[] }

/** Address of a product's page. */
export const productPath = (slug: string): string => `/assessment/${slug}`

/** The address that a product's card links to: its page, except for the data-governance assessment (spec D17). */
export const cardPath = (slug: string): string => (slug === DAMA_SLUG ? '/dama-assessment' : productPath(slug))

/** 'a–b min', 'a min' when both are equal, 'a+ min' when only a minimum exists (specification 1, section 2). */
export function durationText(minutes: { duration_min: number; duration_max: number | null }): string {
  const { duration_min: from, duration_max: to } = minutes
  if (to === null) return `${from}+ min`
  return from === to ? `${from} min` : `${from}–${to} min`
}

type Priced = Pick<AssessmentCard, 'allow_business' | 'min_seats' | 'least_price_clp'>

/** Who pays the least price, where one person alone can't buy: ' (5 personas)'; else ''. */
const groupText = (seats: number): string => (seats > 1 ? ` (${countOf(seats, 'persona', 'personas')})` : '')

/** 'Desde $337.974 (5 personas)': the least that somebody can pay for a product (spec D57). */
export const leastPriceText = ({ allow_business, min_seats, least_price_clp }: Priced): string =>
  `${allow_business ? 'Desde ' : ''}${formatPesos(least_price_clp)}${groupText(min_seats)}`

/** Maximum tags on a card; the rest becomes '+N' (specification 1, section 9). */
const CARD_TAGS = 3

/** The tags shown on a card, and the number of hidden ones. */
export const cardTags = (tags: readonly string[]): { shown: readonly string[]; more: number } => ({
  shown: tags.slice(0, CARD_TAGS),
  more: Math.max(0, tags.length - CARD_TAGS),
})

/** Text in lower case without accents, for comparison in searches. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a part of an address can be a product's slug or id. */
export const isProductKey = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,79}$/i.test(text)
