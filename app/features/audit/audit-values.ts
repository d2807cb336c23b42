import { LISTED_STATES } from '#app/features/accesses/accesses.ts'
import { BANK_LINE_STATES } from '#app/features/bank-statements/lines/bank-lines.ts'
import { PRODUCT_STATUSES } from '#app/features/catalogue/product-form.ts'
import { DISCOUNT_STATES } from '#app/features/discounts/discount-admin.ts'
import { GIVEN_ROLE_TITLES } from '#app/features/identity/staff/given-role.ts'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import { CHARGEBACK_REASONS } from '#app/features/payments/chargebacks/chargebacks.ts'
import { REVIEW_STATUSES } from '#app/features/reviews/reviews.ts'
import { formatDateTime, formatDay, parseDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/

type Labels = Readonly<Record<string, string>>

const labelsOf = (statuses: Readonly<Record<string, { label: string }>>): Labels =>
  Object.fromEntries(Object.entries(statuses).map(([code, { label }]) => [code, label]))

/** Labels of the statuses of each kind of row. */
const STATUSES: Readonly<Record<string, Labels>> = {
  orders: labelsOf(ORDER_STATUSES),
  bank_lines: labelsOf(BANK_LINE_STATES),
  assessment: labelsOf(PRODUCT_STATUSES),
  discount_codes: labelsOf(DISCOUNT_STATES),
  review: labelsOf(REVIEW_STATUSES),
  user_accesses: {
    active: LISTED_STATES.invited.label,
    in_use: LISTED_STATES.accessed.label,
    completed: LISTED_STATES.completed.label,
    revoked: LISTED_STATES.revoked.label,
  },
}

/** Codes that are the same in every kind of row. */
const CODES: Labels = {
  self: 'Individual',
  business: 'Empresa',
  nominative: 'Nominativo',
  confidential: 'Confidencial',
  percentage: 'Porcentaje',
  fixed_amount: 'Monto fijo',
  transfer: 'Transferencia',
  purchase_order: 'Orden de compra',
  ...GIVEN_ROLE_TITLES,
  buyer: 'Quien compró',
  password: 'Contraseña',
  passkey: 'Llave de acceso',
  totp: 'Aplicación de códigos',
  recovery: 'Código de recuperación',
}

const REASONS: Labels = CHARGEBACK_REASONS
/** What a chargeback did to its order's accesses. */
const REVOCATIONS: Labels = { kept: 'Se mantienen', revoked: 'Revocados', restored: 'Devueltos' }

/**
 * A value of an entry as people read it: pesos, days, labels of statuses. Ids say nothing to a reader: they are empty.
 * @param field its path in the entry, as `changesOf` names it
 */
export function valueText(entity: string, field: string, value: string): string {
  const name = field.split(' › ').at(-1) ?? field
  if (ID.test(value)) return ''
  if (name.endsWith('_clp') && /^\d{1,13}$/.test(value)) return formatPesos(pesos(Number(value)))
  const day = parseDay(value)
  if (day) return formatDay(day)
  if (INSTANT.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(new Date(value))
  const labels =
    name === 'status' && Object.hasOwn(STATUSES, entity)
      ? STATUSES[entity]
      : name === 'accesses'
        ? REVOCATIONS
        : entity === 'orders' && name === 'reason'
          ? REASONS
          : CODES
  return labels && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}
