import type { Answer } from './transaction.ts'

// What the interface says when it refuses. Each text stands beside the public source that shows it; where no source shows a
// text, the documented number is answered instead, and the comment says so.

const refuse = (status: number, error_message: string): Answer => ({ status, body: { error_message } })

/** TransbankDevelopers/transbank-sdk-python, mocks of its tests: create_error; WooCommerce plugin, ErrorUtil.php: 401. */
export const NOT_AUTHORIZED = refuse(401, 'Not Authorized')

/** transbank-sdk-python, mocks: general_error. The reference documents 500 without a text. */
export const SERVER_ERROR: Answer = { status: 500, body: { description: 'Internal server error' } }

/** The reference ("Códigos y mensajes de error") documents 400 for JSON that can't be read; its text is not public. */
export const BAD_JSON = refuse(400, 'Invalid JSON')

/** The reference documents 404 and 405 without texts. */
export const NO_SUCH_ADDRESS = refuse(404, 'Not Found')
export const NO_SUCH_METHOD = refuse(405, 'Method Not Allowed')

/** transbank-sdk-python, mocks: required_parameter. */
export const required = (name: string): Answer => refuse(422, `${name} is required!`)

/** transbank-sdk-python, mocks: invalid_parameter; transbank-sdk-nodejs-webpay-rest-example#6 for `token`. */
export const invalid = (name: string): Answer => refuse(422, `Invalid value for parameter: ${name}`)

/** Tests of the public Go client ppastene/transbank-sdk-go. */
export const RETURN_URL_REQUIRED = refuse(400, 'return_url is required')
export const buyOrderRejected = (value: string): Answer =>
  refuse(422, `Parameter TBK_ORDEN_COMPRA rejected with value ${value}`)

/** WooCommerce plugin, ErrorUtil.php. */
export const NOT_FOUND = invalid('transaction not found')
export const TOO_OLD = refuse(422, "The transactions's date has passed max time (7 days) to recover the status")

/** transbank-sdk-php, integration tests ("it can not commit a just created transaction"). */
export const NOT_FINISHED = refuse(
  422,
  "Invalid status '0' for transaction while authorizing. Commerce will be notified by webpay to authorize",
)

/** transbank-sdk-nodejs#94: after an abort, and when the time to confirm has passed. */
export const ABORTED = refuse(422, 'Transaction has an invalid finished state: aborted')

/** Handled by shops that confirm twice, for example a return page that is loaded again. */
export const LOCKED = refuse(422, 'Transaction already locked by another process')

/** transbank-sdk-php#228 and the mocks of transbank-sdk-python: the reference's 311 as it is answered today. */
export const OVER_BALANCE = refuse(422, 'Amount to refund is bigger than authorized')

/** ppastene/transbank-sdk-go for a rejected payment (8); that the number of a payment without commit is 0 is inferred. */
export const invalidState = (state: number): Answer =>
  refuse(422, `Transaction has an invalid state (${state}) to reverse`)

/** transbank-plugin-woocommerce-webpay-rest#49; the reference lets debit be nullified whole since 2022, in part never. */
export const PARTIAL_DEBIT = refuse(422, 'Debit or prepaid transactions only allow reverses, not nullifications.')

/**
 * Documented by number alone ("Transaction.refund": not carried out unless response_code is 0). That they arrive as a
 * response code of an answer with status 200 is how the reference reads; no public report shows one.
 */
export const REFUND_CODES = { period_exceeded: 284, already_refunded: 310, partial_with_instalments: 53 } as const

export const nullificationRefused = (reason: keyof typeof REFUND_CODES): Answer => ({
  status: 200,
  body: { type: 'NULLIFIED', response_code: REFUND_CODES[reason] },
})
