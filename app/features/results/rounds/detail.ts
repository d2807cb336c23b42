import { DONT_KNOW, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { countPeople, type Waiting } from '#app/features/results/blocks.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'

/** An account of a round as it is counted. `area` and `position` are keys; the names are as written. */
export type RoundAccount = Waiting & {
  area_name: string
  position_name: string
  /** The option of each closed question of its version, by field. */
  options: ReadonlyMap<string, number | null>
  /** The open questions that it answered. */
  open_fields: readonly string[]
}

/** An account's mean of each section by its number, and the general one under 0; null without a level. */
export type Means = ReadonlyMap<number, number | null>

/** A section with its questions that are shown. */
export type ShownSection = { id: number; fields: readonly string[] }

/**
 * Whether a value may be shown over these accounts: five different people have one, and they don't all have the same,
 * which would be each one's. Several accounts of one person don't decide about the latter: they could answer otherwise to hide
 * that all the others agree.
 */
function hasDetail(accounts: readonly RoundAccount[], figureOf: (account: RoundAccount) => number | null): boolean {
  const known = accounts.filter(account => figureOf(account) !== null)
  return countPeople(known) >= GROUP_MIN && !allAgree(accounts, figureOf)
}

function allAgree(accounts: readonly RoundAccount[], figureOf: (account: RoundAccount) => number | null): boolean {
  const times = Map.groupBy(accounts, ({ person }) => person)
  const singles = accounts.filter(({ person }) => times.get(person)?.length === 1)
  return new Set(singles.map(figureOf)).size <= 1
}

/**
 * Sections with their questions that have detail. Where all people have the same mean of a section, or the same general
 * one, nothing of it is shown, because it follows from the parts.
 */
export function sectionsWithDetail({ sections }: Questionnaire, counted: readonly RoundAccount[]): ShownSection[] {
  const detailed = sections
    .map(({ id, questions }) => ({
      id,
      fields: questions.map(({ field }) => field).filter(field => questionHasDetail(counted, field)),
    }))
    .filter(({ fields }) => hasDetail(counted, account => meanLevel(account, fields)))
  return hasDetail(counted, account => sectionMeans(account, detailed).get(0) ?? null) ? detailed : []
}

const questionHasDetail = (counted: readonly RoundAccount[], field: string): boolean =>
  counted.every(({ options }) => options.has(field)) &&
  hasDetail(counted, ({ options }) => knownLevel(options.get(field) ?? null))

/**
 * The sections that groups show. One without detail in a single class (people with the same labels) is shown in none,
 * because the total without the other groups is that class. The general mean (0) stays only while no section is missing.
 */
export function sectionsOfGroups(
  sections: readonly ShownSection[],
  classes: readonly (readonly RoundAccount[])[],
  means: ReadonlyMap<string, Means>,
): ReadonlySet<number> {
  const everywhere = (section: number) =>
    classes.every(accounts => hasDetail(accounts, ({ run_id }) => means.get(run_id)?.get(section) ?? null))
  const shown = sections.map(({ id }) => id).filter(everywhere)
  return new Set(shown.length === sections.length && everywhere(0) ? [0, ...shown] : shown)
}

/** An account's means over the questions that are shown. */
export function sectionMeans(account: RoundAccount, sections: readonly ShownSection[]): Means {
  const means = sections.map(({ id, fields }) => [id, meanLevel(account, fields)] as const)
  return new Map([[0, average(means.map(([, mean]) => mean))], ...means])
}

const knownLevel = (option: number | null): number | null => (option === DONT_KNOW ? null : option)

const meanLevel = ({ options }: RoundAccount, fields: readonly string[]): number | null =>
  average(fields.map(field => knownLevel(options.get(field) ?? null)))

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
