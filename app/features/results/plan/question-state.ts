import { type Goal, type LevelNumber, LOWEST_GOAL } from '#app/features/questionnaires/plan.ts'
import { LOW_AGREEMENT, NO_AGREEMENT } from '#app/features/results/consolidated/agreement.ts'
import {
  GROUP_MIN,
  meanOfSums,
  sumsOfCounts,
  withinGroupAgreement,
} from '#app/features/results/consolidated/tallies.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

/** How many people gave each answer to a closed question. */
export type AnswerCounts = {
  /** On levels 1 to 5, in order. */
  levels: readonly [number, number, number, number, number]
  /** 'No sé / lo desconozco'. */
  unknown: number
}

/**
 * What to do about a question: 'find_out' (averiguar) where too many don't know, 'agree' (acordar) where people don't see the same,
 * 'act' (hacer) where the target is not reached, 'begin' (basta con empezar) where it is not reached and below level 3, which is enough.
 */
export const ACTION_KINDS = {
  find_out: 'Averiguar',
  agree: 'Acordar',
  act: 'Hacer',
  begin: 'Basta con empezar',
} as const
export type ActionKind = keyof typeof ACTION_KINDS

/** What is decided about a question from its counts. */
export type QuestionState = {
  /** People with a level. */
  people: number
  /** The highest level that at least 60 % of them have; null where none is known or may be shown. */
  reached: LevelNumber | null
  /** Over the people with a level; null likewise. */
  mean: number | null
  /** 'Pocas respuestas': several people were counted, and at most four have a level. */
  few: boolean
  /** Null: nothing to do, or nothing that may be said. */
  kind: ActionKind | null
  /** The level that the next step leads to, never below 3; only of 'act'. */
  goal: Goal | null
}

const LEVELS = [1, 2, 3, 4, 5] as const

const count = (people: readonly number[]): number => people.reduce((sum, some) => sum + some, 0)

/**
 * The state of a question. All shares are compared in whole numbers, so that exactly 60, 30 or 25 % is enough.
 * @param counts undefined: nobody answered it, or it is 'sin detalle'.
 * @param target the level that its area should reach, 1 to 5.
 * @param people how many people are counted in all, 1 for somebody's own answers.
 * @param mode of a confidential purchase, the counts are those of a published round; at least five of them must have a level.
 */
export function stateOfQuestion(
  counts: AnswerCounts | undefined,
  { target, people, mode }: { target: number; people: number; mode: ResultMode },
): QuestionState {
  const known = counts ? count(counts.levels) : 0
  const answered = known + (counts?.unknown ?? 0)
  const isHidden = mode === 'confidential' && known < GROUP_MIN
  if (!counts || answered === 0 || isHidden) return NO_STATE
  const reached = reachedByMost(counts.levels)
  const kind = kindOfAction(counts, reached, target)
  return {
    people: known,
    reached,
    mean: meanOfSums(sumsOfLevels(counts)),
    few: people > 1 && known > 0 && known < GROUP_MIN,
    kind,
    goal: kind === 'act' && reached !== null ? nextGoal(reached) : null,
  }
}

const NO_STATE: QuestionState = { people: 0, reached: null, mean: null, few: false, kind: null, goal: null }

/**
 * The highest level that at least 60 % of the people with a level have, or a higher one; null where nobody has one. It is ordinal: no mean
 * is in it. Of one person it is the own level, of two to four the lower median.
 */
export function reachedByMost(levels: AnswerCounts['levels']): LevelNumber | null {
  const known = count(levels)
  if (known === 0) return null
  return LEVELS.findLast(level => 5 * count(levels.slice(level - 1)) >= 3 * known) ?? null
}

const sumsOfLevels = ({ levels }: AnswerCounts) =>
  sumsOfCounts(levels.map((people, index) => ({ option: index + 1, people })))

function kindOfAction(counts: AnswerCounts, reached: LevelNumber | null, target: number): ActionKind | null {
  const answered = count(counts.levels) + counts.unknown
  if (10 * counts.unknown >= 3 * answered) return 'find_out'
  if (isDisputed(counts)) return 'agree'
  if (reached === null || reached >= target) return null
  return target < LOWEST_GOAL ? 'begin' : 'act'
}

/** No agreement at all (r_WG of at most 0.30), or a low one (below 0.50) with a quarter on levels 1 and 2 and a quarter on 4 and 5. */
function isDisputed(counts: AnswerCounts): boolean {
  const agreement = withinGroupAgreement(sumsOfLevels(counts))
  if (agreement === null) return false
  if (agreement <= NO_AGREEMENT) return true
  const known = count(counts.levels)
  const isQuarter = (levels: readonly number[]) => 4 * count(levels) >= known
  return agreement < LOW_AGREEMENT && isQuarter(counts.levels.slice(0, 2)) && isQuarter(counts.levels.slice(3))
}

/** From levels 1 and 2 the way leads to 3, from the others to the next one; from 5 nowhere. */
function nextGoal(reached: LevelNumber): Goal | null {
  switch (reached) {
    case 1:
    case 2:
      return LOWEST_GOAL
    case 3:
      return 4
    case 4:
      return 5
    case 5:
      return null
  }
}
