import type { CartChoice } from '#app/features/cart/cart.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'

/** Products that an order made by hand can have. */
export const MAX_HAND_LINES = 5

/** The names of a line's fields, in the address and in the form. */
export const lineNames = (line: number) => ({
  product: `product_${line}`,
  mode: `mode_${line}`,
  seats: `seats_${line}`,
})

export type HandLine = { product: string; mode: string; seats: string }

/** The lines as they were typed; a line that is not there is empty. */
export const readLines = (texts: Readonly<Record<string, string | undefined>>): HandLine[] =>
  Array.from({ length: MAX_HAND_LINES }, (_, index) => {
    const { product, mode, seats } = lineNames(index + 1)
    return { product: texts[product] ?? '', mode: texts[mode] ?? '', seats: texts[seats] ?? '' }
  })

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The choices of the lines that name a product; seats that are no number count as one. */
export const choicesOf = (lines: readonly HandLine[]): CartChoice[] =>
  lines.flatMap(({ product, mode, seats }): CartChoice[] => {
    if (!ID.test(product)) return []
    if (mode !== 'business') return [{ product_id: product, mode: 'self', seats: 1 }]
    return [{ product_id: product, mode, seats: Math.min(Math.max(readWhole(seats) ?? 1, 1), MAX_SEATS) }]
  })

/**
 * What is unknown of a payment that waits for manual resolution: whether a refund was carried out (`refund`), whether
 * money arrived (`payment`), or whether surplus money was refunded (`surplus`).
 */
export type ResolutionKind = 'refund' | 'payment' | 'surplus'

/** What a person has to find out about the payment. */
export const resolutionKind = (order: OrderStatus, hasRefund: boolean): ResolutionKind =>
  hasRefund ? 'refund' : order === 'pending' ? 'payment' : 'surplus'

/** Possible findings: the money was refunded by the bank or by hand, or not; the money arrived, or not. */
export const FINDINGS = ['went_back', 'by_hand', 'not_back', 'paid', 'not_paid'] as const
export type Finding = (typeof FINDINGS)[number]

type Choice = { value: Finding; label: string; description: string }

const WENT_BACK: Choice = {
  value: 'went_back',
  label: 'El banco devolvió el dinero',
  description: 'Lo viste en su portal.',
}
const BY_HAND: Choice = {
  value: 'by_hand',
  label: 'Lo devolvimos por transferencia',
  description: 'El banco no lo hizo y ya transferiste el dinero.',
}

/** The possible findings of each kind. */
export const FINDINGS_OF: Readonly<Record<ResolutionKind, readonly Choice[]>> = {
  refund: [
    WENT_BACK,
    BY_HAND,
    {
      value: 'not_back',
      label: 'No se devolvió nada',
      description: 'La orden sigue como estaba y puedes pedirlo de nuevo.',
    },
  ],
  payment: [
    {
      value: 'paid',
      label: 'El banco cobró',
      description: 'La orden queda pagada, con sus accesos, y sale el comprobante.',
    },
    {
      value: 'not_paid',
      label: 'El banco no cobró',
      description: 'El intento termina sin pago, como si lo hubiera rechazado.',
    },
  ],
  surplus: [
    WENT_BACK,
    BY_HAND,
    { value: 'not_paid', label: 'El banco nunca cobró', description: 'No hay nada que devolver.' },
  ],
}

/** The question at the head of each form. */
export const RESOLUTION_QUESTIONS: Readonly<Record<ResolutionKind, string>> = {
  refund: '¿Qué pasó con el reembolso?',
  payment: '¿El banco cobró este pago?',
  surplus: '¿Se devolvió este pago que sobraba?',
}

/** Why the outcome is unknown, from the note of the recovery. */
export function resolutionReason(detail: string | null): string {
  if (detail === 'amount or reference differ')
    return 'El monto o la referencia que dijo el banco no son los nuestros: no lo dimos por pagado.'
  if (detail === 'the balance tells neither')
    return 'Lo que el banco dice que queda por devolver no calza con el reembolso hecho ni con el no hecho.'
  if (detail?.includes('too_old'))
    return 'Pasaron los 7 días en que el banco informa de un pago, sin una respuesta clara.'
  if (detail?.includes('not_found')) return 'El banco dice que no conoce este pago.'
  return 'El banco no respondió con claridad, y dejamos de preguntarle.'
}
