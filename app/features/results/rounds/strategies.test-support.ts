import fc from 'fast-check'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type ConsolidatedFigures, writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { type ActionPlan, makePlan } from '#app/features/results/plan/action-plan.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import { addRounds } from './add-rounds.ts'
import { cutRound, distinctPeople, type FrozenTallies, type Round, type Trace } from './cut-round.ts'
import type { RoundAccount } from './detail.ts'
import { stepsOf } from './plan-steps.test-support.ts'
import { byReportingGroup, type KeyedGroup } from './reporting-groups.ts'
import { questionnaireOf } from './round.test-support.ts'

/** Somebody who answers: a colleague with a mailbox of their own, or an account that the buyer invented. */
type Member = {
  invented: boolean
  area: number
  position: number
  options: (number | null)[]
  writes: boolean
  /** Which of the buyer's few mailboxes, or one of its own in the buyer's domain. */
  mailbox: number | 'own'
  /** Which of the buyer's browsers, or a private window, whose cookies nobody has seen; a colleague's own, or the workshop's computer. */
  browser: number | 'own'
  /** Where the buyer's account is answered: in the office, or through one of many networks abroad. */
  network: 'office' | 'own'
  /** When the first answer is saved after the account before, in seconds, and how long it takes to the last. */
  pause: number
  seconds: number
}

/** What a buyer does between two answers. */
type Step = { kind: 'answer'; member: Member } | { kind: 'publish' } | { kind: 'look' }

/** @property groups the buyer's groups of the three areas, which are defined before anybody answers; empty: each area is its own */
export type Strategy = { sections: number[]; groups: KeyedGroup[]; steps: Step[] }

const QUESTIONS = 6

/** Seconds below which nobody can have read the questions, and what a colleague takes at 200 words a minute. */
const LEAST = 140
const READING = 3 * LEAST

const option = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 4, arbitrary: fc.constantFrom(1, 3, 5) },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** Teams in which people often agree, because that is when a figure tells each one's answer. */
const options = fc.oneof(
  fc.array(option, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  fc.constantFrom(3, 5, 6).map(same => Array.from({ length: QUESTIONS }, () => same)),
)

const member = fc.record({
  invented: fc.integer({ min: 0, max: 9 }).map(roll => roll < 3),
  area: fc.integer({ min: 0, max: 2 }),
  position: fc.integer({ min: 0, max: 1 }),
  options,
  writes: fc.boolean(),
  mailbox: fc.constantFrom(0, 1, 2, 'own' as const),
  browser: fc.constantFrom(0, 1, 2, 'own' as const),
  network: fc.constantFrom('office', 'office', 'own'),
  pause: fc.constantFrom(0, 5, 60, 241, 900),
  // Left open before the first answer, or between the first and the last, or read.
  seconds: fc.constantFrom(0, 5, LEAST - 1, LEAST, 241, 600),
})

/** Random teams and random buyers: waves, invented people, publishing at any moment, looking at any moment. */
export const strategies: fc.Arbitrary<Strategy> = fc.record({
  sections: fc.constantFrom([2, 2, 2], [1, 3, 2], [3, 3], [6]),
  groups: fc
    .tuple(...[0, 1, 2].map(() => fc.constantFrom('none', 'one', 'two')), fc.boolean())
    .map(([a, b, c, defined]) =>
      defined ? ['one', 'two'].map(key => groupOf(key, [a, b, c])).filter(({ areas }) => areas.length > 0) : [],
    ),
  steps: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: member.map((who): Step => ({ kind: 'answer', member: who })) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'publish' }) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'look' }) },
    ),
    { minLength: 4, maxLength: 34 },
  ),
})

const groupOf = (key: string, chosen: readonly unknown[]): KeyedGroup => ({
  key,
  name: `Grupo ${key}`,
  areas: chosen.flatMap((group, area) => (group === key ? [`a${area}`] : [])),
})

/** An account as whoever made it knows it. */
export type Known = Pick<Member, 'invented'> &
  Pick<Trace, 'run_id' | 'email' | 'browsers' | 'networks' | 'first' | 'last'>

export type Published = {
  round: Round
  /** Who is counted. */
  accounts: RoundAccount[]
  figures: ConsolidatedFigures
  /** What to do next, by the same counts. */
  plan: ActionPlan
  /** The groups that the buyer defined. */
  groups: readonly KeyedGroup[]
  /** Everybody from whom it was cut. */
  everybody: Known[]
  /** Cuts it again with other answers. */
  recut: (change: (account: RoundAccount) => RoundAccount) => Shown | undefined
}
/** All that is shown of a round, or of all of them. */
export type Shown = { figures: ConsolidatedFigures; plan: ActionPlan }
export type Played = {
  questionnaire: Questionnaire
  rounds: Published[]
  /** All rounds added up, as they are shown after each publication from the second on. */
  sums: Shown[]
  /** Colleagues who were counted as one person with somebody else. */
  joined: string[]
  /** Every view of the buyer, as text: what a page, an export or the API could be made of. */
  views: { rounds: number; text: string }[]
}

/** Plays a strategy: the last step publishes what is left. */
export function play({ sections, groups, steps }: Strategy): Played {
  const questionnaire = questionnaireOf(sections)
  const sums: Shown[] = []
  const rounds: Published[] = []
  const views: Played['views'] = []
  const joined: Played['joined'] = []
  let waiting: (Member & Trace)[] = []
  const publish = () => {
    const everybody = waiting
    const people = distinctPeople(waiting)
    joined.push(
      ...waiting.filter(({ invented, run_id }) => !invented && countAs(people, run_id) > 1).map(each => each.run_id),
    )
    const accounts = byReportingGroup(
      waiting.map(each => toAccount(each, people.get(each.run_id) ?? each.run_id)),
      groups,
    )
    const round = cutRound(questionnaire, accounts)
    if (!round) return
    const counted = new Set(round.blocks.flatMap(({ run_ids }) => run_ids))
    waiting = waiting.filter(({ run_id }) => !counted.has(run_id))
    const shownOf = (tallies: FrozenTallies): Shown => ({
      figures: writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential'),
      plan: makePlan({
        questionnaire,
        plan: stepsOf(questionnaire),
        counts: countsFromTallies(tallies, 'confidential'),
        people: tallies.people,
        mode: 'confidential',
      }),
    })
    rounds.push({
      round,
      accounts: accounts.filter(({ run_id }) => counted.has(run_id)),
      ...shownOf(round.tallies),
      groups,
      everybody,
      recut: change => {
        const again = cutRound(questionnaire, accounts.map(change))
        return again && shownOf(again.tallies)
      },
    })
    if (rounds.length > 1) sums.push(shownOf(addRounds(rounds.map(each => each.round.tallies))))
  }
  const look = () =>
    views.push({
      rounds: rounds.length,
      text: JSON.stringify([rounds.map(({ figures, plan }) => [figures, plan]), sums.at(-1)]),
    })
  let clock = 0
  // Nobody sits at the workshop's computer before the one before has finished.
  let kiosk = 0
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'publish') publish()
    else if (step.kind === 'answer') {
      const { invented, browser, pause } = step.member
      clock = !invented && browser === 0 ? Math.max(clock + pause, kiosk + 1) : clock + pause
      const answered = traced(step.member, index, clock)
      if (!invented && browser === 0) kiosk = answered.last
      waiting.push(answered)
    }
    look()
  }
  publish()
  look()
  return { questionnaire, rounds, sums, joined, views }
}

const countAs = (people: ReadonlyMap<string, string>, run: string): number =>
  [...people.values()].filter(person => person === people.get(run)).length

function traced(who: Member, index: number, first: number): Member & Trace {
  const { invented, mailbox, browser, network, seconds } = who
  return {
    ...who,
    run_id: `r${index}`,
    // Each of the buyer's three mailboxes takes any number of addresses.
    email: !invented
      ? `persona${index}@example.cl`
      : mailbox === 'own'
        ? `inventada${index}@example.cl`
        : `${index % 2 === 0 ? 'compra.dor' : 'comprador'}${mailbox}+${index}@example.cl`,
    browsers: [
      browser === 'own' || (!invented && browser !== 0) ? `own ${index}` : invented ? `buyer ${browser}` : 'kiosk',
    ],
    networks: [invented && network === 'own' ? `abroad ${index}` : 'office'],
    first,
    last: first + (invented ? seconds : READING + seconds),
    least: LEAST,
  }
}

const toAccount = (who: Member & Trace, person: string): RoundAccount => ({
  run_id: who.run_id,
  person,
  area: `a${who.area}`,
  position: `c${who.position}`,
  area_name: `Área ${who.area}`,
  position_name: `Cargo ${who.position}`,
  options: new Map(who.options.map((value, at) => [`q${at + 1}`, value])),
  open_fields: who.writes ? ['o1'] : [],
})
