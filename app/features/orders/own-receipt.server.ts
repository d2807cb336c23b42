import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { type Pesos, sumPesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AttemptStatus, DocumentType, Mode, OrderStatus } from '#app/platform/database/values.ts'
import { type DocumentSeller, sellerThen } from '#app/platform/mail/shop.ts'
import { documentsOfOrders } from './order-documents.server.ts'
import type { OrderDocument } from './order-documents.ts'
import { PAID_ATTEMPTS } from './orders.ts'
import type { PaidWith } from './payment-text.ts'

type OrderBuyer = { first_name: string; last_name: string; email: string }

/** One order as its buyer sees it, with everything a receipt shows. */
export type OwnReceipt = {
  id: string
  /** Whether the user made the order, rather than a colleague. */
  mine: boolean
  /** Who made it. */
  buyer: { name: string; email: string }
  organisation_id: string | null
  order_number: string
  status: OrderStatus
  created_at: Date
  paid_at: Date | null
  /** How long the shop keeps it open for a transfer. */
  held_until: Date | null
  /** Of the cart that it was made of. */
  idempotency_key: string
  subtotal_clp: Pesos
  discount_clp: Pesos
  discount_code: string | null
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  document_type: DocumentType
  billing_rut: string | null
  billing_name: string | null
  billing_activity: string | null
  billing_address: string | null
  billing_commune: string | null
  company_name: string | null
  company_url: string | null
  refunded_clp: Pesos
  /** Claimed or taken by the bank. */
  charged_back_clp: Pesos
  /** The seller at the time of purchase. */
  seller: DocumentSeller
  /** Days that its accesses last from the payment. */
  access_days: number
  /** The text beside its prices that says the tax is included. */
  vat_text: string
  /** The quotation whose prices the order uses. */
  quotation: { id: string; number: string } | undefined
  /** The company's purchase-order number, of the quotation's approval. */
  purchase_order: string | null
  items: {
    name: string
    slug: string
    mode: Mode
    seats: number
    unit_price_clp: Pesos
    subtotal_clp: Pesos
    /** Number of the order whose item the seats were added to. */
    added_to: string | null
  }[]
  /** The payment, or the last attempt; absent when nobody has tried. */
  payment: ReceiptPayment | undefined
  /** Its boleta or factura, and notas de crédito, oldest first. */
  documents: OrderDocument[]
}

export type ReceiptPayment = PaidWith & {
  status: AttemptStatus
  authorization_code: string | null
  /** When the gateway authorised it. */
  transaction_date: Date | null
}

const ownOrder = (tx: Transaction<DB>, userId: string, orderNumber: string) =>
  tx
    .selectFrom('orders')
    .where(canActSql('orders.holder_id', userId, 'buyer'))
    .where('order_number', '=', orderNumber)

/** A select of the order's id, for what belongs to it. */
export const ownOrderId = (tx: Transaction<DB>, userId: string, orderNumber: string) =>
  sql<string>`${ownOrder(tx, userId, orderNumber).select('orders.id')}`

/** An order by its number, for its buyer or who buys in its organisation; another's number returns nothing (spec D4). */
export async function ownReceipt(
  tx: Transaction<DB>,
  userId: string,
  orderNumber: string,
): Promise<OwnReceipt | undefined> {
  const own = ownOrder(tx, userId, orderNumber)
  // What belongs to the order finds it again, and waits for nothing.
  const id = ownOrderId(tx, userId, orderNumber)
  const order = own
    .select([
      'id',
      'order_number',
      'status',
      'created_at',
      'paid_at',
      'held_until',
      'idempotency_key',
      'subtotal_clp',
      'discount_clp',
      'discount_code',
      'total_clp',
      'charged_back_clp',
      'net_clp',
      'vat_clp',
      'document_type',
      'billing_rut',
      'billing_name',
      'billing_activity',
      'billing_address',
      'billing_commune',
      'company_name',
      'company_url',
      'organisation_id',
      'user_id',
      'purchase_order',
      'seller',
      'access_days',
      'vat_text',
    ])
    .executeTakeFirst()
  const quotation = tx
    .selectFrom('quotations')
    .select(['id', 'number'])
    .where('user_id', '=', userId)
    .where('id', '=', own.select('orders.quotation_id'))
    .executeTakeFirst()
  const items = tx
    .selectFrom('order_items')
    .innerJoin('assessments', 'assessments.id', 'order_items.assessment_id')
    .select(['order_items.product_name as name', 'assessments.slug', 'order_items.mode', 'order_items.seats'])
    .leftJoin('order_items as first', 'first.id', 'order_items.tops_up_item_id')
    .leftJoin('orders as first_order', 'first_order.id', 'first.order_id')
    .select(['order_items.unit_price_clp', 'order_items.subtotal_clp', 'first_order.order_number as added_to'])
    .where('order_items.order_id', '=', id)
    .orderBy('order_items.product_name')
    .orderBy('order_items.mode')
    .execute()
  const attempts = tx
    .selectFrom('payment_attempts')
    .select([
      'gateway',
      'status',
      'payment_type_code',
      'card_last4',
      'installments',
      'installments_amount_clp',
      'authorization_code',
      'transaction_date',
      'refunded_clp',
    ])
    .where('order_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  const found = await allKeyed({
    order,
    buyers: sql<OrderBuyer>`select * from private.buyer_of_order((${id}))`.execute(tx),
    quotation,
    items,
    attempts,
    documents: documentsOfOrders(tx, id),
  })
  if (!found.order) return undefined
  const { seller, user_id, ...receipt } = found.order
  const [buyer] = found.buyers.rows
  return {
    ...receipt,
    mine: user_id === userId,
    buyer: { name: buyer ? fullName(buyer) : '', email: buyer?.email ?? '' },
    seller: sellerThen(seller),
    refunded_clp: sumPesos(found.attempts.filter(paidThis).map(attempt => attempt.refunded_clp)),
    items: found.items,
    documents: found.documents,
    quotation: found.quotation,
    payment: found.attempts.find(paidThis) ?? found.attempts[0],
  }
}

const paidThis = ({ status }: { status: AttemptStatus }): boolean => PAID_ATTEMPTS.includes(status)
