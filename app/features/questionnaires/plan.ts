/** The levels that a step may lead to: level 2 describes an incomplete practice, which nobody should aim at (spec D51). */
export const GOALS = [3, 4, 5] as const
export type Goal = (typeof GOALS)[number]

/** The lowest level that is a goal. */
export const LOWEST_GOAL = GOALS[0]

/** The levels that a step is begun from; what to do first differs by them. */
export const STARTS: Readonly<Record<Goal, readonly LevelNumber[]>> = { 3: [1, 2], 4: [3], 5: [4] }

export type LevelNumber = 1 | 2 | 3 | 4 | 5

/** A level of another question, or of the same one, that a step builds on. */
export type Need = { field: string; level: 2 | 3 | 4 | 5; why: string }

/** What takes a team or a person to a level of one question. */
export type PlanStep = {
  /** The question's field. */
  field: string
  to: Goal
  /** An infinitive that says the result. */
  title: string
  /** The consequence, for whoever approves the step. */
  why: string
  /** The first thing to do this week, by the level that people have now (STARTS). */
  start: Readonly<Partial<Record<LevelNumber, string | undefined>>>
  /** What to do, in order. */
  how: readonly string[]
  /** What somebody else can look at to see that it is done. */
  evidence: string
  /** Who answers for it and with whom; `small`: who does it in a company of 30 people, null where it is the same. */
  owner: { role: string; with: string | null; small: string | null }
  /** `days` is the least and the most work in days of one person; `money` what may cost, null for nothing. */
  effort: { band: 'S' | 'M' | 'L'; days: readonly [number, number]; money: string | null }
  /** Days until it is done. */
  horizon: 30 | 60 | 90 | 180
  /** `target` names its date. */
  indicator: { name: string; formula: string; target: string; every: 'semana' | 'mes' | 'trimestre' | 'semestre' }
  /** What comes first. */
  needs: readonly Need[]
  /** The Chilean law that asks for it, in words that a manager understands. */
  law?: string | undefined
}

/** What a board, a manager or oneself is asked to approve for a section. */
export type PlanDecision = {
  /** The section's number. */
  section: number
  title: string
  ask: string
  /** The condition in words. */
  when: string
}

/**
 * What a version of a questionnaire says about what to do next. It is stored beside the version's content and read only where a plan is
 * shown: it is two to three times as long as the questions.
 */
export type QuestionnairePlan = {
  /** Whom the texts speak to; a person is 'tú'. */
  audience: 'organisation' | 'team' | 'person'
  /** What the effort assumes. */
  note: string
  steps: readonly PlanStep[]
  decisions: readonly PlanDecision[]
  /** A question that opens the talk where people disagree, by field. */
  facilitator: Readonly<Record<string, string>>
}
