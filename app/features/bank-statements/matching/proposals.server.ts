import type { Transaction } from 'kysely'
import { type OpenLine, openLines } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CandidateOrder, candidateOrders, searchOrders } from './candidate-orders.server.ts'
import { type Candidate, findCandidates, indexOrders, isNamed } from './candidates.ts'
import { type Proposal, propose } from './propose.ts'

/** Undecided credits that are compared at once; the newest. */
const MOST_LINES = 500

export type LineProposal = Proposal<CandidateOrder> & { line: OpenLine }

/** What the rules say about the newest undecided credits. For administrators. */
export async function findProposals(tx: Transaction<DB>, now: Date): Promise<LineProposal[]> {
  const lines = await openLines(tx, MOST_LINES)
  return proposeForLines(lines, await candidateOrders(tx, lines, now))
}

/** Other credits that are offered to be taken together with one. */
const MOST_OTHERS = 10

type FoundProposal = {
  proposal: LineProposal
  /** Undecided credits of the same payer, or that name the same order: parts of one payment. */
  others: OpenLine[]
}

/** What the rules say about one undecided credit among the others. */
export async function findProposal(tx: Transaction<DB>, line: OpenLine, now: Date): Promise<FoundProposal | undefined> {
  const newest = await openLines(tx, MOST_LINES)
  const lines = newest.some(({ id }) => id === line.id) ? newest : [...newest, line]
  const proposals = proposeForLines(lines, await candidateOrders(tx, lines, now))
  const proposal = proposals.find(found => found.line.id === line.id)
  if (!proposal) return undefined
  const named = new Set(proposal.candidates.filter(isNamed).map(({ order }) => order.id))
  const others = proposals.filter(
    other =>
      other !== proposal &&
      ((line.rut !== null && other.line.rut === line.rut) ||
        other.candidates.some(candidate => isNamed(candidate) && named.has(candidate.order.id))),
  )
  return { proposal, others: others.slice(0, MOST_OTHERS).map(other => other.line) }
}

/** The newest orders that a search finds, each with what it has in common with a credit. */
export async function searchCandidates(
  tx: Transaction<DB>,
  line: OpenLine,
  search: string,
): Promise<Candidate<CandidateOrder>[]> {
  const orders = await searchOrders(tx, search)
  const alike = findCandidates(line, indexOrders(orders))
  const known = new Set(alike.map(({ order }) => order))
  const rest = orders.filter(order => !known.has(order))
  return [...alike, ...rest.map(order => ({ order, reasons: [], difference: line.amount - order.total }))]
}

function proposeForLines(lines: readonly OpenLine[], orders: readonly CandidateOrder[]): LineProposal[] {
  const byId = new Map(lines.map(line => [line.id, line]))
  return propose(lines, orders).flatMap(proposal => {
    const line = byId.get(proposal.line.id)
    return line ? [{ ...proposal, line }] : []
  })
}
