import { rutsIn } from '#app/features/bank-statements/import/cells.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { ManualMethod, OrderStatus } from '#app/platform/database/values.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'

/** A credit as the rules see it. */
export type MatchLine = {
  id: string
  amount: Pesos
  description: string
  operation: string | null
  /** From its column, or from its text. */
  rut: string | null
}

/** An order that a credit may pay or may have paid. */
export type MatchOrder = {
  id: string
  number: string
  status: OrderStatus
  total: Pesos
  /** Those of its tax document, its organisation and its company, and those that paid before. */
  ruts: readonly string[]
  quotation: string | null
  purchaseOrder: string | null
  /** The payment that was recorded by hand, while no credit is linked to it. */
  recorded: { attemptId: string; method: ManualMethod; reference: string } | null
}

/** What a credit and an order have in common. */
export type Reason = 'order_number' | 'quotation_number' | 'purchase_order' | 'reference' | 'rut' | 'amount'

export type Candidate<Order extends MatchOrder = MatchOrder> = {
  order: Order
  reasons: readonly Reason[]
  /** Pesos that the credit has more than the order's total; negative: less. */
  difference: number
}

const NAMING: readonly Reason[] = ['order_number', 'quotation_number', 'purchase_order', 'reference']

/** Whether the credit's text names the order. */
export const isNamed = ({ reasons }: Candidate): boolean => reasons.some(reason => NAMING.includes(reason))

/** Whether the credit can be the order's money: it is pending, or was recorded as paid before its money was seen. */
export const isOpen = ({ order }: Candidate): boolean => order.status === 'pending' || order.recorded !== null

/** Letters and digits alone: buyers and banks drop the hyphens. */
const compact = (text: string): string => plainText(text).replaceAll(' ', '')

const DIGITS = 13
const TAIL = 10
/** Digits of a cut number that are looked at; fewer are shared by the orders of a day. */
const CUT_NUMBER = /alh(\d{9,12})(?!\d)/
/** Shorter numbers of purchase orders and transfers occur in any text. */
const SHORTEST_NUMBER = 4
/** Orders that are compared because they have the same total and nothing else in common. */
const OF_AMOUNT = 20
/** Words in a row that are compared with such a number. */
const WORDS = 4

type Index<Order extends MatchOrder> = {
  /** The last ten characters of a number, and its thirteen digits. */
  byTail: Map<string, Order[]>
  byDigits: Map<string, Order[]>
  byPurchaseOrder: Map<string, Order[]>
  byReference: Map<string, Order[]>
  byRut: Map<string, Order[]>
  byAmount: Map<number, Order[]>
  orders: readonly Order[]
}

/** Looks orders up by what a credit may say about them; the cost of a credit does not grow with their number. */
export function indexOrders<Order extends MatchOrder>(orders: readonly Order[]): Index<Order> {
  const index: Index<Order> = {
    byTail: new Map(),
    byDigits: new Map(),
    byPurchaseOrder: new Map(),
    byReference: new Map(),
    byRut: new Map(),
    byAmount: new Map(),
    orders,
  }
  for (const order of orders) {
    const number = compact(order.number)
    add(index.byTail, number.slice(-TAIL), order)
    add(index.byDigits, number.slice(3, 3 + DIGITS), order)
    if (order.quotation !== null) add(index.byPurchaseOrder, compact(order.quotation), order)
    if (order.purchaseOrder !== null) addNumber(index.byPurchaseOrder, compact(order.purchaseOrder), order)
    if (order.recorded) addNumber(index.byReference, unpadded(compact(order.recorded.reference)), order)
    for (const rut of new Set(order.ruts)) add(index.byRut, rut, order)
    add(index.byAmount, order.total, order)
  }
  return index
}

function add<Key, Order>(map: Map<Key, Order[]>, key: Key, order: Order): void {
  const known = map.get(key)
  if (known) known.push(order)
  else map.set(key, [order])
}

/** A number with enough digits to mean something. */
function addNumber<Order>(map: Map<string, Order[]>, number: string, order: Order): void {
  if (number.replaceAll(/\D/g, '').length >= SHORTEST_NUMBER) add(map, number, order)
}

const unpadded = (number: string): string => number.replace(/^0+/, '')

/** Every order with something in common with a credit, those that its text names first. */
export function findCandidates<Order extends MatchOrder>(line: MatchLine, index: Index<Order>): Candidate<Order>[] {
  const reasons = new Map<Order, Set<Reason>>()
  const note = (orders: readonly Order[] | undefined, reason: Reason) => {
    for (const order of orders ?? []) {
      const known = reasons.get(order)
      if (known) known.add(reason)
      else reasons.set(order, new Set([reason]))
    }
  }
  note(ordersNamedIn(compact(line.description), index), 'order_number')
  for (const number of numbersIn(line)) {
    for (const order of index.byPurchaseOrder.get(number.replace(/^oc(?=\d)/, '')) ?? [])
      note(
        [order],
        order.quotation !== null && compact(order.quotation) === number ? 'quotation_number' : 'purchase_order',
      )
    if (number.startsWith('oc')) note(index.byPurchaseOrder.get(number), 'purchase_order')
    note(index.byReference.get(unpadded(number)), 'reference')
  }
  for (const rut of readRuts(line)) note(index.byRut.get(rut), 'rut')
  for (const order of index.byAmount.get(line.amount)?.slice(0, OF_AMOUNT) ?? []) note([order], 'amount')
  for (const [order, found] of reasons) if (order.total === line.amount) found.add('amount')
  return [...reasons]
    .map(([order, found]) => ({ order, reasons: [...found], difference: line.amount - order.total }))
    .toSorted(byStrength)
}

/**
 * The orders whose number a text has. Its end tells orders apart; its digits, which two orders of the same instant share, count where no end is
 * there, and a cut number where it begins only one order's.
 */
function ordersNamedIn<Order extends MatchOrder>(text: string, { byTail, byDigits, orders }: Index<Order>): Order[] {
  const ended = cutPieces(text, TAIL).flatMap(piece => byTail.get(piece) ?? [])
  if (ended.length > 0) return ended
  const dated = cutPieces(text, DIGITS).flatMap(piece => byDigits.get(piece) ?? [])
  const cut = CUT_NUMBER.exec(text)?.[1]
  if (dated.length > 0 || cut === undefined) return dated
  const begun = orders.filter(({ number }) => compact(number).startsWith(`alh${cut}`))
  return begun.length === 1 ? begun : []
}

const cutPieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))

/** The words of a credit, alone and in a row, as numbers are compared, and its operation. */
function numbersIn({ description, operation }: MatchLine): Set<string> {
  const words = plainText(description).split(' ')
  const numbers = new Set(operation === null ? [] : [compact(operation)])
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(from + WORDS, words.length); to += 1)
      numbers.add(words.slice(from, to).join(''))
  return numbers
}

/** The RUTs of a credit, in its column and in its text. */
const readRuts = ({ rut, description }: MatchLine): Set<string> =>
  new Set([...(rut === null ? [] : [rut]), ...rutsIn(description)])

/** Named first, then by RUT, then by amount; open orders before closed ones. Their number decides last, so that no order of reading does. */
function byStrength(a: Candidate, b: Candidate): number {
  return strength(b) - strength(a) || compareTexts(a.order.number, b.order.number)
}

const strength = (candidate: Candidate): number =>
  (isNamed(candidate) ? 8 : 0) +
  (candidate.reasons.includes('rut') ? 4 : 0) +
  (candidate.difference === 0 ? 2 : 0) +
  (isOpen(candidate) ? 1 : 0)
