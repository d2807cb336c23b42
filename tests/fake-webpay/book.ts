import type { Transaction } from './transaction.ts'

/** A line of the bank's own book: money moved, or a payment was refused. Amounts are pesos. */
export type Entry = {
  readonly kind: 'authorized' | 'rejected' | 'reversed' | 'nullified'
  readonly at: Date
  readonly token: string
  readonly buyOrder: string
  readonly amount: number
  readonly authorizationCode: string | undefined
}

export const OPERATIONS = ['create', 'commit', 'status', 'refund'] as const
export type Operation = (typeof OPERATIONS)[number]

/** A request that arrived, whatever became of its answer. */
export type Received = {
  readonly operation: Operation
  readonly token: string | undefined
  readonly at: Date
  /** The status code that it was answered with, or would have been; undefined when a fault kept it from being carried out. */
  readonly status: number | undefined
}

/** What the bank knows: the proof that the shop's own books are compared with. */
export type Book = {
  readonly entries: readonly Entry[]
  readonly received: readonly Received[]
  transactions(): readonly Transaction[]
  find(token: string): Transaction | undefined
  /** Pesos that the cardholder has paid and not got back, of one payment or of all with a buy order. */
  heldBy(buyOrder: string): number
  /** Pesos authorised less those reversed and nullified, of everything. */
  net(): number
}

export type BookKeeper = Book & {
  write(entry: Entry): void
  note(received: Received): void
  store(transaction: Transaction): void
}

const signOf = (kind: Entry['kind']): number => (kind === 'authorized' ? 1 : kind === 'rejected' ? 0 : -1)

const netOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { kind, amount }) => sum + signOf(kind) * amount, 0)

export function openBook(): BookKeeper {
  const entries: Entry[] = []
  const received: Received[] = []
  const transactions = new Map<string, Transaction>()
  return {
    entries,
    received,
    transactions: () => [...transactions.values()],
    find: token => transactions.get(token),
    heldBy: buyOrder => netOf(entries.filter(entry => entry.buyOrder === buyOrder)),
    net: () => netOf(entries),
    write: entry => void entries.push(entry),
    note: request => void received.push(request),
    store: transaction => void transactions.set(transaction.token, transaction),
  }
}
