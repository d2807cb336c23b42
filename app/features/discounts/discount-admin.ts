import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { DiscountStatus, DiscountType } from '#app/platform/database/values.ts'
import type { DiscountRefusal, Message } from './discounts.ts'

/** Why a code is not applied (specification 1, sections 5 and 8). */
export const refusalMessage = (refusal: { code: 'required' } | DiscountRefusal): Message =>
  refusal.code === 'required'
    ? { title: 'Código requerido', description: 'Por favor ingresa un código de descuento' }
    : {
        title: refusal.code === 'too_many_tries' ? 'Demasiados intentos' : 'Código inválido',
        description: refusal.reason,
      }

export const appliedMessage = (amount: Pesos): Message => ({
  title: '¡Código aplicado!',
  description: `Descuento de ${formatPesos(amount)} aplicado`,
})

export const REMOVED_TITLE = 'Descuento removido'

/**
 * The fields of a code that an administrator edits (specification 2, section 3). Amounts in pesos, `value` in pesos or
 * percent.
 */
export type DiscountFields = {
  code: string
  name: string
  description: string
  type: DiscountType
  value: number
  /** Null: no limit. */
  max_uses: number | null
  valid_from: Date
  valid_until: Date | null
  /** Days from the code's creation; the last one ends at 23:59:59 in Santiago. */
  duration_days: number | null
  min_order_amount: Pesos
  max_discount_amount: Pesos | null
  once_per_customer: boolean
}

/** The state of a code at an instant, as private.discount_state computes it. */
export type DiscountState = 'active' | 'scheduled' | 'paused' | 'inactive' | 'expired' | 'used_up' | 'archived'

/** In the order of the list's filter. */
export const DISCOUNT_STATES: Statuses<DiscountState> = {
  active: { label: 'Activo', tone: 'good' },
  scheduled: { label: 'Programado', tone: 'neutral' },
  paused: { label: 'Pausado', tone: 'fair' },
  inactive: { label: 'Inactivo', tone: 'neutral' },
  expired: { label: 'Expirado', tone: 'poor' },
  used_up: { label: 'Agotado', tone: 'poor' },
  archived: { label: 'Archivado', tone: 'neutral' },
}

export const TYPE_LABELS: Readonly<Record<DiscountType, string>> = {
  percentage: 'Porcentaje',
  fixed_amount: 'Monto fijo',
}

/** A code in the back office's list. */
export type ListedDiscount = DiscountFields & {
  id: string
  status: DiscountStatus
  state: DiscountState
  current_uses: number
  revision: number
  created_at: Date
  /** The earlier of its two ends. */
  ends_at: Date | null
  /** Ids of the products that it applies to; empty: every product. */
  product_ids: string[]
  /** Paid orders that used it, with their revenue and discounts; pesos, VAT included. */
  sold: { orders: number; revenue: Pesos; discount: Pesos }
}

/** `20 %` or `$5.000`. */
export const valueText = ({ type, value }: Pick<ListedDiscount, 'type' | 'value'>): string =>
  type === 'percentage' ? `${value} %` : formatPesos(pesos(value))

/** `3 de 10`, or `3` where there is no limit. */
export const usesText = ({ current_uses, max_uses }: Pick<ListedDiscount, 'current_uses' | 'max_uses'>): string =>
  max_uses === null ? formatInteger(current_uses) : `${formatInteger(current_uses)} de ${formatInteger(max_uses)}`

/** From when until when, in Santiago. */
export function validityText({ valid_from, ends_at }: Pick<ListedDiscount, 'valid_from' | 'ends_at'>): string {
  const from = `Desde el ${formatDateTime(valid_from)}`
  return ends_at === null ? `${from}, sin término` : `${from} hasta el ${formatDateTime(ends_at)}`
}

/** Characters of a generated code (specification 2, section 9). */
const GENERATED_LENGTH = 8
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * A code of 8 characters, A-Z and 0-9 with equal probability: bytes that would favour the first letters are skipped.
 * @param random returns this many bytes from a cryptographic generator
 */
export function generateCode(random: (bytes: number) => Uint8Array): string {
  const fair = 256 - (256 % ALPHABET.length)
  let code = ''
  while (code.length < GENERATED_LENGTH) {
    for (const byte of random(2 * GENERATED_LENGTH)) {
      if (byte < fair && code.length < GENERATED_LENGTH) code += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return code
}

/** What the screen's action answers: a toast, and for a refusal what is shown in the dialog. */
export type DiscountAnswer = {
  done: boolean
  /** Of the toast; the screen's changes of many codes have none. */
  title?: string
  text: string
  errors?: Readonly<Record<string, string>>
  /** Another administrator changed the code since it was loaded. */
  stale?: true
}

/** Titles of a request that failed, by its intent (specification 2, section 8). */
const FAILED: Readonly<Record<string, string>> = {
  status: 'No se pudo actualizar el estado',
  delete: 'No se pudo eliminar el código de descuento',
}
export const failureTitle = (intent: unknown): string =>
  FAILED[String(intent)] ?? 'No se pudo guardar el código de descuento'
