import { COMPANY_SIZES, type CompanySize } from './benchmark.ts'
import { type Quartiles, quartilesOf } from './quartiles.ts'

/** Organisations that a figure is about, at least. */
const LEAST_ORGANISATIONS = 10
/** Hands that these organisations are in, at least: a consultant reads the results of all its client companies. */
const LEAST_HANDS = 5
/** Organisations, and hands, by which two figures of the same sizes differ, at least: new, gone or measured anew. */
const LEAST_CHANGED = 3

/** What is kept of an organisation's vote in an edition. All but the size are digests. */
export type Vote = {
  organisation: string
  /** The same of all organisations with one RUT. */
  company: string
  /** Of the consultant whose client company it is, or of itself. */
  hand: string
  /** Of the measurement and its figures: another one is a measurement anew. */
  measurement: string
  size: CompanySize
}

/** The figures of a sector that were published together. */
export type Edition<Each extends Vote = Vote> = {
  votes: readonly Each[]
  /** Sizes with figures of their own. */
  sizes: readonly CompanySize[]
}

/** How many organisations something is about, and in how many hands they are. */
type About = { organisations: number; hands: number }

const differing = (votes: readonly Vote[], of: (vote: Vote) => string): number => new Set(votes.map(of)).size

/** Organisations with one RUT are one, and so is one that somebody closed to make another. */
const about = (votes: readonly Vote[]): About => ({
  organisations: Math.min(
    differing(votes, ({ organisation }) => organisation),
    differing(votes, ({ company }) => company),
  ),
  hands: differing(votes, ({ hand }) => hand),
})

const isGroup = ({ organisations, hands }: About): boolean =>
  organisations >= LEAST_ORGANISATIONS && hands >= LEAST_HANDS

const isChange = ({ organisations, hands }: About): boolean => Math.min(organisations, hands) >= LEAST_CHANGED

/** Organisations that a group lacks before it can be shown. */
export function countMissing(votes: readonly Vote[]): number {
  const { organisations, hands } = about(votes)
  return Math.max(0, LEAST_ORGANISATIONS - organisations, LEAST_HANDS - hands)
}

/** What tells two groups of votes apart: those that are new, gone or measured anew. */
export function changedBetween(before: readonly Vote[], after: readonly Vote[]): About {
  const [old, now] = [before, after].map(votes => new Set(votes.map(({ measurement }) => measurement)))
  return about([
    ...before.filter(({ measurement }) => !now?.has(measurement)),
    ...after.filter(({ measurement }) => !old?.has(measurement)),
  ])
}

/** The groups of votes that an edition has figures of, or that are left of the sector without them. */
function partsOf({ votes, sizes }: Edition): Vote[][] {
  const shown = sizes.map(size => votes.filter(vote => vote.size === size))
  const rest = votes.filter(({ size }) => !sizes.includes(size))
  return rest.length === 0 ? shown : [...shown, rest]
}

/** Every choice of some, also of none, the one with most first. */
const choicesOf = <Each>(some: readonly Each[]): Each[][] =>
  Array.from({ length: 2 ** some.length }, (_, bits) => some.filter((_each, at) => (bits >> at) % 2 === 1)).toSorted(
    (a, b) => b.length - a.length,
  )

/** Every group that adding and subtracting the figures of one edition could be about. */
const groupsOf = (edition: Edition): Vote[][] =>
  choicesOf(partsOf(edition))
    .filter(parts => parts.length > 0)
    .map(parts => parts.flat())

const sizesOf = (votes: readonly Vote[]): string => [...new Set(votes.map(({ size }) => size))].toSorted().join()

/**
 * Whether no difference between two editions is about few: groups of the same sizes differ by three organisations in three hands or more, others
 * by ten in five; or they are the same.
 */
function areFarApart(now: Edition, before: Edition): boolean {
  const earlier = groupsOf(before).map(votes => ({ votes, sizes: sizesOf(votes) }))
  return groupsOf(now).every(votes => {
    const sizes = sizesOf(votes)
    return earlier.every(other => {
      const changed = changedBetween(other.votes, votes)
      return changed.organisations === 0 || (other.sizes === sizes ? isChange(changed) : isGroup(changed))
    })
  })
}

/**
 * The next edition of a sector, with figures of as many sizes as it can have; null where the last one stays. An edition is about ten
 * organisations in five hands or more, and so is each of its sizes and what the sector has besides them. It differs from every earlier one, not only from the
 * last, by three organisations or more: whoever keeps all of them finds nobody by a difference.
 * @param earlier all editions of the sector with the same questions, the last one at the end
 */
export function nextEdition<Each extends Vote>(
  votes: readonly Each[],
  earlier: readonly Edition[],
): Edition<Each> | null {
  if (countMissing(votes) > 0) return null
  const last = earlier.at(-1)
  if (last && !isChange(changedBetween(last.votes, votes))) return null
  const sizes = COMPANY_SIZES.filter(size => votes.filter(vote => vote.size === size).length >= LEAST_ORGANISATIONS)
  const found = choicesOf(sizes)
    .map(choice => ({ votes, sizes: choice }))
    .find(
      edition =>
        partsOf(edition).every(part => isGroup(about(part))) && earlier.every(before => areFarApart(edition, before)),
    )
  return found ?? null
}

/** What is shown of a sector, or of one size in it. */
export type CohortFigures = {
  /** Null: the whole sector. */
  size: CompanySize | null
  organisations: number
  areas: (Quartiles & { section: number })[]
}

/** The figures of the whole sector, and of each size that an edition shows. @param sections of the votes' levels, in their order */
export function figuresOf(
  { votes, sizes }: Edition<Vote & { levels: readonly number[] }>,
  sections: readonly number[],
): CohortFigures[] {
  const cohort = (size: CompanySize | null): CohortFigures => {
    const group = votes.filter(vote => size === null || vote.size === size)
    return {
      size,
      organisations: group.length,
      areas: sections.map((section, at) => ({
        section,
        ...quartilesOf(group.flatMap(({ levels }) => levels[at] ?? [])),
      })),
    }
  }
  return [cohort(null), ...sizes.map(cohort)]
}
