import { z } from 'zod'
import { pesos } from '#app/kernel/money.ts'
import type { StartProblem, StartRequest } from '#app/platform/payments/gateway.ts'

/** Transbank's longest values, in characters. Its manual says 255 and 256 for the return address: the smaller one holds. */
const LIMITS = { buyOrder: 26, sessionId: 61, returnUrl: 255, token: 64 } as const

const BUY_ORDER = /^[A-Za-z0-9|_=&%.,~:/?[+!@()>-]+$/
const TOKEN = /^[A-Za-z0-9_-]+$/

export const isToken = (text: string): boolean => text.length <= LIMITS.token && TOKEN.test(text)
export const isBuyOrder = (text: string): boolean => text.length <= LIMITS.buyOrder && BUY_ORDER.test(text)
export const isSessionId = (text: string): boolean => text.length > 0 && text.length <= LIMITS.sessionId

/** Whole pesos above zero. The brand can be forged with a cast, and Transbank's own SDK lets 1.5 and −1 pass. */
export const isPayable = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0

/**
 * The least that Webpay Plus charges, in pesos. Transbank's manual does not say it; a payment company that resells Webpay does
 * (docs.solidgate.com, Webpay), and $50 is the purchase with which Transbank has a new shop tried in production.
 */
export const MINIMUM_CLP = pesos(50)

/** Checks a request for what Transbank would refuse, or accept by mistake, before it is sent. */
export function checkStart(request: StartRequest): StartProblem | undefined {
  if (!isPayable(request.amountClp)) return { code: 'invalid_amount' }
  if (request.amountClp < MINIMUM_CLP) return { code: 'below_minimum' }
  if (request.buyOrder.length > LIMITS.buyOrder) return { code: 'buy_order_too_long' }
  if (!isBuyOrder(request.buyOrder)) return { code: 'buy_order_invalid' }
  if (!isSessionId(request.sessionId)) return { code: 'session_id_invalid' }
  if (request.returnUrl.length > LIMITS.returnUrl) return { code: 'return_url_too_long' }
  if (!/^https?:\/\//.test(request.returnUrl) || !URL.canParse(request.returnUrl)) return { code: 'return_url_invalid' }
  return undefined
}

/** Transbank's REST interface 1.2 for Webpay Plus: addresses, header names, bodies and messages as they travel. */
export const TRANSACTIONS_PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'
export const KEY_ID_HEADER = 'Tbk-Api-Key-Id'
export const KEY_SECRET_HEADER = 'Tbk-Api-Key-Secret'

/** An HTTP answer whose body was JSON (undefined when it was not), or no answer at all. */
export type Answer = { readonly status: number; readonly body: unknown } | 'lost'

const amount = z.number().int().positive()

export const createRequest = z.object({
  buy_order: z.string().min(1).max(LIMITS.buyOrder),
  session_id: z.string().min(1).max(LIMITS.sessionId),
  amount,
  return_url: z.url().max(LIMITS.returnUrl),
})
export const toCreateBody = (request: StartRequest): z.input<typeof createRequest> => ({
  buy_order: request.buyOrder,
  session_id: request.sessionId,
  amount: request.amountClp,
  return_url: request.returnUrl,
})

export const refundRequest = z.object({ amount })

export const createAnswer = z.object({ token: z.string().min(1).max(LIMITS.token), url: z.url() })

/** The manual's table says text, its examples are numbers. */
const responseCode = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
])

/**
 * Answer of commit and status. An INITIALIZED one carries neither card nor codes. `vci` must not be judged, so it is left out;
 * what is only told to people is lost rather than the payment when it is unreadable.
 */
export const transactionAnswer = z.object({
  status: z.enum(['INITIALIZED', 'AUTHORIZED', 'REVERSED', 'FAILED', 'NULLIFIED', 'PARTIALLY_NULLIFIED', 'CAPTURED']),
  amount: z.number().int().nonnegative(),
  buy_order: z.string(),
  session_id: z.string(),
  card_detail: z.object({ card_number: z.string().nullish() }).nullish(),
  accounting_date: z.string().nullish().catch(null),
  transaction_date: z.string().nullish(),
  authorization_code: z.string().nullish(),
  payment_type_code: z.string().nullish(),
  response_code: responseCode.nullish(),
  installments_amount: z.number().nullish().catch(null),
  installments_number: z.number().int().nullish(),
  balance: z.number().int().nonnegative().nullish(),
})

/** A nullification that is not carried out has a response code other than 0, and may have nothing else. */
export const refundAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('REVERSED') }),
  z.object({
    type: z.literal('NULLIFIED'),
    response_code: responseCode,
    balance: z.number().int().nonnegative().nullish(),
  }),
])

export const errorAnswer = z.object({ error_message: z.string() })

/**
 * Texts with which Transbank refuses, each as a public source shows it (docs/payments.md, "Transbank's texts"). Its manual has
 * none of them, so `webpay-outcomes.ts` looks for their telling words, and an unknown text stays a refusal without a reason.
 */
export const MESSAGES = {
  unauthorized: 'Not Authorized',
  notFound: 'Invalid value for parameter: transaction not found',
  invalidToken: 'Invalid value for parameter: token',
  invalidAmount: 'Invalid value for parameter: amount',
  locked: 'Transaction already locked by another process',
  notFinished: "Invalid status '0' for transaction while authorizing",
  aborted: 'Transaction has an invalid finished state: aborted',
  tooOld: "The transactions's date has passed max time (7 days) to recover the status",
  notAuthorized: 'Transaction has an invalid state (8) to reverse',
  overBalance: 'Amount to refund is bigger than authorized',
  partialWithDebit: 'Debit or prepaid transactions only allow reverses, not nullifications',
} as const

/** The manual's numbers of a nullification that is not carried out; no public source shows a text for these. */
export const REFUND_CODES = {
  partialWithInstalments: 53,
  periodExceeded: 284,
  alreadyRefunded: 310,
} as const
