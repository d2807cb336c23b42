import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { Billing } from './orders.ts'

/** Whom an order's tax document is for, and the company that invitations name. */
export type BillingData = { billing: Billing; companyName: string | null; companyUrl: string | null }

/** The same as columns of an order. */
export const billingColumns = ({ billing, companyName, companyUrl }: BillingData) => {
  const factura = billing.document === 'factura' ? billing : undefined
  return {
    document_type: billing.document,
    billing_rut: factura?.rut ?? null,
    billing_name: factura?.name ?? null,
    billing_activity: factura?.activity ?? null,
    billing_address: factura?.address ?? null,
    billing_commune: factura?.commune ?? null,
    company_name: companyName,
    company_url: companyUrl,
  }
}

/** The billing data of a client's newest order; undefined without one. */
export const lastBillingOf = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom('orders')
    .select([
      'document_type as document',
      'billing_rut',
      'billing_name',
      'billing_activity',
      'billing_address',
      'billing_commune',
      'company_name',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Stores what the buyer corrected before paying. An order that is no longer pending is left unchanged. */
export async function changeBilling(tx: Transaction<DB>, orderId: string, data: BillingData): Promise<void> {
  await tx
    .updateTable('orders')
    .set(billingColumns(data))
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute()
}
