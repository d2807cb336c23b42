import type { Pesos } from '#app/kernel/money.ts'

export type ProductType = 'assessment' | 'workshop'

export type Category = { name: string; slug: string }

/** Published ratings of a product: their mean, from 1 to 5, and how many there are; told from three on. */
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
  /** For search engines; '' where the page's own words do. */
  seo_title: string
  seo_description: string
}

/** One page of a list; `total` counts all pages' products. */
export type ProductPage = { cards: AssessmentCard[]; total: number; page: number; pages: number }

export const TYPE_LABELS: Record<ProductType, string> = { assessment: 'Assessment', workshop: 'Workshop Digital' }

/** The respondents' own address of the one product that has its card lead there (specification 1, section 2). */
export const DAMA_SLUG = 'dama-assessment'

/** Address of a product's page. */
export const productPath = (slug: string): string => `/assessment/${slug}`

/** Where a product's card leads: its page, except for the data-governance assessment (decision 17). */
export const cardPath = (slug: string): string => (slug === DAMA_SLUG ? '/dama-assessment' : productPath(slug))

/** 'a–b min', 'a min' when both are equal, 'a+ min' when only a minimum exists (specification 1, section 2). */
export function durationText(minutes: { duration_min: number; duration_max: number | null }): string {
  const { duration_min: from, duration_max: to } = minutes
  if (to === null) return `${from}+ min`
  return from === to ? `${from} min` : `${from}–${to} min`
}

/** How many tags a card names; the rest becomes '+N' (specification 1, section 9). */
const CARD_TAGS = 3

/** The tags that a card names, and how many it leaves out. */
export const cardTags = (tags: readonly string[]): { shown: readonly string[]; more: number } => ({
  shown: tags.slice(0, CARD_TAGS),
  more: Math.max(0, tags.length - CARD_TAGS),
})

/** Text without accents and in lower case, as searches compare it. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether an address's part can name a product: a slug or an id. */
export const isProductKey = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,79}$/i.test(text)
