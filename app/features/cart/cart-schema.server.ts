import { z } from 'zod'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { MAX_LINES } from './cart.ts'

const choiceSchema = z.object({
  product_id: z.guid().toLowerCase(),
  mode: z.enum(['self', 'business']),
  seats: z.int().min(1).max(MAX_SEATS),
})

/** The choices that a browser sends. Anything else it sends (prices, totals, bands) is ignored. */
const choicesSchema = z.array(choiceSchema).max(MAX_LINES)

/** The same with what a browser says that a line measures again: a company's purchase that the buyer coordinates, or nothing. */
export const repeatingChoices = z
  .array(choiceSchema.extend({ repeats: z.guid().toLowerCase().optional().catch(undefined) }))
  .max(MAX_LINES)

/** A stored or typed discount code; long enough for every code, limited against abuse. */
const codeSchema = z.string().max(100)

/** The quotation that the cart was opened from. */
const quotationSchema = z.guid().toLowerCase().nullable().default(null)

/** A cart as a browser sends it. */
export const cartContents = z.object({
  choices: choicesSchema,
  code: codeSchema.nullable(),
  quotation: quotationSchema,
})

/** A request to the cart's address. */
export const cartRequestSchema = z.discriminatedUnion('intent', [
  cartContents.extend({ intent: z.literal('quote') }),
  cartContents.extend({ intent: z.literal('apply-discount'), code: codeSchema }),
])
