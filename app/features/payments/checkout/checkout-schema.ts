import { z } from 'zod'
import { MAX_CODE, MAX_LINES } from '#app/features/cart/cart.ts'
import type { Billing } from '#app/features/orders/orders.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { billingFields, companyFields } from './billing-fields.ts'

const companyUrl = schemaOf(companyFields.company_url)
  .transform(typed => (typed ? (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`) : null))
  .refine(typed => typed === null || (URL.canParse(typed) && new URL(typed).hostname.includes('.')), {
    error: 'Ingresa una dirección web, como empresa.cl',
  })

const rut = schemaOf(billingFields.billing_rut).transform((typed, context) => {
  const parsed = parseRut(typed)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
  return z.NEVER
})

const common = {
  company_name: schemaOf(companyFields.company_name).transform(orNull),
  company_url: companyUrl,
  /** The organisation that buys; anything else: the buyer alone. */
  organisation: z.uuid().nullable().catch(null),
  /** Anything else, and nothing: a card. */
  method: z.enum(['card', 'transfer']).catch('card'),
  terms: z.literal('on', 'Debes aceptar las condiciones de compra'),
}

/** The buyer's input at checkout (spec D11). */
export const checkoutForm = z
  .discriminatedUnion('document', [
    z.object({ document: z.literal('boleta'), ...common }),
    z.object({
      document: z.literal('factura'),
      ...shapeOf(billingFields),
      billing_rut: rut,
      ...common,
    }),
  ])
  .transform(form => {
    const billing: Billing =
      form.document === 'boleta'
        ? { document: 'boleta' }
        : {
            document: 'factura',
            rut: form.billing_rut,
            name: form.billing_name,
            activity: form.billing_activity,
            address: form.billing_address,
            commune: form.billing_commune,
          }
    return {
      billing,
      companyName: form.company_name,
      companyUrl: form.company_url,
      organisationId: form.organisation,
      method: form.method,
    }
  })

export type CheckoutForm = Omit<z.output<typeof checkoutForm>, 'organisationId' | 'method'> & {
  /** Absent: a card. */
  method?: 'card' | 'transfer'
  /** Absent: the buyer alone buys. */
  organisationId?: string | null
}

/**
 * What the browser's cart adds to the form. The total is the one shown to the buyer: when it differs, the new one is
 * shown for confirmation.
 */
export const checkoutCart = z.object({
  key: z.uuid(),
  choices: z
    .array(
      z.object({
        product_id: z.uuid(),
        mode: z.enum(['self', 'business']),
        seats: z.int().min(1).max(MAX_SEATS),
        /** What this browser says that the line measures again; a company's purchase that the buyer coordinates, or nothing. */
        repeats: z.guid().toLowerCase().optional().catch(undefined),
      }),
    )
    .min(1)
    .max(MAX_LINES),
  code: z.string().max(MAX_CODE).nullable(),
  /** The quotation whose prices the buyer saw. */
  quotation: z.guid().toLowerCase().nullable().default(null),
  expected_total_clp: z.int().min(0),
  /**
   * The answer to 'Ya compraste esto hace N minutos. ¿Comprar otra vez?' (yes, no) or to 'Dejaste un pago sin terminar'
   * (continue, replace); null while unanswered.
   */
  repeat: z.enum(['yes', 'no', 'continue', 'replace']).nullable(),
})

export type CheckoutCart = z.output<typeof checkoutCart>
