import type { SelectType } from 'kysely'
import type { Tables } from './tables.ts'

// The values that the checks of columns allow, by the names that the program calls them.

type Value<Table extends keyof Tables, Column extends keyof Tables[Table]> = NonNullable<
  SelectType<Tables[Table][Column]>
>

export type Role = Value<'profiles', 'role'>
/** What somebody of the staff works on; `admin` is the whole back office. */
export type StaffScope = Value<'profiles', 'staff_scope'>
/** Of a member of an organisation; each may do what the next ones may. */
export type OrganisationRole = Value<'organisation_members', 'role'>
export type Mode = Value<'order_items', 'mode'>
export type ProductType = Value<'assessments', 'type'>
/** `charged_back`: a chargeback revoked its accesses. */
export type OrderStatus = Value<'orders', 'status'>
export type DiscountType = Value<'discount_codes', 'type'>
/** What an administrator has decided about a code; what it can do follows also from dates and uses. */
export type DiscountStatus = Value<'discount_codes', 'status'>
/** What somebody with a quotation's link answered. */
export type ReplyKind = Value<'quotation_replies', 'kind'>
export type DocumentType = Value<'orders', 'document_type'>
/** Codes of the SII: factura, boleta, nota de crédito. */
export type TaxDocumentKind = Value<'tax_documents', 'kind'>
/** `external`: the shop issues it by its own means. `card_voucher`: the card's voucher is the boleta. */
export type TaxDocumentStatus = Value<'tax_documents', 'status'>
/** What the SII says about an issued document. */
export type SiiStatus = Value<'tax_documents', 'sii_status'>
export type PricingBand = Value<'order_items', 'pricing_band'>
/** How an item's results are read: with names, or only over groups (spec D18). */
export type ResultMode = Value<'order_items', 'result_mode'>
export type AccessStatus = Value<'user_accesses', 'status'>
/** What respondents declare about their age. */
export type AgeDeclaration = Value<'assessment_runs', 'age_declaration'>
/** Of an action of a plan: still to be done, being done, done, or not to be done after all. */
export type PlanActionState = Value<'plan_actions', 'state'>
export type ReviewStatus = Value<'reviews', 'status'>
/** `cancelled`: the access that the mail was about was revoked before it went out. */
export type MailStatus = Value<'mails', 'status'>
/** `manual_resolution`: the outcome is unknown, and the gateway no longer answers. */
export type RefundStatus = Value<'refunds', 'status'>
/** Of a credit in the bank's statement; `linked`: the money of an order that was recorded as paid before. */
export type BankLineState = Value<'bank_lines', 'state'>
/** `received`: the bank waits for the answer. */
export type ChargebackStatus = Value<'chargebacks', 'status'>
/** The right that is exercised (Ley 19.628, articles 4 to 9). */
export type DataRequestKind = Value<'data_requests', 'kind'>
export type DataRequestStatus = Value<'data_requests', 'status'>
/** `staff`: a letter, call or mail that the staff recorded. */
export type DataRequestChannel = Value<'data_requests', 'channel'>
/** Whether the shop decides about a processing (responsable) or works for a buyer (encargado). */
export type ProcessingCapacity = Value<'processing_activities', 'capacity'>
/** What the cardholder says. */
export type ChargebackReason = Value<'chargebacks', 'reason'>
/** Why an entry is in the ledger. */
export type LedgerEvent = Value<'ledger_entries', 'event'>
export type LedgerAccount = Value<'ledger_lines', 'account'>
/** How money came without a gateway; also what such an attempt's `gateway` says. */
export type ManualMethod = Value<'manual_payments', 'method'>
export type AttemptStatus = Value<'payment_attempts', 'status'>
/** The gateways whose reports are compared with payments; the simulator's are no money. */
export type ReconciledGateway = Value<'gateway_reports', 'gateway'>
export type ReportSource = Value<'gateway_reports', 'source'>
/** `charge`: the gateway's charge for something other than a sale; `retention`: money that it keeps back. */
export type MovementKind = Value<'gateway_movements', 'kind'>
/** `waiting`: a sales report is missing. */
export type DayState = Value<'reconciliation_days', 'state'>
export type DifferenceKind = Value<'reconciliation_differences', 'kind'>
export type DifferenceStatus = Value<'reconciliation_differences', 'status'>
/** The events that an endpoint can subscribe to. */
export type WebhookEvent = Value<'webhook_endpoints', 'events'>[number]
export type DeliveryStatus = Value<'webhook_deliveries', 'status'>
/** `answered`: with whatever status. */
export type WebhookOutcome = Value<'webhook_attempts', 'outcome'>
export type ApiScope = Value<'api_keys', 'scopes'>[number]
