import type { CartChoice } from '#app/features/cart/cart.ts'
import { isHeld } from '#app/features/cart/held-prices.ts'
import type { PricingBand } from '#app/features/pricing/pricing.ts'
import { DAY_MS, endOfDay, formatDate } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { unreachable } from '#app/kernel/result.ts'
import { line, namesOf } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { CreateQuotationError } from './create-quotation.server.ts'

type QuotationProblem = CreateQuotationError | { code: 'invalid_cart' } | { code: 'unreachable' }

/** Why a quotation was not made, and what to do. */
export function quotationMessage(problem: QuotationProblem): string {
  switch (problem.code) {
    case 'cart_changed':
      return 'Los precios o las condiciones de tu carrito cambiaron. Revisa el detalle actualizado y crea la cotización de nuevo.'
    case 'discount_invalid':
      return `${problem.reason}. Quita el código o usa otro, y crea la cotización de nuevo.`
    case 'too_many':
      return `Puedes crear hasta ${QUOTATIONS_A_DAY} cotizaciones por día. Las que ya tienes siguen vigentes; mañana puedes crear más.`
    case 'unreachable':
      return 'La tienda no respondió y no sabemos si tu cotización alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.'
    case 'invalid_cart':
      return 'No pudimos leer tu carrito. Recarga la página e inténtalo otra vez.'
    default:
      return unreachable(problem)
  }
}

/** Maximum quotations per person and day, and mails per quotation and day. */
export const QUOTATIONS_A_DAY = 20
export const MAILS_A_DAY = 3
export const startOfLimit = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** The end of a quotation issued now. @param days calendar days; it ends with the last of them, in Santiago. */
export const validUntil = (issuedAt: Date, days: number): Date => endOfDay(issuedAt, days)

/** A line with its held price, in pesos, VAT included. */
export type QuotationLine = CartChoice & {
  name: string
  base_price_clp: Pesos
  total_clp: Pesos
  pricing_band: PricingBand
  per_extra_rate: number
}

export type Seller = { name: string; rut: string; address: string; email: string }

/** Whom a quotation is for. The e-mail is the account's. */
export type QuotationBuyer = {
  name: string
  email: string
  phone: string | null
  company: string | null
  /** Normalised: 76192083-9. */
  rut: string | null
  address: string | null
  /** The buyer's own reference, for example a purchase request. */
  reference: string | null
}

/** A quotation as it was issued. Amounts in pesos; all but the net one include VAT. */
export type Quotation = {
  id: string
  number: string
  issuedAt: Date
  validUntil: Date
  lines: QuotationLine[]
  subtotal_clp: Pesos
  discount_clp: Pesos
  discount_code: string | null
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  /** The text beside its prices that says the tax is included. */
  vatText: string
  seller: Seller
  buyer: QuotationBuyer
  /** A paid order used it. */
  isBought: boolean
}

const optional = { optional: true } as const

/** Whom a quotation is for. Only the contact's name is required: many quotations come before the company's data. */
export const quotationFields = {
  company_name: line({ label: 'Empresa', max: 200, autoComplete: 'organization', ...optional }),
  company_rut: line({
    label: 'RUT de la empresa',
    max: 40,
    autoComplete: 'off',
    hint: 'Ejemplo: 76.192.083-9',
    ...optional,
  }),
  company_address: line({ label: 'Dirección', max: 200, autoComplete: 'street-address', ...optional }),
  reference: line({
    label: 'Referencia interna',
    max: 200,
    autoComplete: 'off',
    hint: 'Por ejemplo, tu solicitud de compra',
    ...optional,
  }),
  buyer_name: line({
    label: 'Persona de contacto',
    required: 'Escribe el nombre de la persona de contacto',
    max: 120,
    autoComplete: 'name',
  }),
  buyer_phone: line({ label: 'Teléfono', max: 40, type: 'tel', autoComplete: 'tel', ...optional }),
} as const

export type QuotationField = keyof typeof quotationFields
export const QUOTATION_FIELDS = namesOf(quotationFields)

export type QuotationState = 'valid' | 'expired' | 'bought'

/** A bought quotation stays bought after its end. */
export const quotationState = (quotation: Pick<Quotation, 'isBought' | 'validUntil'>, now: Date): QuotationState =>
  quotation.isBought ? 'bought' : isHeld(quotation, now) ? 'valid' : 'expired'

export const QUOTATION_STATES: Statuses<QuotationState> = {
  valid: { label: 'Vigente', tone: 'good' },
  expired: { label: 'Vencida', tone: 'poor' },
  bought: { label: 'Comprada', tone: 'neutral' },
}

/** The address of a quotation for its owner. */
export const quotationPath = (id: string): string => `/account/quotations/${id}`

/** The conditions of a quotation, on screen and on paper. */
export const conditions = ({
  validUntil,
  discount_code,
  vatText,
}: Pick<Quotation, 'validUntil' | 'discount_code' | 'vatText'>): string[] => [
  `Precios en pesos chilenos, ${vatText}. Valen hasta las 23:59 del ${formatDate(validUntil)}, hora de Santiago, para estos productos, modalidades y cantidades, y por una compra.`,
  ...(discount_code === null
    ? []
    : [
        `El descuento del código ${discount_code} está sujeto a disponibilidad del código al momento de pagar: puede agotarse o terminar antes que esta cotización.`,
      ]),
  'Si al comprar los precios publicados son más bajos, se aplican los más bajos. Un producto que se deje de vender no puede comprarse con esta cotización.',
  'Esta cotización no es un documento tributario. Al pagar se elige boleta o factura.',
]
