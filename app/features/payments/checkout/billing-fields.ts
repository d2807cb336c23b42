import { line } from '#app/kit/forms/fields.ts'

const atMost = (max: number) => ({ max, tooLong: `${max} caracteres como máximo` })
const needed = (what: string, max: number) => ({ required: `Ingresa ${what}`, minLength: 2, ...atMost(max) })

/**
 * The data of a factura (spec D11). Lengths are those of the tax service's schema: razón social 100, giro 40, dirección 70,
 * comuna 20.
 */
export const billingFields = {
  billing_rut: line({
    label: 'RUT',
    required: 'Ingresa el RUT',
    max: 40,
    autoComplete: 'off',
    hint: 'Ejemplo: 76.192.083-9',
  }),
  billing_name: line({ label: 'Razón social', autoComplete: 'organization', ...needed('la razón social', 100) }),
  billing_activity: line({ label: 'Giro', ...needed('el giro', 40) }),
  billing_address: line({ label: 'Dirección', autoComplete: 'street-address', ...needed('la dirección', 70) }),
  billing_commune: line({ label: 'Comuna', autoComplete: 'address-level3', ...needed('la comuna', 20) }),
} as const

/** The company shown on a purchase for several people. */
export const companyFields = {
  company_name: line({ label: 'Nombre de la empresa', optional: true, autoComplete: 'organization', ...atMost(200) }),
  company_url: line({ label: 'Sitio web', optional: true, inputMode: 'url', autoComplete: 'url', ...atMost(200) }),
} as const

/** The form fields that say whom a tax document is for. */
export const BILLING_FIELDS = [
  'document',
  'billing_rut',
  'billing_name',
  'billing_activity',
  'billing_address',
  'billing_commune',
] as const
