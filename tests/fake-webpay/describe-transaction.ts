import { cardOf } from './cards.ts'
import type { Transaction } from './transaction.ts'

const monthAndDay = new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', month: '2-digit', day: '2-digit' })

/** The day on which the bank books it, as MMDD in Chile. */
function accountingDate(at: Date): string {
  const parts = Object.fromEntries(monthAndDay.formatToParts(at).map(part => [part.type, part.value]))
  return `${parts.month}${parts.day}`
}

/** The body of commit and status (referencia/webpay, "Respuesta Transaction.status"). */
export function describeTransaction(transaction: Transaction): Record<string, unknown> {
  const at = transaction.committedAt ?? transaction.createdAt
  const common = {
    amount: transaction.amount,
    status: transaction.status,
    buy_order: transaction.buyOrder,
    session_id: transaction.sessionId,
    accounting_date: accountingDate(at),
    transaction_date: at.toISOString(),
    installments_number: 0,
  }
  if (transaction.status === 'INITIALIZED' || !transaction.decision) {
    // transbank-sdk-ruby#67: an aborted payment has the response code of success and no authorisation. Only the status tells.
    return transaction.decision?.kind === 'cancel' ? { ...common, vci: 'ABO', response_code: 0 } : common
  }
  const card = cardOf(transaction.decision.card)
  const isRejected = transaction.status === 'FAILED'
  return {
    ...common,
    vci: isRejected ? 'TSN' : 'TSY',
    card_detail: { card_number: card.number.slice(-4) },
    authorization_code: transaction.authorizationCode ?? '000000',
    payment_type_code: card.paymentTypeCode,
    response_code: isRejected ? -1 : 0,
    installments_number: isRejected ? 0 : card.installments,
    // transbank-plugin-woocommerce-webpay-rest#248: instalments with interest (VC) come without their amount.
    ...(card.installments > 0 &&
      card.paymentTypeCode !== 'VC' && { installments_amount: Math.floor(transaction.amount / card.installments) }),
    ...(transaction.status.endsWith('NULLIFIED') && { balance: transaction.amount - transaction.refunded }),
  }
}
