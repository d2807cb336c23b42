import { OPTION_COUNT, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type Block, countPeople, formBlocks } from '#app/features/results/blocks.ts'
import type { Sums, Tallies } from '#app/features/results/consolidated/tallies.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { type RoundAccount, sectionMeans, sectionsOfGroups, sectionsWithDetail } from './detail.ts'

/** What tells whether accounts that answered are different people. Browsers and networks are hashes. */
export type Trace = {
  run_id: string
  email: string
  browsers: readonly string[]
  networks: readonly string[]
  /** When its first and its last answer were saved, in seconds of one clock. */
  first: number
  last: number
  /** Between these in fewer seconds nobody can have read the questions. */
  least: number
}

const SAME_HOST: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox behind an e-mail: what follows a plus and dots before the at sign don't make another one. Few providers
 * besides Gmail ignore dots, but two colleagues whose addresses differ only in dots are rarer still.
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at + 1)
  return `${local.replaceAll('.', '')}@${SAME_HOST[host] ?? host}`
}

/**
 * Which accounts count as one person towards a group:
 * - those of one mailbox;
 * - those that share a browser or a network and were answered faster than anybody reads: a page left open saves nothing, so time counts
 *   from the first saved answer to the last;
 * - those of one browser that were answered at the same time or by turns: nobody else sat there.
 *
 * An office shares its network and a workshop its computer, so sharing alone doesn't join people who took their time, one after another.
 * @returns a name per run; equal names are one person.
 */
export function distinctPeople(traces: readonly Trace[]): ReadonlyMap<string, string> {
  const leader = new Map<string, string>()
  const find = (key: string): string => {
    const next = leader.get(key)
    return next === undefined || next === key ? key : find(next)
  }
  const join = (run: string, shared: string) => leader.set(find(run), find(shared))
  for (const { run_id, email, browsers, networks, first, last, least } of traces) {
    join(run_id, `mailbox ${canonicalMailbox(email)}`)
    if (last - first >= least) continue
    for (const browser of browsers) join(run_id, `browser ${browser}`)
    for (const network of networks) join(run_id, `network ${network}`)
  }
  for (const [a, b] of alternating(traces)) join(a.run_id, b.run_id)
  return new Map(traces.map(({ run_id }) => [run_id, find(run_id)]))
}

/** Runs of one browser of which one began before the other had ended; each with the one that ended last before it. */
function alternating(traces: readonly Trace[]): [Trace, Trace][] {
  const ofBrowser = Map.groupBy(
    traces.flatMap(trace => trace.browsers.map(browser => ({ browser, trace }))),
    ({ browser }) => browser,
  )
  return [...ofBrowser.values()].flatMap(shared => {
    const [earliest, ...others] = shared.map(({ trace }) => trace).toSorted((a, b) => a.first - b.first)
    let open = earliest
    return others.flatMap((trace): [Trace, Trace][] => {
      const before = open
      if (before === undefined || trace.last >= before.last) open = trace
      return before !== undefined && trace.first <= before.last ? [[trace, before]] : []
    })
  })
}

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
  const listMembers = (some: readonly Block[]) =>
    some.flatMap(({ run_ids }) => run_ids.flatMap(id => byRun.get(id) ?? []))
  const counted = listMembers(blocks)
  const sections = sectionsWithDetail(questionnaire, counted)
  const means = new Map(counted.map(account => [account.run_id, sectionMeans(account, sections)]))
  const sumMeans = (some: readonly RoundAccount[], section: number): Sums =>
    sumsOver(some.map(({ run_id }) => means.get(run_id)?.get(section) ?? null))
  const classes = Map.groupBy(blocks, ({ area, position }) => JSON.stringify([area, position]))
  const inGroups = sectionsOfGroups(sections, [...classes.values()].map(listMembers), means)
  const numbers = questionnaire.sections.map(({ id }) => id)
  const groupsBy = (by: 'area' | 'position') =>
    [...Map.groupBy(blocks, block => block[by])].flatMap(([key, same]) => {
      if (key === null) return []
      const members = listMembers(same)
      const name = commonest(members.map(account => (by === 'area' ? account.area_name : account.position_name)))
      return [0, ...numbers].map(section => ({
        by,
        name,
        section,
        people: members.length,
        ...(inGroups.has(section) ? sumMeans(members, section) : NOBODY),
      }))
    })
  return {
    blocks,
    tallies: {
      people: counted.length,
      overall: sumMeans(counted, 0),
      sections: numbers.map(section => ({ section, ...sumMeans(counted, section) })),
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
