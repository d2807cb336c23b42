import type { BILLING_FIELDS, billingFields } from './billing-fields.ts'

type BillingField = Exclude<(typeof BILLING_FIELDS)[number], 'document'>

/** The data of a buyer's earlier factura, as its fields show them. */
export type RememberedBilling = Readonly<Record<BillingField, string>>

const REST = ['billing_name', 'billing_activity', 'billing_address', 'billing_commune'] as const

/**
 * What the other fields become when a RUT is typed for which data are remembered: only empty fields, and those that
 * still have what was filled in before, are replaced.
 * @param filled what was filled in last.
 */
export function fillFor(
  known: RememberedBilling,
  filled: RememberedBilling | undefined,
  typed: (field: keyof typeof billingFields) => string,
): Partial<RememberedBilling> {
  return Object.fromEntries(
    REST.filter(field => typed(field).trim() === '' || typed(field) === filled?.[field]).map(field => [
      field,
      known[field],
    ]),
  )
}
