import { sql, type Transaction } from 'kysely'
import { type Pesos, pesos, splitVat } from '#app/kernel/money.ts'
import { cutText } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DocumentType } from '#app/platform/database/values.ts'

/** What a tax document says about the order that it is for. Pesos; the receiver's data as the order has them. */
export type DocumentedOrder = {
  id: string
  order_number: string
  status: string
  document_type: DocumentType
  billing_rut: string | null
  billing_name: string | null
  billing_activity: string | null
  billing_address: string | null
  billing_commune: string | null
  net_clp: Pesos
  vat_clp: Pesos
  total_clp: Pesos
  buyer: string
}

/** Whoever buys with a boleta stays unnamed: the SII's number for a final consumer. */
const FINAL_CONSUMER = '66666666-6'

/** Ways to pay that are no sale: nothing was charged, or no money. */
const NO_SALE = ['simulator', 'free']

/**
 * Requests the boleta or factura of a paid order, once, in the transaction that pays it. Nothing for $0 and for payments at the simulator. A
 * payment by card needs no boleta where the settings say that its voucher is one (Resolución Exenta SII 176 of 2020).
 * @param gateway how it was paid; undefined: no payment is recorded
 */
export async function requestTaxDocument(
  tx: Transaction<DB>,
  order: DocumentedOrder,
  gateway: string | undefined,
  now: Date,
): Promise<void> {
  if (order.total_clp === 0 || gateway === undefined || NO_SALE.includes(gateway)) return
  const {
    rows: [configured],
  } = await sql<{ provider: 'none' | 'openfactura' | null; is_sandbox: boolean | null; card_voucher: boolean }>`
    select provider, is_sandbox, card_voucher
    from (select exists (
      select from text_overrides where kind = 'setting' and key = 'tax' and content ->> 'card_voucher' = 'yes') as card_voucher) setting
      left join private.tax_document_provider on true`.execute(tx)
  const isFactura = order.document_type === 'factura'
  const isByCard = gateway !== 'transfer' && gateway !== 'purchase_order'
  const provider = configured?.provider ?? 'none'
  const status =
    !isFactura && isByCard && configured?.card_voucher
      ? ('card_voucher' as const)
      : provider === 'none'
        ? ('external' as const)
        : ('requested' as const)
  const isRequested = status === 'requested'
  await tx
    .insertInto('tax_documents')
    .values({
      order_id: order.id,
      order_number: order.order_number,
      kind: isFactura ? 33 : 39,
      status,
      provider: isRequested ? provider : 'none',
      is_sandbox: isRequested && configured?.is_sandbox === true,
      receiver_rut: isFactura ? (order.billing_rut ?? '') : FINAL_CONSUMER,
      receiver_name: cutText((isFactura ? order.billing_name : order.buyer) ?? '', 100),
      receiver_activity: isFactura ? cutOrNull(order.billing_activity, 40) : null,
      receiver_address: isFactura ? cutOrNull(order.billing_address, 70) : null,
      receiver_commune: isFactura ? cutOrNull(order.billing_commune, 20) : null,
      net_clp: order.net_clp,
      vat_clp: order.vat_clp,
      total_clp: order.total_clp,
      requested_at: now,
      next_attempt_at: isRequested ? now : null,
    })
    .onConflict(conflict => conflict.column('order_id').where('kind', '<>', 61).doNothing())
    .execute()
}

const cutOrNull = (text: string | null, max: number) => text && cutText(text, max)

/**
 * Requests the nota de crédito of a completed refund, once, or cancels a document that nobody has been sent and of which nothing is left.
 * Net and VAT are the differences between what was left before and after it, so that the notes of an order add up to its document.
 * @param left pesos of the order that no refund has taken, after this one
 */
export async function requestCreditNote(
  tx: Transaction<DB>,
  refund: { id: string; order_id: string; amount_clp: Pesos },
  left: Pesos,
  now: Date,
): Promise<void> {
  if (refund.amount_clp === 0) return
  const original = await tx
    .selectFrom('tax_documents')
    .selectAll()
    .where('order_id', '=', refund.order_id)
    .where('kind', '<>', 61)
    .forUpdate()
    .executeTakeFirst()
  if (!original || original.status === 'cancelled' || original.status === 'card_voucher') return
  const isUnsent =
    original.status === 'external' ||
    (original.status === 'requested' && original.attempts === 0) ||
    (original.status === 'rejected' && original.uncertain_since === null)
  if (left === 0 && isUnsent) {
    await tx
      .updateTable('tax_documents')
      .set({ status: 'cancelled', next_attempt_at: null, cancel_reason: REFUNDED_UNISSUED })
      .where(({ eb, and, or }) =>
        or([
          eb('id', '=', original.id),
          and([eb('corrects_id', '=', original.id), eb('status', 'in', ['requested', 'external'])]),
        ]),
      )
      .execute()
    return
  }
  const net = pesos(splitVat(pesos(left + refund.amount_clp)).net - splitVat(left).net)
  const isRequested = original.provider !== 'none'
  await tx
    .insertInto('tax_documents')
    .values({
      order_id: original.order_id,
      order_number: original.order_number,
      kind: 61,
      refund_id: refund.id,
      corrects_id: original.id,
      status: isRequested ? 'requested' : 'external',
      provider: original.provider,
      is_sandbox: original.is_sandbox,
      receiver_rut: original.receiver_rut,
      receiver_name: original.receiver_name,
      receiver_activity: original.receiver_activity,
      receiver_address: original.receiver_address,
      receiver_commune: original.receiver_commune,
      net_clp: net,
      vat_clp: pesos(refund.amount_clp - net),
      total_clp: refund.amount_clp,
      requested_at: now,
      next_attempt_at: isRequested ? now : null,
    })
    .onConflict(conflict => conflict.column('refund_id').where('refund_id', 'is not', null).doNothing())
    .execute()
}

/** Why a document was cancelled whose order was refunded first; staff and buyer read it. */
const REFUNDED_UNISSUED = 'La compra se reembolsó completa antes de que se emitiera.'
