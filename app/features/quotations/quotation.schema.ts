import { z } from 'zod'
import { cartContents } from '#app/features/cart/cart.schema.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { orNull, schemaOf } from '#app/kit/forms/schema.ts'
import { type QuotationField, quotationFields } from './quotations.ts'

const optionalRut = schemaOf(quotationFields.company_rut).transform((typed, context) => {
  if (typed === '') return null
  const parsed = parseRut(typed)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
  return z.NEVER
})

/** The fields of a quotation; null where empty. */
export const quotationForm = z.object({
  buyer_name: schemaOf(quotationFields.buyer_name),
  buyer_phone: schemaOf(quotationFields.buyer_phone).transform(orNull),
  company_name: schemaOf(quotationFields.company_name).transform(orNull),
  company_rut: optionalRut,
  company_address: schemaOf(quotationFields.company_address).transform(orNull),
  reference: schemaOf(quotationFields.reference).transform(orNull),
} satisfies Record<QuotationField, z.ZodType>)

export type QuotationForm = z.output<typeof quotationForm>

/**
 * What the browser's cart adds to the form. The total is the one shown to the buyer: when it differs, the new one is
 * shown for confirmation.
 */
export const quotationCart = cartContents.extend({
  /** Generated once per rendered form. */
  key: z.guid().toLowerCase(),
  expected_total_clp: z.int().min(0),
})

export type QuotationCart = z.output<typeof quotationCart>

/** The intents of a quotation's page. */
export const quotationIntent = z.object({ intent: z.enum(['mail', 'share', 'withdraw']) })
