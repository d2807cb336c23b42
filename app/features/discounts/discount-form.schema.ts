import { z } from 'zod'
import { endOfDay, fromClock, toClock } from '#app/kernel/dates.ts'
import { ZERO } from '#app/kernel/money.ts'
import type { Declaration } from '#app/kit/forms/fields.ts'
import { firstMessagePerField } from '#app/kit/forms/first-messages.ts'
import { type SchemaOf, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import type { DiscountFields } from './discount-admin.ts'
import { CODE_RULE, discountFields, limitFields, valueFields } from './discount-fields.ts'
import { isCode } from './discounts.ts'
import { normalizeCode } from './typed-code.ts'

/** The day in Santiago of an instant, in the format of a date field: `2026-11-21`. */
const dayField = (date: Date): string => toClock(date).slice(0, 10)

/**
 * The begin of a code, from a date and time field in Santiago; now when it is empty (specification 2, section 5).
 * Undefined when it is invalid.
 * @param before the current begin: kept with its seconds when the field still shows its minute.
 */
function validFrom(typed: string, now: Date, before?: Date): Date | undefined {
  const text = typed.trim()
  if (text === '') return now
  if (before && toClock(before) === text) return before
  return fromClock(text)
}

/**
 * The end of a code, from a date field: 23:59:59 of that day in Santiago (spec D10). Undefined when it is invalid.
 */
function validUntil(typed: string, before?: Date): Date | undefined {
  const text = typed.trim()
  if (before && dayField(before) === text) return before
  // Noon UTC is the same day in Santiago.
  const noon = fromClock(`${text}T12:00`)
  return noon && endOfDay(noon)
}

const MAX_PRODUCTS = 200
const PRODUCT = /^product:([0-9a-f-]{36})$/

/** Ids of the ticked products. */
const productsOf = (form: Record<string, string>): string[] =>
  Object.keys(form).flatMap(name => {
    const id = PRODUCT.exec(name)?.[1]
    return id !== undefined && z.uuid().safeParse(id).success ? [id] : []
  })

const ticked = z
  .string()
  .optional()
  .transform(value => value === 'on')

/** A limit while its toggle is on; null while it is off, whatever the field contains. */
const limit = <D extends Declaration>(isOn: boolean, declaration: D): SchemaOf<D> | z.ZodType<null> =>
  isOn
    ? schemaOf(declaration)
    : z
        .unknown()
        .optional()
        .transform(() => null)

/** The schema of one submitted form: its type and toggles decide which rules apply. */
const schemaFor = (form: Record<string, string>) =>
  z.object({
    ...shapeOf(discountFields),
    code: schemaOf(discountFields.code).transform(normalizeCode).pipe(z.string().refine(isCode, CODE_RULE)),
    // An empty field means no minimum.
    min_order_amount: schemaOf(discountFields.min_order_amount).transform(amount => amount ?? ZERO),
    value: schemaOf(form.type === 'percentage' ? valueFields.percentage : valueFields.fixed_amount),
    max_uses: limit(form.has_max_uses === 'on', limitFields.max_uses),
    duration_days: limit(form.has_duration_days === 'on', limitFields.duration_days),
    max_discount_amount: limit(form.has_max_discount_amount === 'on', limitFields.max_discount_amount),
    once_per_customer: ticked,
  })

type Read = { ok: true; fields: DiscountFields; productIds: string[] } | { ok: false; errors: Record<string, string> }

/**
 * Parses the form of a code (specification 2, section 5; spec D10). Fields hidden by a toggle that is off are null.
 * @param before the current code, whose instants keep their seconds where the form still shows their minute.
 */
export function readDiscountForm(
  form: Record<string, string>,
  now: Date,
  before?: Pick<DiscountFields, 'valid_from' | 'valid_until'>,
): Read {
  const parsed = schemaFor(form).safeParse(form)
  const errors = parsed.success ? {} : firstMessagePerField(parsed.error)
  const valid_from = validFrom(form.valid_from ?? '', now, before?.valid_from)
  if (!valid_from) errors.valid_from = 'Ingresa una fecha y hora válidas'
  const valid_until =
    form.has_valid_until === 'on' ? validUntil(form.valid_until ?? '', before?.valid_until ?? undefined) : null
  if (valid_until === undefined) errors.valid_until = 'Ingresa una fecha válida'
  if (valid_from && valid_until && valid_until < valid_from) errors.valid_until = 'Termina antes de empezar'
  const productIds = form.has_products === 'on' ? productsOf(form) : []
  if (form.has_products === 'on' && productIds.length === 0) errors.products = 'Elige al menos un producto'
  if (productIds.length > MAX_PRODUCTS) errors.products = `Elige hasta ${MAX_PRODUCTS} productos`
  if (!parsed.success || !valid_from || valid_until === undefined || Object.keys(errors).length > 0) {
    return { ok: false, errors }
  }
  return { ok: true, productIds, fields: { ...parsed.data, valid_from, valid_until } }
}

const target = { id: z.uuid(), revision: z.coerce.number().int() }

/** The screen's form intents; a new code has neither id nor revision. */
export const discountIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create') }),
  z.object({ intent: z.literal('edit'), ...target }),
  z.object({ intent: z.literal('status'), ...target, status: z.enum(['active', 'paused', 'inactive']) }),
  z.object({ intent: z.literal('delete'), ...target }),
])
