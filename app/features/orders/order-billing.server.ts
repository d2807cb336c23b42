import type { Kysely, Transaction } from 'kysely'
import { formatRut } from '#app/kernel/rut.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailStatus } from '#app/platform/database/values.ts'
import type { Billing } from './orders.ts'

export type ReceiptMail = { recipient: string; status: MailStatus }

/**
 * The newest mail with an order's receipt; undefined without one. The outbox is the system's: the caller has made sure
 * that the order is the reader's own.
 */
export const findReceiptMail = (db: Kysely<DB>, orderId: string): Promise<ReceiptMail | undefined> =>
  asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('mails')
      .select(['recipient', 'status'])
      .where('order_id', '=', orderId)
      .where('template', '=', 'order_receipt')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

/** Whom an order's tax document is for, and the company that invitations name. */
export type BillingData = { billing: Billing; companyName: string | null; companyUrl: string | null }

/** Billing data as columns of an order. */
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
export const findLastBilling = (tx: Transaction<DB>, userId: string) =>
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

/** Orders of a buyer that are looked through for billing data. */
const MAX_LOOKED_THROUGH = 100

/** The data of a buyer's own facturas, the newest of each RUT, newest first (spec D43). */
export async function rememberedBillings(tx: Transaction<DB>, userId: string) {
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom('orders')
        .select([
          'document_type',
          'billing_rut',
          'billing_name',
          'billing_activity',
          'billing_address',
          'billing_commune',
          'created_at',
        ])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(MAX_LOOKED_THROUGH)
        .as('recent'),
    )
    .distinctOn('billing_rut')
    .selectAll()
    .where('document_type', '=', 'factura')
    .orderBy('billing_rut')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ created_at: _, document_type: __, ...row }) => ({
      billing_rut: row.billing_rut === null ? '' : formatRut(row.billing_rut),
      billing_name: row.billing_name ?? '',
      billing_activity: row.billing_activity ?? '',
      billing_address: row.billing_address ?? '',
      billing_commune: row.billing_commune ?? '',
    }))
}

/** Stores what the buyer corrected before paying. An order that is no longer pending is left unchanged. */
export async function changeBilling(tx: Transaction<DB>, orderId: string, data: BillingData): Promise<void> {
  await tx
    .updateTable('orders')
    .set(billingColumns(data))
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute()
}
