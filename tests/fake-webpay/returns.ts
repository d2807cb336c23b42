import type { Decision, Transaction } from './transaction.ts'

/** Where the browser goes. `duplicates`: as many equal requests come from the bank itself at the same time. */
export type Departure = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly duplicates: number
}

/**
 * The four shapes in which the browser comes back (documentacion/webpay-plus, "Flujos"). All are GET, but for the abort of
 * the integration environment, which is a POST. Returns that repeat from the bank's own servers are known from
 * transbank-plugin-woocommerce-webpay-rest, pull requests 376, 379 and 380.
 */
export function departureOf(transaction: Transaction, decision: Decision): Departure {
  const { token, buyOrder, sessionId, returnUrl: url } = transaction
  const order = { TBK_ORDEN_COMPRA: buyOrder, TBK_ID_SESION: sessionId }
  switch (decision) {
    case 'authorize':
    case 'reject':
    case 'lost_answer':
      return { method: 'GET', url, fields: { token_ws: token }, duplicates: 0 }
    case 'duplicate_return':
      return { method: 'GET', url, fields: { token_ws: token }, duplicates: 2 }
    case 'cancel':
      return { method: 'POST', url, fields: { TBK_TOKEN: token, ...order }, duplicates: 0 }
    case 'timeout':
      return { method: 'GET', url, fields: order, duplicates: 0 }
    case 'form_error':
      return { method: 'GET', url, fields: { token_ws: token, TBK_TOKEN: token, ...order }, duplicates: 0 }
  }
}

/** The address of a return by GET. */
export function addressOf({ url, fields }: Departure): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}
