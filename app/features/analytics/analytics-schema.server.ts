import { z } from 'zod'
import { cleanText, DURATIONS, SORTS, TYPES } from '#app/features/catalogue/filters.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { parseJson } from '#app/platform/http/parse-json.ts'
import type { BrowserEvent, BrowserEvents } from '#app/platform/tracking/events.ts'
import { isPersonal, reportedPage, reportedReferrer } from './address.ts'

/** Bytes of an event's data (spec D35). */
const MAX_DATA = 8192
const MAX_EVENTS = 50
/**
 * Oldest age that a browser may report; an older event counts as happening when it arrives, because browser clocks are
 * unreliable.
 */
const OLDEST_MS = 10 * MINUTE_MS

/** Characters of a text that are read before it is cut. */
const MAX_TYPED = 2000

/** One line of typed text or of an address; refused when it may be personal data. */
const line = (length: number) =>
  z
    .string()
    .max(MAX_TYPED)
    .transform(text => cleanText(text, length))
    .refine(text => text !== '' && !isPersonal(text))

const none = z.strictObject({})
const productId = z.uuid()
const pesos = z.int().min(0).max(10_000_000_000)
const seats = z.int().min(1).max(1000)
const slugs = z.array(z.string().regex(/^[a-z0-9-]{1,80}$/)).max(20)
const duration = z.enum(DURATIONS.map(({ value }) => value))
const type = z.enum(TYPES.map(({ value }) => value))
const tags = z.array(line(60)).max(20)

/** The events that browsers may send, each with exactly its payload (specification 1, section 7). */
const EVENTS = {
  plp_view: z.strictObject({ filters: z.strictObject({ categories: slugs, duration, type, tags }) }),
  plp_card_view: z.strictObject({ product_id: productId }),
  plp_filter_change: z.discriminatedUnion('filter_type', [
    z.strictObject({ filter_type: z.literal('categories'), filter_value: slugs }),
    z.strictObject({ filter_type: z.literal('duration'), filter_value: duration }),
    z.strictObject({ filter_type: z.literal('type'), filter_value: type }),
    z.strictObject({ filter_type: z.literal('tags'), filter_value: tags }),
    z.strictObject({ filter_type: z.literal('price'), filter_value: z.string().regex(/^(all|\d{0,9}-\d{0,9})$/) }),
  ]),
  plp_sort_change: z.strictObject({ sort_by: z.enum(SORTS.map(({ value }) => value)) }),
  plp_search: z.strictObject({ query: line(100) }),
  price_preview_change: z.strictObject({ product_id: productId, seats, total_clp: pesos }),
  add_to_cart_self: z.strictObject({ product_id: productId, price_clp: pesos }),
  add_to_cart_business: z.strictObject({ product_id: productId, seats, total_clp: pesos }),
  plp_to_pdp_click: none,
  page_view: none,
  user_action: z.discriminatedUnion('action', [
    z.strictObject({ action: z.enum(['logo_click', 'logout', 'account_click', 'mobile_search_click']) }),
    z.strictObject({ action: z.literal('category_click'), category: line(60) }),
  ]),
  dashboard_viewed: none,
} satisfies { [Type in BrowserEvent]: z.ZodType<BrowserEvents[Type]> }

/** Whether browsers may send an event of this name. */
const isEvent = (name: string): name is BrowserEvent => Object.hasOwn(EVENTS, name)

const sentEvent = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  page: z.string().max(4000).transform(reportedPage).pipe(z.string()),
  referrer: z.string().max(4000).transform(reportedReferrer).catch(null),
  ago: z
    .number()
    .min(0)
    .transform(ago => (ago <= OLDEST_MS ? ago : 0)),
})

/** A visit's id, as the browser makes it. */
export const visitIdSchema = z.string().regex(/^[0-9a-f]{32}$/)

const batchSchema = z.object({ visit: visitIdSchema, events: z.array(z.unknown()).max(MAX_EVENTS) })

/** An event that may be recorded, `ago` milliseconds before now. */
export type AcceptedEvent = {
  type: BrowserEvent
  data: Record<string, unknown>
  page: string
  referrer: string | null
  ago: number
}
export type AcceptedBatch = { visit: string; events: AcceptedEvent[]; dropped: number }

/**
 * Reads what a browser sent; undefined when it is no batch at all. Unknown or invalid events are dropped one by one.
 */
export function readBatch(body: string): AcceptedBatch | undefined {
  const batch = batchSchema.safeParse(parseJson(body))
  if (!batch.success) return undefined
  const events = batch.data.events.flatMap(input => acceptEvent(input) ?? [])
  return { visit: batch.data.visit, events, dropped: batch.data.events.length - events.length }
}

function acceptEvent(input: unknown): AcceptedEvent | undefined {
  const sent = sentEvent.safeParse(input)
  if (!sent.success) return undefined
  const { type: name, page, referrer, ago } = sent.data
  if (!isEvent(name)) return undefined
  const payload = EVENTS[name].safeParse(sent.data.data)
  // The parsed payload is measured, because the raw one may be nested too deeply to be serialised.
  if (!payload.success || Buffer.byteLength(JSON.stringify(payload.data)) > MAX_DATA) return undefined
  return { type: name, data: payload.data, page, referrer, ago }
}
