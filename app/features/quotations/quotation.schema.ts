import { z } from 'zod'
import { cartContents } from '#app/features/cart/cart.schema.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { lineField, optionalLineField } from '#app/platform/http/one-line.ts'
import type { QuotationField } from './quotations.ts'

const optionalRut = lineField(40).transform((typed, context) => {
  if (typed === '') return null
  const parsed = parseRut(typed)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
  return z.NEVER
})

/** Whom a quotation is for. Nothing but the person's name is needed: many quotations come before the company's data do. */
export const quotationForm = z.object({
  buyer_name: lineField(120).pipe(z.string().min(1, 'Escribe el nombre de la persona de contacto')),
  buyer_phone: optionalLineField(40),
  company_name: optionalLineField(200),
  company_rut: optionalRut,
  company_address: optionalLineField(200),
  reference: optionalLineField(200),
} satisfies Record<QuotationField, z.ZodType>)

export type QuotationForm = z.output<typeof quotationForm>

/** What the browser's cart adds to the form. The total is what the buyer saw: another one is shown and asked again. */
export const quotationCart = cartContents.extend({
  /** Drawn once per form that is shown. */
  key: z.guid().toLowerCase(),
  expected_total_clp: z.int().min(0),
})

export type QuotationCart = z.output<typeof quotationCart>

/** What may be asked of a quotation's page. */
export const quotationIntent = z.object({ intent: z.literal('mail') })
