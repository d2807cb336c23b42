import fc from 'fast-check'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type ConsolidatedFigures, writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { cutRound, type Round } from './cut-round.ts'
import type { RoundAccount } from './detail.ts'
import { distinctPeople, type Trace } from './distinct-people.ts'
import { questionnaireOf } from './round.test-support.ts'

/** Somebody who answers: a colleague with a mailbox of their own, or an account that the buyer invented. */
type Member = {
  invented: boolean
  area: number
  position: number
  options: (number | null)[]
  writes: boolean
  /** Which of the buyer's few mailboxes, browsers and networks an invented account uses. */
  mailbox: number
  browser: number
  quick: boolean
}

/** What a buyer does between two answers. */
type Step = { kind: 'answer'; member: Member } | { kind: 'publish' } | { kind: 'look' }

export type Strategy = { sections: number[]; steps: Step[] }

const QUESTIONS = 6

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
  mailbox: fc.integer({ min: 0, max: 2 }),
  browser: fc.integer({ min: 0, max: 2 }),
  quick: fc.boolean(),
})

/** Random teams and random buyers: waves, invented people, publishing at any moment, looking at any moment. */
export const strategies: fc.Arbitrary<Strategy> = fc.record({
  sections: fc.constantFrom([2, 2, 2], [1, 3, 2], [3, 3], [6]),
  steps: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: member.map((who): Step => ({ kind: 'answer', member: who })) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'publish' }) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'look' }) },
    ),
    { minLength: 4, maxLength: 34 },
  ),
})

/** An account as whoever made it knows it. */
export type Known = Pick<Member, 'invented' | 'mailbox' | 'quick'> & { run_id: string }

export type Published = {
  round: Round
  /** Who is counted. */
  accounts: RoundAccount[]
  figures: ConsolidatedFigures
  /** Everybody from whom it was cut. */
  everybody: Known[]
  /** Cuts it again with other answers. */
  recut: (change: (account: RoundAccount) => RoundAccount) => ConsolidatedFigures | undefined
}
export type Played = {
  questionnaire: Questionnaire
  rounds: Published[]
  /** Every view of the buyer, as text: what a page, an export or the API could be made of. */
  views: { rounds: number; text: string }[]
}

/** Plays a strategy: the last step publishes what is left. */
export function play({ sections, steps }: Strategy): Played {
  const questionnaire = questionnaireOf(sections)
  const rounds: Published[] = []
  const views: Played['views'] = []
  let waiting: (Member & Trace)[] = []
  const publish = () => {
    const everybody = waiting
    const people = distinctPeople(waiting)
    const accounts = waiting.map(each => toAccount(each, people.get(each.run_id) ?? each.run_id))
    const round = cutRound(questionnaire, accounts)
    if (!round) return
    const counted = new Set(round.blocks.flatMap(({ run_ids }) => run_ids))
    waiting = waiting.filter(({ run_id }) => !counted.has(run_id))
    const figuresOf = ({ tallies }: Round) =>
      writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential')
    rounds.push({
      round,
      accounts: accounts.filter(({ run_id }) => counted.has(run_id)),
      figures: figuresOf(round),
      everybody,
      recut: change => {
        const again = cutRound(questionnaire, accounts.map(change))
        return again && figuresOf(again)
      },
    })
  }
  const look = () => views.push({ rounds: rounds.length, text: JSON.stringify(rounds.map(({ figures }) => figures)) })
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'publish') publish()
    else if (step.kind === 'answer') waiting.push(traced(step.member, index))
    look()
  }
  publish()
  look()
  return { questionnaire, rounds, views }
}

function traced(who: Member, index: number): Member & Trace {
  const { invented, mailbox, browser, quick } = who
  return {
    ...who,
    run_id: `r${index}`,
    // The buyer has three mailboxes, which take any number of addresses.
    email: invented
      ? `${index % 2 === 0 ? 'compra.dor' : 'comprador'}${mailbox}+${index}@example.cl`
      : `persona${index}@example.cl`,
    browsers: [invented ? `buyer ${browser}` : `own ${index}`],
    networks: ['office'],
    seconds: invented && quick ? 30 : 1200,
    unreadable: 300,
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
