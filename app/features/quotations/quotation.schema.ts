import { z } from 'zod'
import { cartContents } from '#app/features/cart/cart.schema.ts'
import { orNull, schemaOf } from '#app/forms/schema.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { type QuotationField, quotationFields } from './quotations.ts'

const optionalRut = schemaOf(quotationFields.company_rut).transform((typed, context) => {
  if (typed === '') return null
  const parsed = parseRut(typed)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
  return z.NEVER
})

/** What the form of a quotation says; null where nothing was typed. */
export const quotationForm = z.object({
  buyer_name: schemaOf(quotationFields.buyer_name),
  buyer_phone: schemaOf(quotationFields.buyer_phone).transform(orNull),
  company_name: schemaOf(quotationFields.company_name).transform(orNull),
  company_rut: optionalRut,
  company_address: schemaOf(quotationFields.company_address).transform(orNull),
  reference: schemaOf(quotationFields.reference).transform(orNull),
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
