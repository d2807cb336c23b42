import { daysText, type ShownPlan } from '#app/features/results/plan/plan-texts.ts'
import { isOpen, type WorkedAction } from '#app/features/results/plan-actions/plan-actions.ts'
import { type Day, dayOf, formatDay, shiftDay } from '#app/kernel/dates.ts'

/** Decisions that a page asks for. */
export const MOST_DECISIONS = 3

/** What a board is asked to decide. */
export type BoardDecision = {
  title: string
  /** What exactly to approve. */
  ask: string
  /** Who answers for it: a name or a role; empty where nobody is proposed. */
  who: string
  /** '4 a 9 días de trabajo'; empty where nothing is estimated. */
  work: string
  /** Until when it is done; null: no day. */
  due_on: Day | null
}

/**
 * The decisions that the plan asks for, those of its first areas: who answers for the first open action of the area, how much work its open
 * actions are together, and the last day of theirs, or that by which the longest of them is done when it begins today.
 * Whoever has a link reads a role, or nothing where somebody answers for it.
 */
export function proposeDecisions({ actions, decisions, work }: ShownPlan, now: Date): BoardDecision[] {
  const worked = new Map(work?.actions.flatMap(each => (each.place === null ? [] : [[each.place, each] as const])))
  return decisions.slice(0, MOST_DECISIONS).map(({ section, title, ask }) => {
    const steps = actions.flatMap(({ section: area, step, place }) => {
      const stored = worked.get(place)
      return area === section && step && (stored === undefined || isOpen(stored)) ? [{ step, stored }] : []
    })
    const [first] = steps
    const owner = first?.stored?.owner
    const sum = (at: 0 | 1) => steps.reduce((days, { step }) => days + step.effort.days[at], 0)
    return {
      title,
      ask: `${ask}.`,
      who: owner ? (work?.isLinked ? '' : owner.name) : (first?.step.owner.role ?? ''),
      work: first ? daysText([sum(0), sum(1)]) : '',
      due_on: lastDay(steps.flatMap(({ stored }) => stored ?? [])) ?? horizonDay(steps, now),
    }
  })
}

const lastDay = (worked: readonly WorkedAction[]): Day | null =>
  worked
    .flatMap(({ due_on }) => due_on ?? [])
    .toSorted()
    .at(-1) ?? null

function horizonDay(steps: readonly { step: { horizon: number } }[], now: Date): Day | null {
  return steps.length === 0 ? null : shiftDay(dayOf(now), Math.max(...steps.map(({ step }) => step.horizon)))
}

/** Who answers, how much work and until when: what is known of it. */
export const decisionFacts = ({ who, work, due_on }: Pick<BoardDecision, 'who' | 'work' | 'due_on'>): string[] => [
  ...(who === '' ? [] : [`Responde: ${who}`]),
  ...(work === '' ? [] : [work]),
  ...(due_on === null ? [] : [`Hasta el ${formatDay(due_on)}`]),
]
