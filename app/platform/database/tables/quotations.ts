import type { ColumnType, Generated } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { Mode, PricingBand, ReplyKind } from '#app/platform/database/values.ts'

type QuotationsTable = {
  id: Generated<string>
  user_id: string
  number: Generated<string>
  idempotency_key: string
  issued_at: Date
  valid_until: Date
  subtotal_clp: Pesos
  discount_clp: Pesos
  discount_code: string | null
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  seller_name: string
  seller_rut: string
  seller_address: string
  seller_email: string
  buyer_name: string
  buyer_email: string
  buyer_phone: string | null
  company_name: string | null
  company_rut: string | null
  company_address: string | null
  reference: string | null
  terms_version: string
  /** How prices said that the tax is in them when it was issued; written by the database. */
  vat_text: ColumnType<string, never, never>
}

type QuotationLinesTable = {
  quotation_id: string
  user_id: string
  position: number
  assessment_id: string
  name: string
  mode: Mode
  seats: number
  base_price_clp: Pesos
  total_clp: Pesos
  pricing_band: PricingBand
  per_extra_rate: number
}

type QuotationLinksTable = {
  quotation_id: string
  user_id: string
  /** SHA-256 (hex) of the token in the link. */
  token_hash: string
  created_at: Date
  withdrawn_at: Date | null
}

type QuotationRepliesTable = {
  id: string
  quotation_id: string
  user_id: string
  kind: ReplyKind
  name: string
  job_role: string | null
  purchase_order: string | null
  comment: string | null
  created_at: Date
}

/** Carts as they were priced on a day, held for their buyers. */
export type QuotationsTables = {
  quotations: QuotationsTable
  quotation_lines: QuotationLinesTable
  quotation_links: QuotationLinksTable
  quotation_replies: QuotationRepliesTable
}
