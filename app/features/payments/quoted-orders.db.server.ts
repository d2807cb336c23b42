import type { Transaction } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** A quotation and whose it is. For administrators: row-level security shows anybody else their own only. */
export async function quotationForStaff(tx: Transaction<DB>, id: string) {
  const row = await tx
    .selectFrom('quotations')
    .innerJoin('profiles', 'profiles.id', 'quotations.user_id')
    .select([
      'quotations.id',
      'quotations.user_id',
      'quotations.number',
      'quotations.valid_until',
      'quotations.subtotal_clp',
      'quotations.discount_clp',
      'quotations.discount_code',
      'quotations.total_clp',
      'quotations.vat_text',
      'quotations.buyer_name',
      'quotations.buyer_email',
      'quotations.company_name',
      'quotations.company_rut',
      'quotations.company_address',
      'quotations.reference',
    ])
    .where('quotations.id', '=', id)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      subtotal_clp: pesos(row.subtotal_clp),
      discount_clp: pesos(row.discount_clp),
      total_clp: pesos(row.total_clp),
    }
  )
}

/** The order that was made with a quotation and is pending or paid. */
export const openOrderOf = (tx: Transaction<DB>, quotationId: string) =>
  tx
    .selectFrom('orders')
    .select(['id', 'status', 'order_number'])
    .where('quotation_id', '=', quotationId)
    .where('status', 'in', ['pending', 'paid'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
