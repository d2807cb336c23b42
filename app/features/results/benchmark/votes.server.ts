import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { distinctPeople } from '#app/features/results/rounds/cut-round.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import type { CompanySize, Sector } from './benchmark.ts'
import type { Vote } from './editions.ts'

/** A measurement of an organisation that takes part, as the database finds it. */
export type Measurement = {
  organisation_id: string
  /** The first organisation with the same RUT. */
  company_id: string
  /** The consultant whose client company it is, or itself. */
  hand_id: string
  sector: Sector
  size: CompanySize
  item_id: string
  /** Of a confidential purchase: the round that was published; null of a nominative one. */
  round_number: number | null
  measured_at: Date
  /** The versions that people answered. */
  versions: readonly number[]
  /** Of a nominative purchase, whose people are counted here; a round was cut over five different ones or more. */
  emails: readonly string[] | null
  /** The general level is section 0. */
  sections: readonly { section: number; scored: number; sum: number }[]
}

/** An organisation's vote with its levels: the general one, then those of the areas in their order. */
export type CountedVote = Vote & { organisation_id: string; company_id: string; levels: readonly number[] }

/** What tells whether two versions ask the same in every area, so that their levels may be compared. */
export const askedDigest = ({ id, sections }: Pick<Questionnaire, 'id' | 'sections'>): string =>
  digestOf(
    JSON.stringify([id, sections.map(section => [section.id, section.questions.map(({ field }) => field).toSorted()])]),
  )

type Asked = {
  sector: Sector
  /** Whose levels are compared, from 1; 0 is the general one. */
  sections: readonly number[]
  /** The versions that ask the same as the newest one. */
  versions: ReadonlySet<number>
}

/**
 * One vote of each company: the levels of its newest measurement that counts, as its page shows them, with one decimal. A measurement
 * counts if all answered what the newest version asks, and five different people or more have a level in every area. A company that takes
 * part by several organisations is one, in the sector of the one that measured last.
 */
export function votesOf(measurements: readonly Measurement[], { sector, ...asked }: Asked): CountedVote[] {
  const counted = measurements.flatMap(measurement => {
    const levels = levelsOf(measurement, asked)
    return levels ? [{ ...measurement, levels }] : []
  })
  return [...Map.groupBy(counted, ({ company_id }) => company_id).values()].flatMap(same => {
    const [newest] = same.toSorted(
      (a, b) => b.measured_at.getTime() - a.measured_at.getTime() || (a.item_id < b.item_id ? -1 : 1),
    )
    return newest?.sector === sector ? [toVote(newest)] : []
  })
}

function levelsOf(
  { versions, emails, sections }: Measurement,
  { sections: compared, versions: comparable }: Omit<Asked, 'sector'>,
): number[] | null {
  if (!versions.every(version => comparable.has(version))) return null
  if (emails && countPeople(emails) < GROUP_MIN) return null
  const levels = [0, ...compared].flatMap(section => {
    const sums = sections.find(row => row.section === section)
    return sums && sums.scored >= GROUP_MIN ? [rounded(sums.sum / sums.scored, 1)] : []
  })
  return levels.length === compared.length + 1 ? levels : null
}

/** How many different people have these mailboxes. Browsers and networks are kept of confidential purchases alone. */
function countPeople(emails: readonly string[]): number {
  const traces = emails.map((email, at) => ({
    run_id: String(at),
    email,
    browsers: [],
    networks: [],
    first: 0,
    last: 0,
    least: 0,
  }))
  return new Set(distinctPeople(traces).values()).size
}

const toVote = (measured: Measurement & { levels: readonly number[] }): CountedVote => {
  const { organisation_id, company_id, hand_id, size, item_id, round_number, emails, levels } = measured
  return {
    organisation_id,
    company_id,
    organisation: digestOf(`organisation ${organisation_id}`),
    company: digestOf(`company ${company_id}`),
    hand: digestOf(`hand ${hand_id}`),
    measurement: digestOf(JSON.stringify([item_id, round_number, emails?.length ?? null, levels])),
    size,
    levels,
  }
}
