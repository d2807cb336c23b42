import type { Bank } from './bank.ts'
import type { Book } from './book.ts'
import { isCardName } from './cards.ts'
import { endedPage, formPage, returnPage } from './page.ts'
import { addressOf, type Departure } from './returns.ts'
import { DECISIONS } from './transaction.ts'

export const FORM_PATH = '/webpayserver/initTransaction'
export const DECISION_PATH = '/webpayserver/decide'

/** A page, or the address that the browser is sent to. */
export type Reply =
  | { readonly kind: 'page'; readonly status: number; readonly html: string }
  | { readonly kind: 'redirect'; readonly address: string }

const page = (status: number, html: string): Reply => ({ kind: 'page', status, html })

/** The form, opened by GET or POST with `token_ws`. One that waited too long sends the browser back by itself. */
export function showForm(bank: Bank, book: Book, fields: URLSearchParams, now: Date): Reply {
  const token = fields.get('token_ws') ?? ''
  const transaction = book.find(token)
  const state = bank.formState(token, now)
  if (transaction && state === 'open') return page(200, formPage(transaction))
  const departure = state === 'expired' ? bank.decide(token, 'timeout', 'credit', now) : undefined
  return departure ? sendBack(departure) : page(404, endedPage())
}

/** A button of the form. */
export function decide(bank: Bank, fields: URLSearchParams, now: Date): Reply {
  const decision = DECISIONS.find(name => name === fields.get('decision'))
  const card = fields.get('card') ?? ''
  const token = fields.get('token_ws') ?? ''
  const departure =
    (decision && bank.decide(token, decision, isCardName(card) ? card : 'credit', now)) ??
    bank.decide(token, 'timeout', 'credit', now)
  return departure ? sendBack(departure) : page(404, endedPage())
}

function sendBack(departure: Departure): Reply {
  if (departure.method === 'POST') return page(200, returnPage(departure))
  const address = addressOf(departure)
  // The bank's servers send the same return at the same time.
  for (let copy = 0; copy < departure.duplicates; copy += 1) fetch(address).catch(() => undefined)
  return { kind: 'redirect', address }
}
