import { OPTION_COUNT, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type Block, countPeople, formBlocks } from '#app/features/results/blocks.ts'
import type { Sums, Tallies } from '#app/features/results/consolidated/tallies.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { meansOf, type RoundAccount, sectionsOfGroups, sectionsWithDetail } from './detail.ts'

/** Different people who must have answered an open question of a round before its texts are shown (spec D18). */
const TEXTS_MIN = 8

/** Every figure of a round that will ever be shown, as stored when it is closed. */
export type FrozenTallies = Pick<Tallies, 'people' | 'overall' | 'sections' | 'options' | 'groups'>

/** A closed round of a confidential item. */
export type Round = {
  blocks: Block[]
  tallies: FrozenTallies
  /** The open questions whose texts are shown. */
  text_fields: string[]
}

/**
 * Cuts a round. What has no detail is left out of every figure, so that it can't be found by subtraction: an area's mean is over
 * the questions that are shown, the general one over the areas that are. Undefined where fewer than five different
 * people can be counted together.
 * @param questionnaire the newest version that somebody answered.
 */
export function cutRound(questionnaire: Questionnaire, accounts: readonly RoundAccount[]): Round | undefined {
  const blocks = formBlocks(accounts)
  if (blocks.length === 0) return undefined
  const byRun = new Map(accounts.map(account => [account.run_id, account]))
  const membersOf = (some: readonly Block[]) =>
    some.flatMap(({ run_ids }) => run_ids.flatMap(id => byRun.get(id) ?? []))
  const counted = membersOf(blocks)
  const sections = sectionsWithDetail(questionnaire, counted)
  const means = new Map(counted.map(account => [account.run_id, meansOf(account, sections)]))
  const sumsOf = (some: readonly RoundAccount[], section: number): Sums =>
    sumsOver(some.map(({ run_id }) => means.get(run_id)?.get(section) ?? null))
  const classes = Map.groupBy(blocks, ({ area, position }) => JSON.stringify([area, position]))
  const inGroups = sectionsOfGroups(sections, [...classes.values()].map(membersOf), means)
  const numbers = questionnaire.sections.map(({ id }) => id)
  const groupsBy = (by: 'area' | 'position') =>
    [...Map.groupBy(blocks, block => block[by])].flatMap(([key, same]) => {
      if (key === null) return []
      const members = membersOf(same)
      const name = commonest(members.map(account => (by === 'area' ? account.area_name : account.position_name)))
      return [0, ...numbers].map(section => ({
        by,
        name,
        section,
        people: members.length,
        ...(inGroups.has(section) ? sumsOf(members, section) : NOBODY),
      }))
    })
  return {
    blocks,
    tallies: {
      people: counted.length,
      overall: sumsOf(counted, 0),
      sections: numbers.map(section => ({ section, ...sumsOf(counted, section) })),
      options: sections.flatMap(({ fields }) => fields.flatMap(field => countOptions(counted, field))),
      groups: [...groupsBy('area'), ...groupsBy('position')],
    },
    text_fields: questionnaire.sections.flatMap(({ openQuestions }) =>
      openQuestions
        .map(({ field }) => field)
        .filter(field => countPeople(counted.filter(account => account.open_fields.includes(field))) >= TEXTS_MIN),
    ),
  }
}

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

function sumsOver(values: readonly (number | null)[]): Sums {
  const known = values.filter(value => value !== null)
  return {
    scored: known.length,
    sum: known.reduce((total, value) => total + value, 0),
    squares: known.reduce((total, value) => total + value * value, 0),
  }
}

const countOptions = (counted: readonly RoundAccount[], field: string): FrozenTallies['options'] =>
  Array.from({ length: OPTION_COUNT }, (_, index) => index + 1).flatMap(option => {
    const people = counted.filter(({ options }) => options.get(field) === option).length
    return people === 0 ? [] : [{ field, option, people }]
  })

/** The most frequent spelling; of equally frequent ones the first in the alphabet. */
function commonest(names: readonly string[]): string {
  const [first] = [...Map.groupBy(names, name => name)].toSorted(
    ([a, some], [b, others]) => others.length - some.length || compareTexts(a, b),
  )
  return first?.[0] ?? ''
}
