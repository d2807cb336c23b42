import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { Tone } from '#app/ui/tone.ts'
import type { DiscountState, ListedDiscount } from './discount-admin.ts'

export const STATE_TONES: Readonly<Record<DiscountState, Tone>> = {
  active: 'good',
  scheduled: 'neutral',
  paused: 'fair',
  inactive: 'neutral',
  expired: 'poor',
  used_up: 'poor',
  archived: 'neutral',
}

/** `20 %` or `$5.000`. */
export const valueText = ({ type, value }: Pick<ListedDiscount, 'type' | 'value'>): string =>
  type === 'percentage' ? `${value} %` : formatPesos(pesos(value))

/** `3 de 10`, or `3` without a limit. */
export const usesText = ({ current_uses, max_uses }: Pick<ListedDiscount, 'current_uses' | 'max_uses'>): string =>
  max_uses === null ? formatInteger(current_uses) : `${formatInteger(current_uses)} de ${formatInteger(max_uses)}`

/** The validity period, in Santiago. */
export function validityText({ valid_from, ends_at }: Pick<ListedDiscount, 'valid_from' | 'ends_at'>): string {
  const from = `Desde el ${formatDateTime(valid_from)}`
  return ends_at === null ? `${from}, sin término` : `${from} hasta el ${formatDateTime(ends_at)}`
}
