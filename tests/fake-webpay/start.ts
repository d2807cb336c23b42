import { type Bank, DEFAULT_WINDOWS, openBank, type Windows } from './bank.ts'
import { type Book, openBook } from './book.ts'
import type { CardName } from './cards.ts'
import { type Fault, type FaultTarget, openFaults } from './faults.ts'
import type { Departure } from './returns.ts'
import { createBankServer, listen, stopListening } from './server.ts'
import type { Decision } from './transaction.ts'

/** Transbank's public merchant of the integration environment (referencia/webpay, "Credenciales del Comercio"). */
export const INTEGRATION = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
} as const

export type FakeWebpayOptions = Partial<Windows> & {
  /** A free one where it is left out. */
  readonly port?: number
  readonly commerceCode?: string
  readonly apiKey?: string
  /** The bank's time; `advance` adds to it. */
  readonly clock?: () => Date
}

export type FakeWebpay = {
  /** The address in place of `https://webpay3gint.transbank.cl`. */
  readonly url: string
  readonly book: Book
  /** Spoils the next request that matches and has no fault yet; calls queue up. */
  fail(fault: Fault, target?: FaultTarget): void
  /** Acts as the cardholder on the form. Throws when the form can't be used any more. */
  customer(token: string, decision: Decision, card?: CardName): Departure
  /** Milliseconds by which the bank's clock moves on. */
  advance(ms: number): void
  /** Refuses connections until `plug`. */
  unplug(): Promise<void>
  plug(): Promise<void>
  close(): Promise<void>
}

/** Starts a Webpay Plus of one merchant on this machine, with an empty book. */
export async function startFakeWebpay(options: FakeWebpayOptions = {}): Promise<FakeWebpay> {
  const { clock = () => new Date(), commerceCode = INTEGRATION.commerceCode, apiKey = INTEGRATION.apiKey } = options
  const { formMs = DEFAULT_WINDOWS.formMs, commitMs = DEFAULT_WINDOWS.commitMs } = options
  const book = openBook()
  const bank: Bank = openBank(book, { formMs, commitMs })
  const faults = openFaults()
  const closing = new AbortController()
  let ahead = 0
  const now = () => new Date(clock().getTime() + ahead)
  const advance = (ms: number) => {
    ahead += ms
  }
  const credentials = { commerceCode, apiKey }
  const server = createBankServer({ bank, book, faults, credentials, now, advance, closing: closing.signal })
  const port = await listen(server, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}`,
    book,
    fail: faults.fail,
    advance,
    customer(token, decision, card = 'credit') {
      const departure = bank.decide(token, decision, card, now())
      if (!departure) throw new Error(`The form of ${token.slice(0, 8)} can't be used any more`)
      return departure
    },
    unplug: () => stopListening(server),
    plug: async () => {
      await listen(server, port)
    },
    async close() {
      closing.abort()
      await stopListening(server)
    },
  }
}
