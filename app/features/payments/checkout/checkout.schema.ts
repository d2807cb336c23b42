import { z } from 'zod'
import type { Billing } from '#app/features/orders/orders.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { oneLine } from '#app/platform/http/one-line.ts'

const text = z.string().transform(oneLine)

const line = (label: string, max: number) =>
  z
    .string(`Ingresa ${label}`)
    .pipe(text)
    .pipe(z.string().min(2, `Ingresa ${label}`).max(max, `${max} caracteres como máximo`))

const optionalLine = (max: number) =>
  text
    .pipe(z.string().max(max, `${max} caracteres como máximo`))
    .optional()
    .transform(typed => typed || null)

const companyUrl = optionalLine(200)
  .transform(typed => (typed ? (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`) : null))
  .refine(typed => typed === null || (URL.canParse(typed) && new URL(typed).hostname.includes('.')), {
    error: 'Ingresa una dirección web, como empresa.cl',
  })

const rut = z.string('Ingresa el RUT').transform((typed, context) => {
  const parsed = parseRut(typed)
  if (parsed) return parsed
  const message = typed.trim() === '' ? 'Ingresa el RUT' : 'El RUT no es válido: revisa el dígito verificador'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const common = {
  company_name: optionalLine(200),
  company_url: companyUrl,
  terms: z.literal('on', 'Debes aceptar las condiciones de compra'),
}

/**
 * What a buyer fills in at checkout (decision 11). Lengths of a factura are those of the tax service's schema: razón social 100,
 * giro 40, dirección 70, comuna 20.
 */
export const checkoutForm = z
  .discriminatedUnion('document', [
    z.object({ document: z.literal('boleta'), ...common }),
    z.object({
      document: z.literal('factura'),
      billing_rut: rut,
      billing_name: line('la razón social', 100),
      billing_activity: line('el giro', 40),
      billing_address: line('la dirección', 70),
      billing_commune: line('la comuna', 20),
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
    return { billing, companyName: form.company_name, companyUrl: form.company_url }
  })

export type CheckoutForm = z.output<typeof checkoutForm>

/** What the browser's cart adds to the form. The total is what the buyer saw: another one is shown and asked again. */
export const checkoutCart = z.object({
  key: z.uuid(),
  choices: z
    .array(z.object({ product_id: z.uuid(), mode: z.enum(['self', 'business']), seats: z.int().min(1).max(1000) }))
    .min(1)
    .max(50),
  code: z.string().max(60).nullable(),
  /** The quotation whose prices the buyer saw. */
  quotation: z.guid().toLowerCase().nullable().default(null),
  expected_total_clp: z.int().min(0),
  /** The answer to 'Ya compraste esto hace N minutos. ¿Comprar otra vez?'; null before it was asked. */
  repeat: z.enum(['yes', 'no']).nullable(),
})

export type CheckoutCart = z.output<typeof checkoutCart>
