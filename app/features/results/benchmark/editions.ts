import { COMPANY_SIZES, type CompanySize } from './benchmark.ts'
import { type Quartiles, quartilesOf } from './quartiles.ts'

/** Organisations that a figure is about, at least. */
const LEAST_ORGANISATIONS = 10
/** Organisations by which two figures of the same sizes differ, at least: new, gone or measured anew. */
const LEAST_CHANGED = 3

/** What is kept of an organisation's vote in an edition. All but the size are digests. */
export type Vote = {
  organisation: string
  /** The same of all organisations with one RUT. */
  company: string
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

/**
 * How many organisations tell two groups of votes apart: those that are new, gone or measured anew. Votes of one organisation or of one RUT
 * count once, so that nobody who closes an organisation and makes another one is two.
 */
export function countChanged(before: readonly Vote[], after: readonly Vote[]): number {
  const [old, now] = [before, after].map(votes => new Set(votes.map(({ measurement }) => measurement)))
  const changed = [
    ...before.filter(({ measurement }) => !now?.has(measurement)),
    ...after.filter(({ measurement }) => !old?.has(measurement)),
  ]
  const differing = (of: (vote: Vote) => string) => new Set(changed.map(of)).size
  return Math.min(
    differing(({ organisation }) => organisation),
    differing(({ company }) => company),
  )
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
 * Whether no difference between two editions is about few: groups of the same sizes differ by three organisations or more, others by ten; or
 * they are the same.
 */
function areFarApart(now: Edition, before: Edition): boolean {
  const earlier = groupsOf(before).map(votes => ({ votes, sizes: sizesOf(votes) }))
  return groupsOf(now).every(votes => {
    const sizes = sizesOf(votes)
    return earlier.every(other => {
      const changed = countChanged(other.votes, votes)
      return changed === 0 || changed >= (other.sizes === sizes ? LEAST_CHANGED : LEAST_ORGANISATIONS)
    })
  })
}

/**
 * The next edition of a sector, with figures of as many sizes as it can have; null where the last one stays. An edition is about ten
 * organisations or more, and so is each of its sizes and what the sector has besides them. It differs from every earlier one, not only from the
 * last, by three organisations or more: whoever keeps all of them finds nobody by a difference.
 * @param earlier all editions of the sector with the same questions, the last one at the end
 */
export function nextEdition<Each extends Vote>(
  votes: readonly Each[],
  earlier: readonly Edition[],
): Edition<Each> | null {
  if (votes.length < LEAST_ORGANISATIONS) return null
  const last = earlier.at(-1)
  if (last && countChanged(last.votes, votes) < LEAST_CHANGED) return null
  const sizes = COMPANY_SIZES.filter(size => votes.filter(vote => vote.size === size).length >= LEAST_ORGANISATIONS)
  const found = choicesOf(sizes)
    .map(choice => ({ votes, sizes: choice }))
    .find(
      edition =>
        partsOf(edition).every(part => part.length >= LEAST_ORGANISATIONS) &&
        earlier.every(before => areFarApart(edition, before)),
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
