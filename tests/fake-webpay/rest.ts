import type { IncomingMessage } from 'node:http'
import type { Bank } from './bank.ts'
import type { Operation } from './book.ts'
import * as refusals from './refusals.ts'
import type { Answer } from './transaction.ts'

export const TRANSACTIONS_PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'

export type Credentials = { readonly commerceCode: string; readonly apiKey: string }

/** A request of the merchant, understood as far as its address goes. */
export type Call = { readonly operation: Operation; readonly token: string | undefined }

/** What is asked for, or the answer to an address or a method that doesn't exist. */
export function callOf(method: string, path: string): Call | Answer {
  const [token, last, ...more] = path.slice(TRANSACTIONS_PATH.length).split('/').slice(1)
  if (more.length > 0 || (last !== undefined && last !== 'refunds')) return refusals.NO_SUCH_ADDRESS
  if (token === undefined) return method === 'POST' ? { operation: 'create', token } : refusals.NO_SUCH_METHOD
  if (last === 'refunds') return method === 'POST' ? { operation: 'refund', token } : refusals.NO_SUCH_METHOD
  if (method === 'PUT') return { operation: 'commit', token }
  return method === 'GET' ? { operation: 'status', token } : refusals.NO_SUCH_METHOD
}

/** Both headers must be those of the merchant (referencia/webpay, "Credenciales del Comercio"). */
export const isKnown = ({ headers }: IncomingMessage, { commerceCode, apiKey }: Credentials): boolean =>
  headers['tbk-api-key-id'] === commerceCode && headers['tbk-api-key-secret'] === apiKey

/** Carries a call out in the bank's books. */
export function carryOut(
  bank: Bank,
  { operation, token = '' }: Call,
  text: string,
  formUrl: string,
  now: Date,
): Answer {
  if (operation === 'status') return bank.status(token, now)
  if (operation === 'commit') return bank.commit(token, now)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refusals.BAD_JSON
  }
  return operation === 'create' ? bank.create(body, formUrl, now) : bank.refund(token, body, now)
}
