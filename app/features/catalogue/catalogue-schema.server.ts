import { z } from 'zod'
import { pesos } from '#app/kernel/money.ts'

const text = z.string().trim().min(1)
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/)

const category = z.object({ name: text.max(80), slug, description: text, order: z.int() })

const product = z
  .object({
    slug,
    name: text.max(200),
    type: z.enum(['assessment', 'workshop']),
    description_short: text.max(160),
    description_long: text,
    category: slug,
    tags: z.array(text.max(60)).min(1),
    featured: z.boolean(),
    format: text,
    duration_min: z.int().positive(),
    duration_max: z.int().positive().nullable(),
    base_price_clp: z.int().min(0).max(100_000_000).transform(pesos),
    allow_business: z.boolean(),
    min_seats: z.int().min(1).max(1000),
    max_seats: z.int().min(1).max(1000),
    outcomes: z.array(z.strictObject({ text: text.max(300), keptBy: z.array(text.max(80)).min(1) })).min(1),
    audience: text,
    questionnaire_id: slug.nullable(),
  })
  .refine(
    input => input.duration_max === null || input.duration_max >= input.duration_min,
    'the maximum duration is below the minimum',
  )
  .refine(input => input.min_seats <= input.max_seats, 'max_seats is below min_seats')
  .refine(input => input.allow_business || input.min_seats === 1, 'one person alone cannot buy several seats')

const unique = (slugs: readonly string[]): boolean => new Set(slugs).size === slugs.length

/** The format of content/catalogue.es.json, the demo shop. */
export const catalogueFileSchema = z
  .object({ version: z.literal(1), categories: z.array(category).min(1), products: z.array(product) })
  .refine(file => unique(file.categories.map(input => input.slug)), 'two categories have one slug')
  .refine(file => unique(file.products.map(input => input.slug)), 'two products have one slug')
  .refine(
    file => file.products.every(input => file.categories.some(known => known.slug === input.category)),
    'a product names an unknown category',
  )

export type CatalogueFile = z.infer<typeof catalogueFileSchema>

const placeholdersOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(input => [...input.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? ''))),
]

/** Placeholders allowed in the texts of a workshop's own page. */
export const WORKSHOP_PLACEHOLDERS = ['nombre', 'taller', 'fecha', 'correo_participante', 'correo_soporte']

const workshop = z
  .object({
    slug,
    /** Without a live session: participants choose their own time. */
    selfPaced: z.boolean(),
    agenda: z.array(z.object({ minutes: z.int().positive(), title: text, detail: text })).min(1),
    preparation: z.array(text).min(1),
    materials: z.array(text).min(1),
    /** Shown before the purchase, so placeholders can't be filled. */
    facilitatorProfile: text.refine(input => placeholdersOf([input]).length === 0, 'has a placeholder'),
    sessionNote: text,
    certificateText: text,
    placeholders: z.array(z.enum(WORKSHOP_PLACEHOLDERS)),
  })
  .refine(
    input =>
      placeholdersOf([input.sessionNote, input.certificateText]).toSorted().join() ===
      input.placeholders.toSorted().join(),
    'the placeholders in the texts are not those that are declared',
  )

/** The format of content/workshops.es.json: what each workshop delivers. */
export const workshopsFileSchema = z
  .object({ version: z.literal(1), workshops: z.array(workshop) })
  .refine(file => unique(file.workshops.map(input => input.slug)), 'two workshops have one slug')

export type Workshop = z.infer<typeof workshop>
