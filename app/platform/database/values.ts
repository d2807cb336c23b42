// The allowed values of columns, as in the tables' checks.

export type Role = 'admin' | 'client' | 'respondent' | 'assessment_manager'

/** What somebody of the staff works on; `admin` is the whole back office. */
export type StaffScope = 'admin' | 'sales' | 'content' | 'support' | 'finance'
/** Of a member of an organisation; each may do what the next ones may. */
export type OrganisationRole = 'buyer' | 'coordinator' | 'results'
export type Mode = 'self' | 'business'
export type ProductType = 'assessment' | 'workshop'
/** `charged_back`: a chargeback revoked its accesses. */
export type OrderStatus = 'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back'
export type DiscountType = 'percentage' | 'fixed_amount'
/** What an administrator has decided about a code; what it can do follows also from dates and uses. */
export type DiscountStatus = 'active' | 'paused' | 'inactive'
/** What somebody with a quotation's link answered. */
export type ReplyKind = 'approved' | 'declined' | 'commented'
export type DocumentType = 'boleta' | 'factura'
/** Codes of the SII: factura, boleta, nota de crédito. */
export type TaxDocumentKind = 33 | 39 | 61
/** `external`: the shop issues it by its own means. `card_voucher`: the card's voucher is the boleta. */
export type TaxDocumentStatus = 'requested' | 'issued' | 'rejected' | 'cancelled' | 'external' | 'card_voucher'
/** What the SII says about an issued document. */
export type SiiStatus = 'pending' | 'accepted' | 'accepted_with_objections' | 'rejected'
export type PricingBand = 'self' | '1-10' | '11-49' | '50+'
/** How an item's results are read: with names, or only over groups (spec D18). */
export type ResultMode = 'nominative' | 'confidential'
export type AccessStatus = 'active' | 'in_use' | 'completed' | 'revoked'
/** What respondents declare about their age. */
export type AgeDeclaration = '14_or_more' | 'guardian_consent'
export type RunStatus = 'in_progress' | 'completed'
export type ReviewStatus = 'pending' | 'published' | 'hidden'
/** `cancelled`: the access that the mail was about was revoked before it went out. */
export type MailStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'
/** `manual_resolution`: the outcome is unknown, and the gateway no longer answers. */
export type RefundStatus = 'pending' | 'done' | 'declined' | 'manual_resolution'
/** Of a credit in the bank's statement; `linked`: the money of an order that was recorded as paid before. */
export type BankLineState = 'open' | 'settled' | 'linked' | 'set_aside' | 'returned'
/** `received`: the bank waits for the answer. */
export type ChargebackStatus = 'received' | 'answered' | 'won' | 'lost'
/** The right that is exercised (Ley 19.628, articles 4 to 9). */
export type DataRequestKind = 'access' | 'portability' | 'rectification' | 'erasure' | 'objection' | 'blocking'
export type DataRequestStatus = 'open' | 'done' | 'refused'
/** `staff`: a letter, call or mail that the staff recorded. */
export type DataRequestChannel = 'mailbox' | 'account' | 'staff'
/** Whether the shop decides about a processing (responsable) or works for a buyer (encargado). */
export type ProcessingCapacity = 'controller' | 'processor'
/** What the cardholder says. */
export type ChargebackReason =
  | 'not_recognised'
  | 'fraud'
  | 'not_received'
  | 'not_as_described'
  | 'duplicate'
  | 'wrong_amount'
  | 'cancelled'
  | 'other'
/** Why an entry is in the ledger. */
export type LedgerEvent =
  | 'sale'
  | 'refund'
  | 'surplus_received'
  | 'surplus_returned'
  | 'surplus_cancelled'
  | 'chargeback'
  | 'chargeback_won'
  | 'fee'
  | 'payout'
  | 'bank_receipt'
  | 'bank_payment'
  | 'correction'
export type LedgerAccount =
  | 'card_receivable'
  | 'purchase_order_receivable'
  | 'simulated_receivable'
  | 'bank'
  | 'suspense'
  | 'vat_credit'
  | 'vat_payable'
  | 'customer_surplus'
  | 'sales'
  | 'discounts'
  | 'refunds'
  | 'chargebacks'
  | 'fees'
/** How money came without a gateway; also what such an attempt's `gateway` says. */
export type ManualMethod = 'transfer' | 'purchase_order'
export type AttemptStatus =
  | 'created'
  | 'initiated'
  | 'committing'
  | 'paid'
  | 'rejected'
  | 'unknown'
  | 'aborted'
  | 'timed_out'
  | 'form_error'
  | 'expired'
  | 'manual_resolution'
  | 'refund_pending'
  | 'partially_refunded'
  | 'refunded'
/** The gateways whose reports are compared with payments; the simulator's are no money. */
export type ReconciledGateway = 'webpay' | 'simulator'
export type ReportSource = 'sales' | 'settlement'
/** `charge`: the gateway's charge for something other than a sale; `retention`: money that it keeps back. */
export type MovementKind = 'sale' | 'refund' | 'charge' | 'retention'
/** `waiting`: a sales report is missing. */
export type DayState = 'waiting' | 'different' | 'reconciled'
export type DifferenceKind =
  | 'missing_there'
  | 'missing_here'
  | 'other_amount'
  | 'refund_missing_there'
  | 'refund_missing_here'
  | 'refund_other_amount'
export type DifferenceStatus = 'open' | 'reviewed'
/** The events that an endpoint can subscribe to. */
export type WebhookEvent = 'order.paid' | 'order.refunded' | 'access.created' | 'access.completed' | 'run.completed'
export type DeliveryStatus = 'queued' | 'delivered' | 'failed'
/** `answered`: with whatever status. */
export type WebhookOutcome = 'answered' | 'timeout' | 'no_connection' | 'forbidden_address' | 'too_large'
export type ApiScope = 'orders:read' | 'accesses:read' | 'results:read'
