import { z } from 'zod'
import { lineField } from '#app/platform/http/one-line.ts'
import type { DiscountFields } from './discount-admin.ts'
import { validFrom, validUntil } from './discount-dates.ts'
import { isCode, normalizeCode } from './discounts.ts'

/** Pesos of a code at most; more than any order of the shop. */
const MOST_PESOS = 100_000_000
const MOST_USES = 1_000_000_000
const MOST_DAYS = 3650

/** Fields of the form, in its order. Products are one field each, `product:{id}`. */
export const DISCOUNT_FORM_FIELDS = [
  'code',
  'name',
  'description',
  'type',
  'value',
  'max_discount_amount',
  'min_order_amount',
  'max_uses',
  'valid_from',
  'valid_until',
  'duration_days',
] as const

/** Toggles of the form: what they hide counts only while they are on (specification 2, section 5). */
export const DISCOUNT_TOGGLES = [
  'has_max_uses',
  'has_duration_days',
  'has_max_discount_amount',
  'has_valid_until',
  'has_products',
  'once_per_customer',
] as const

export type DiscountFormField = (typeof DISCOUNT_FORM_FIELDS)[number] | (typeof DISCOUNT_TOGGLES)[number]

const whole = (least: number, most: number, missing: string) =>
  z
    .string()
    .default('')
    .transform((typed, context) => {
      const text = typed.trim()
      const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
      if (number >= least && number <= most) return number
      const message =
        text === ''
          ? missing
          : Number.isNaN(number)
            ? 'Ingresa un número entero, sin puntos ni decimales'
            : number < least
              ? `El mínimo es ${least}`
              : `El máximo es ${most.toLocaleString('es-CL')}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

const toggle = z.literal('on').optional()

const PRODUCT = /^product:([0-9a-f-]{36})$/

/** Ids of the products that were ticked, at most 200. */
const productsOf = (form: Record<string, string>): string[] =>
  Object.keys(form).flatMap(name => {
    const id = PRODUCT.exec(name)?.[1]
    return id !== undefined && z.uuid().safeParse(id).success ? [id] : []
  })

type Read = { ok: true; fields: DiscountFields; productIds: string[] } | { ok: false; errors: Record<string, string> }

const base = z.object({
  code: z
    .string()
    .default('')
    .transform(normalizeCode)
    .pipe(
      z
        .string()
        .min(1, 'Ingresa el código')
        .refine(isCode, 'Usa de 3 a 40 caracteres: letras sin tilde, números, guion y guion bajo'),
    ),
  name: lineField(120).pipe(z.string().min(1, 'Ingresa el nombre')),
  description: lineField(500),
  type: z.enum(['percentage', 'fixed_amount'], 'Elige el tipo'),
  has_max_uses: toggle,
  has_duration_days: toggle,
  has_max_discount_amount: toggle,
  has_valid_until: toggle,
  has_products: toggle,
  once_per_customer: toggle,
})

const issuesOf = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.toReversed().map(issue => [String(issue.path[0]), issue.message]))

/**
 * Reads the form of a code (specification 2, section 5; decision 10). What a toggle that is off hides is null, whatever stands in its
 * field.
 * @param before the code as it is, whose moments stay to the second where the form still shows them.
 */
export function readDiscountForm(
  form: Record<string, string>,
  now: Date,
  before?: Pick<DiscountFields, 'valid_from' | 'valid_until'>,
): Read {
  const parsed = base.safeParse(form)
  const errors: Record<string, string> = parsed.success ? {} : issuesOf(parsed.error)
  const read = (name: string, schema: z.ZodType<number>): number => {
    const answer = schema.safeParse(form[name])
    if (!answer.success) errors[name] = answer.error.issues[0]?.message ?? ''
    return answer.data ?? 0
  }
  const limited = (name: string, schema: z.ZodType<number>): number | null =>
    form[`has_${name}`] === 'on' ? read(name, schema) : null

  const percentage = form.type === 'percentage'
  const value = read('value', percentage ? whole(1, 100, 'Ingresa el valor') : whole(0, MOST_PESOS, 'Ingresa el valor'))
  const max_uses = limited('max_uses', whole(1, MOST_USES, 'Ingresa el máximo de usos'))
  const duration_days = limited('duration_days', whole(1, MOST_DAYS, 'Ingresa los días'))
  const max_discount_amount = limited('max_discount_amount', whole(0, MOST_PESOS, 'Ingresa el descuento máximo'))
  // Nothing typed is no minimum.
  const min_order_amount = form.min_order_amount?.trim() ? read('min_order_amount', whole(0, MOST_PESOS, '')) : 0
  const valid_from = validFrom(form.valid_from ?? '', now, before?.valid_from)
  if (!valid_from) errors.valid_from = 'Ingresa una fecha y hora válidas'
  const valid_until =
    form.has_valid_until === 'on' ? validUntil(form.valid_until ?? '', before?.valid_until ?? undefined) : null
  if (valid_until === undefined) errors.valid_until = 'Ingresa una fecha válida'
  if (valid_from && valid_until && valid_until < valid_from) errors.valid_until = 'Termina antes de empezar'
  const productIds = form.has_products === 'on' ? productsOf(form) : []
  if (form.has_products === 'on' && productIds.length === 0) errors.products = 'Elige al menos un producto'
  if (productIds.length > 200) errors.products = 'Elige hasta 200 productos'
  if (!parsed.success || !valid_from || valid_until === undefined || Object.keys(errors).length > 0) {
    return { ok: false, errors }
  }
  const { code, name, description, type, once_per_customer } = parsed.data
  return {
    ok: true,
    productIds,
    fields: {
      code,
      name,
      description,
      type,
      value,
      max_uses,
      valid_from,
      valid_until,
      duration_days,
      min_order_amount,
      max_discount_amount,
      once_per_customer: once_per_customer === 'on',
    },
  }
}

/** What the forms of the screen ask for; a new code has neither id nor revision. */
export const discountIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create') }),
  z.object({ intent: z.literal('edit'), id: z.uuid(), revision: z.coerce.number().int() }),
  z.object({
    intent: z.literal('status'),
    id: z.uuid(),
    revision: z.coerce.number().int(),
    status: z.enum(['active', 'paused', 'inactive']),
  }),
  z.object({ intent: z.literal('delete'), id: z.uuid(), revision: z.coerce.number().int() }),
])
