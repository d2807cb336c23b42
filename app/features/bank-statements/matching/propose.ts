import {
  type Candidate,
  findCandidates,
  indexOrders,
  isNamed,
  isOpen,
  type MatchLine,
  type MatchOrder,
} from './candidates.ts'

/**
 * What the rules say about a credit.
 * `sure`: it can be confirmed together with others. `over`, `under`: its text names one order, whose total is another. `closed`: it belongs
 * to an order that is neither pending nor waiting for its money. `choose`: a person decides among candidates. `none`: there are none.
 */
export type Proposal<Order extends MatchOrder = MatchOrder> = {
  line: MatchLine
  kind: 'sure' | 'over' | 'under' | 'closed' | 'choose' | 'none'
  /** The order that `sure`, `over`, `under` and `closed` mean. */
  match: Candidate<Order> | undefined
  candidates: readonly Candidate<Order>[]
  /** Why it is not sure although one order fits: other credits fit it as well. */
  contested: boolean
}

/** Candidates that are kept for a person to choose among. */
const MOST_CANDIDATES = 10

type Claim<Order extends MatchOrder> = { line: MatchLine; match: Candidate<Order>; named: boolean }

/**
 * Proposes for each credit the order that it pays. A proposal is sure when the amount is the order's total to the peso and
 * - the text names this open order and no other one (order, quotation or purchase order number, or the reference recorded for it), or
 * - it names none, and the payer's RUT is that of this open order and of no other one of the same total,
 * and no other credit fits the order as well; a credit that names it goes before those that only have its RUT. So no order is proposed for
 * two credits and no credit for two orders, and the order in which they are read changes nothing.
 */
export function propose<Order extends MatchOrder>(
  lines: readonly MatchLine[],
  orders: readonly Order[],
): Proposal<Order>[] {
  const index = indexOrders(orders)
  const found = lines.map(line => ({ line, candidates: findCandidates(line, index) }))
  const claims = found.flatMap(({ line, candidates }) => claimOf(line, candidates) ?? [])
  const sure = new Set(withoutRivals(claims).map(({ line }) => line))
  const claimed = new Map(claims.map(claim => [claim.line, claim.match]))
  return found.map(({ line, candidates }) => {
    const shown = candidates.slice(0, MOST_CANDIDATES)
    const claim = claimed.get(line)
    if (claim && sure.has(line)) return { line, kind: 'sure', match: claim, candidates: shown, contested: false }
    const contested = claim !== undefined
    return { line, ...(contested ? CHOOSE : unsure(candidates)), candidates: shown, contested }
  })
}

const CHOOSE = { kind: 'choose', match: undefined } as const

/** The order that a credit alone would be sure about. */
function claimOf<Order extends MatchOrder>(
  line: MatchLine,
  candidates: readonly Candidate<Order>[],
): Claim<Order> | undefined {
  const named = candidates.filter(isNamed)
  const open = (named.length > 0 ? named : candidates.filter(({ reasons }) => reasons.includes('rut'))).filter(isOpen)
  // By its name there may be no other order at all; by RUT no other one of this amount.
  const fitting = named.length > 0 ? open : open.filter(({ difference }) => difference === 0)
  const [match, ...others] = fitting
  if (!match || others.length > 0 || match.difference !== 0) return undefined
  return { line, match, named: named.length > 0 }
}

/** The claims whose order nobody else claims; of an order that a credit names and others only fit, the one that names it. */
function withoutRivals<Order extends MatchOrder>(claims: readonly Claim<Order>[]): Claim<Order>[] {
  const byOrder = Map.groupBy(claims, ({ match }) => match.order.id)
  return [...byOrder.values()].flatMap(rivals => {
    const named = rivals.filter(claim => claim.named)
    const strongest = named.length > 0 ? named : rivals
    return strongest.length === 1 ? strongest : []
  })
}

function unsure<Order extends MatchOrder>(
  candidates: readonly Candidate<Order>[],
): Pick<Proposal<Order>, 'kind' | 'match'> {
  if (candidates.length === 0) return { kind: 'none', match: undefined }
  const named = candidates.filter(isNamed)
  const [match, ...others] = named.filter(isOpen)
  if (match && others.length === 0) {
    if (match.difference === 0) return CHOOSE
    return { kind: match.difference > 0 ? 'over' : 'under', match }
  }
  if (match) return CHOOSE
  const late = candidates.filter(({ reasons, difference }) => reasons.includes('rut') && difference === 0)
  const meant = named.length > 0 ? named : late
  const [closed] = meant
  return closed && !meant.some(isOpen) && (named.length > 0 || !candidates.some(isOpen))
    ? { kind: 'closed', match: closed }
    : CHOOSE
}
