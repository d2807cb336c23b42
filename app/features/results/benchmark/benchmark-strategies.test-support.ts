import fc from 'fast-check'
import type { CompanySize } from './benchmark.ts'
import { type CohortFigures, type Edition, figuresOf, nextEdition } from './editions.ts'
import { type CountedVote, type Measurement, votesOf } from './votes.server.ts'

/** What becomes of an owner, who is one company, between two quarters. */
type Move = {
  owner: number
  kind: 'join' | 'leave' | 'measure' | 'resize' | 'reopen' | 'second'
  size: CompanySize
  /** The level of a measurement, in tenths. */
  tenths: number
}

/** Quarters of a sector: who takes part at first, and what changes before each computing. */
export type BenchmarkStrategy = { first: Move[]; quarters: Move[][] }

const OWNERS = 36
/** The last of them are client companies of one consultant, who reads the results of all. */
export const handOf = (owner: number): string => (owner < 22 ? `c${owner}` : 'consultant')
const tenths = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 10, max: 50 }) },
  { weight: 1, arbitrary: fc.constantFrom(20, 30, 31) },
)
const owner = fc.integer({ min: 0, max: OWNERS - 1 })
// Two sizes are common, so that their groups are about ten.
const size = fc.constantFrom<CompanySize>('small', 'small', 'small', 'medium', 'medium', 'large', 'micro')

const move = fc.record<Move>({
  owner,
  kind: fc.constantFrom('join', 'join', 'leave', 'leave', 'measure', 'measure', 'resize', 'reopen', 'second'),
  size,
  tenths,
})

/** Quiet quarters, in which one or two organisations change, are as frequent as busy ones; some undo what the one before did. */
export const benchmarkStrategies: fc.Arbitrary<BenchmarkStrategy> = fc.record({
  first: fc.uniqueArray(fc.record<Move>({ owner, kind: fc.constant('join'), size, tenths }), {
    minLength: 8,
    maxLength: 30,
    selector: each => each.owner,
  }),
  quarters: fc
    .array(
      fc.tuple(
        fc.oneof(fc.array(move, { maxLength: 3 }), fc.array(move, { minLength: 3, maxLength: 12 })),
        fc.boolean(),
      ),
      { minLength: 1, maxLength: 7 },
    )
    .map(made =>
      made.map(([moves, undo], at) => (undo ? [...undone(made[at - 1]?.[0] ?? []), ...moves.slice(0, 2)] : moves)),
    ),
})

const OPPOSITE = {
  join: 'leave',
  leave: 'join',
  measure: 'measure',
  resize: 'resize',
  reopen: 'leave',
  second: 'leave',
} as const
const undone = (moves: readonly Move[]): Move[] => moves.map(each => ({ ...each, kind: OPPOSITE[each.kind] }))

/** What counted, by whose it truly is. A purchase is another one with each measurement. */
export type Counted = { owner: number; purchase: string; level: number; size: CompanySize }
export type PublishedQuarter = {
  quarter: number
  counted: Counted[]
  sizes: readonly CompanySize[]
  figures: CohortFigures[]
}

type Account = { id: string; size: CompanySize; purchases: { id: string; at: number; tenths: number }[] }

/** Plays a strategy through the rule. Organisations of an owner have one RUT. */
export function playBenchmark({ first, quarters }: BenchmarkStrategy): PublishedQuarter[] {
  const accounts = new Map<number, Account[]>()
  const measured = new Map<number, Account['purchases']>()
  const editions: Edition[] = []
  const published: PublishedQuarter[] = []
  let clock = 0
  const purchase = (owner: number, tenths: number) => {
    clock += 1
    return { id: `p${owner}.${clock}`, at: clock, tenths }
  }
  const carryOut = ({ owner, kind, size, tenths }: Move) => {
    const own = accounts.get(owner) ?? []
    const [account, ...others] = own
    if (kind === 'leave') accounts.set(owner, others)
    else if (kind === 'join') {
      // Whoever comes back brings the measurements from before.
      const known = measured.get(owner) ?? [purchase(owner, tenths)]
      measured.set(owner, known)
      if (!account) accounts.set(owner, [{ id: `o${owner}`, size, purchases: known }])
    } else if (account && kind === 'measure') {
      const known = [...account.purchases, purchase(owner, tenths)]
      measured.set(owner, known)
      accounts.set(owner, [{ ...account, purchases: known }, ...others])
    } else if (account && kind === 'resize') accounts.set(owner, [{ ...account, size }, ...others])
    else if (account) {
      clock += 1
      const made = { ...account, id: `o${owner}.${clock}`, size }
      // The closed organisation's purchases go to another one; a second one has a measurement of its own.
      if (kind === 'reopen') accounts.set(owner, [made, ...others])
      else accounts.set(owner, [{ ...made, purchases: [purchase(owner, tenths)] }, ...own])
    }
  }
  for (const [quarter, moves] of [first, ...quarters].entries()) {
    for (const each of moves) carryOut(each)
    const votes = votesOf(
      [...accounts].flatMap(([owner, own]) => own.flatMap(account => toMeasurements(owner, account))),
      {
        sector: 'trade',
        sections: [],
        versions: new Set([1]),
      },
    )
    const edition = nextEdition(votes, editions)
    if (!edition) continue
    editions.push(edition)
    const counted = edition.votes.map(vote => toCounted(vote, accounts))
    published.push({ quarter, counted, sizes: edition.sizes, figures: figuresOf(edition, [0]) })
  }
  return published
}

const toMeasurements = (owner: number, { id, size, purchases }: Account): Measurement[] =>
  purchases.map(purchase => ({
    organisation_id: id,
    company_id: `c${owner}`,
    hand_id: handOf(owner),
    sector: 'trade',
    size,
    item_id: purchase.id,
    round_number: 1,
    measured_at: new Date(purchase.at),
    versions: [1],
    emails: null,
    sections: [{ section: 0, scored: 10, sum: purchase.tenths }],
  }))

/** Whose a vote truly is: the newest purchase of the owner's organisations, by when it was made. */
function toCounted({ organisation_id, size, levels }: CountedVote, accounts: ReadonlyMap<number, Account[]>): Counted {
  for (const [owner, own] of accounts) {
    if (!own.some(({ id }) => id === organisation_id)) continue
    const [newest] = own.flatMap(({ purchases }) => purchases).toSorted((a, b) => b.at - a.at)
    const [level = 0] = levels
    if (newest) return { owner, purchase: newest.id, level, size }
  }
  throw new Error(`Nobody has ${organisation_id}`)
}
