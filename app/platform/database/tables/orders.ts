import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type {
  AttemptStatus,
  DiscountStatus,
  DiscountType,
  DocumentType,
  ManualMethod,
  Mode,
  OrderStatus,
  PricingBand,
  RefundStatus,
  ResultMode,
} from '#app/platform/database/values.ts'
import type { NullableJson, NullableTimestamp, Timestamp } from './columns.ts'

type DiscountCodesTable = {
  id: Generated<string>
  code: string
  name: string
  description: Generated<string>
  type: DiscountType
  value: number
  max_uses: number | null
  current_uses: Generated<number>
  valid_from: Timestamp
  valid_until: NullableTimestamp
  duration_days: number | null
  min_order_amount: Generated<Pesos>
  max_discount_amount: Pesos | null
  status: Generated<DiscountStatus>
  archived_at: NullableTimestamp
  created_at: Timestamp
  once_per_customer: Generated<boolean>
  /** Goes up with every edit. */
  revision: Generated<number>
  /** Written by the database; what searches of the back office look in. */
  list_words: Generated<string>
}

type DiscountCodeProductsTable = {
  discount_code_id: string
  assessment_id: string
}

/** Maintained by the database as orders are paid and refunded. */
type DiscountCodeTotalsTable = {
  discount_code_id: string
  paid_orders: number
  revenue_clp: Pesos
  discount_clp: Pesos
}

type OrdersTable = {
  id: Generated<string>
  user_id: string
  order_number: string
  status: Generated<OrderStatus>
  currency: Generated<'CLP'>
  subtotal_clp: Pesos
  discount_clp: Generated<Pesos>
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  discount_code: string | null
  idempotency_key: string
  document_type: Generated<DocumentType>
  billing_rut: string | null
  billing_name: string | null
  billing_activity: string | null
  billing_address: string | null
  billing_commune: string | null
  company_name: string | null
  company_url: string | null
  terms_version: string
  /** Of the contract of processing, where people are invited. */
  processing_terms_version: string | null
  processing_terms_accepted_at: NullableTimestamp
  terms_accepted_at: Date
  created_at: Timestamp
  paid_at: NullableTimestamp
  /** Of its payment, and of its creation until it is paid; written by the database. */
  effective_at: ColumnType<Date, never, never>
  /** Of its completed refunds; a trigger writes them. */
  refunded_clp: ColumnType<Pesos, never, never>
  /** Of its chargebacks that were not won; a trigger writes them. */
  charged_back_clp: ColumnType<Pesos, never, never>
  quotation_id: string | null
  /** The company's purchase-order number, of the quotation's approval; written by the database. */
  purchase_order: ColumnType<string | null, never, never>
  /** The staff keep it open until then for a payment that takes days. */
  held_until: NullableTimestamp
  /** The seller, as JSON; null for old orders. Never changes. */
  seller: ColumnType<unknown, string | null, never>
  /** Days that its accesses hold from the payment, as it was when it was made; written by the database. */
  access_days: ColumnType<number, never, never>
  /** How prices said that the tax is in them when it was made; written by the database. */
  vat_text: ColumnType<string, never, never>
  /** What its items come to, for lists; a trigger writes them. */
  item_count: ColumnType<number, never, never>
  seat_count: ColumnType<number, never, never>
  has_self: ColumnType<boolean, never, never>
  has_business: ColumnType<boolean, never, never>
  /** The organisation that it belongs to; null: to its buyer alone. Only a function of the database changes it. */
  organisation_id: ColumnType<string | null, string | null | undefined, never>
  /** The organisation, or else the buyer; generated. */
  holder_id: GeneratedAlways<string>
  /** Of a paid order's document or buyer; written by the database. */
  company_id: Generated<string | null>
}

type OrderItemsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  assessment_id: string
  /** As the product was called when it was bought; written by a trigger. */
  product_name: GeneratedAlways<string>
  mode: Mode
  /** What was sold in this order. */
  seats: number
  /** Seats of paid top-ups, maintained by the database. */
  added_seats: GeneratedAlways<number>
  /** Usable seats: sold here and added later. */
  total_seats: GeneratedAlways<number>
  used_seats: Generated<number>
  base_price_clp: Pesos
  unit_price_clp: Pesos
  subtotal_clp: Pesos
  discount_clp: Generated<Pesos>
  total_clp: Pesos
  pricing_band: PricingBand
  per_extra_rate: number
  result_mode: Generated<ResultMode>
  section_targets: Generated<Readonly<Record<string, number>>>
  section_weights: Generated<Readonly<Record<string, number>>>
  deleted_at: NullableTimestamp
  created_at: Timestamp
  /** Days until a reminder, and between them; null: none. */
  reminder_days: ColumnType<number | null, never, number | null>
  /** Until when the buyer asks people to answer; null: until the accesses end. */
  due_at: ColumnType<Date | null, never, Date | null>
  /** The organisation that it belongs to; null: to its buyer alone. Of its order. */
  organisation_id: GeneratedAlways<string | null>
  /** The organisation, or else the buyer; generated. */
  holder_id: GeneratedAlways<string>
  /** The item of an earlier order that this one adds seats to; it has no accesses of its own. */
  tops_up_item_id: string | null
  /** Seats that the other item had when the price was made. */
  from_seats: number | null
}

type DiscountRedemptionsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  discount_code_id: string
  amount_clp: Pesos
  created_at: Timestamp
  released_at: NullableTimestamp
}

type PaymentAttemptsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  gateway: string
  buy_order: string
  token: string | null
  /** A `BrowserRequest` that posts. */
  form: NullableJson
  amount_clp: Pesos
  refunded_clp: Generated<Pesos>
  /** A surplus that the staff gave back themselves. */
  returned_by_hand: Generated<boolean>
  status: Generated<AttemptStatus>
  authorization_code: string | null
  card_last4: string | null
  payment_type_code: string | null
  response_code: number | null
  installments: number | null
  /** Pesos of one instalment. */
  installments_amount_clp: Pesos | null
  transaction_date: NullableTimestamp
  /** A day, `2026-11-24`. */
  accounting_date: ColumnType<unknown, string | null, string | null>
  detail: string | null
  checks: Generated<number>
  next_check_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

type RefundsTable = {
  id: Generated<string>
  order_id: string
  attempt_id: string
  amount_clp: Pesos
  reason: string
  status: Generated<RefundStatus>
  detail: string | null
  requested_by: ColumnType<string | null, never, never>
  created_at: Timestamp
  settled_at: NullableTimestamp
  /** The staff refunded it: the gateway was not called. */
  by_hand: Generated<boolean>
  /** Who resolved it manually, and what that person found. */
  settled_by: ColumnType<string | null, never, string>
  settled_note: ColumnType<string | null, never, string>
}

type OrderNotesTable = {
  id: Generated<string>
  order_id: string
  author_id: ColumnType<string, never, never>
  body: string
  created_at: Timestamp
}

type ManualPaymentsTable = {
  attempt_id: string
  order_id: string
  method: ManualMethod
  reference: string
  paid_on: ColumnType<unknown, string, never>
  note: string | null
  recorded_by: ColumnType<string, never, never>
  created_at: Timestamp
}

/** Discount codes, orders and their payments. */
export type OrdersTables = {
  discount_codes: DiscountCodesTable
  discount_code_products: DiscountCodeProductsTable
  discount_code_totals: DiscountCodeTotalsTable
  orders: OrdersTable
  order_items: OrderItemsTable
  discount_redemptions: DiscountRedemptionsTable
  payment_attempts: PaymentAttemptsTable
  refunds: RefundsTable
  manual_payments: ManualPaymentsTable
  order_notes: OrderNotesTable
}
