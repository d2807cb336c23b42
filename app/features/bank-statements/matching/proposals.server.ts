import type { Transaction } from 'kysely'
import { type OpenLine, openLines } from '#app/features/bank-statements/lines/bank-lines.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CandidateOrder, candidateOrders } from './candidate-orders.db.server.ts'
import { type Proposal, propose } from './propose.ts'

/** Undecided credits that are compared at once; the newest. */
export const MOST_LINES = 500

export type LineProposal = Proposal<CandidateOrder> & { line: OpenLine }

/** What the rules say about the newest undecided credits. For administrators. */
export async function findProposals(tx: Transaction<DB>, now: Date): Promise<LineProposal[]> {
  const lines = await openLines(tx, MOST_LINES)
  return proposalsOf(lines, await candidateOrders(tx, lines, now))
}

/** What the rules say about one undecided credit, which the others contest. Undefined: it is decided. */
export async function findProposal(tx: Transaction<DB>, line: OpenLine, now: Date): Promise<LineProposal | undefined> {
  const newest = await openLines(tx, MOST_LINES)
  const lines = newest.some(({ id }) => id === line.id) ? newest : [...newest, line]
  return proposalsOf(lines, await candidateOrders(tx, lines, now)).find(proposal => proposal.line.id === line.id)
}

function proposalsOf(lines: readonly OpenLine[], orders: readonly CandidateOrder[]): LineProposal[] {
  const byId = new Map(lines.map(line => [line.id, line]))
  return propose(lines, orders).flatMap(proposal => {
    const line = byId.get(proposal.line.id)
    return line ? [{ ...proposal, line }] : []
  })
}
