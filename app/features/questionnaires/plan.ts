/** The levels that a step may lead to: level 2 describes an incomplete practice, which nobody should aim at (spec D51). */
export const GOALS = [3, 4, 5] as const
export type Goal = (typeof GOALS)[number]

/** The lowest level that is a goal. */
export const LOWEST_GOAL = GOALS[0]

/** The levels that a step is begun from; what to do first differs by them. */
export const STARTS: Readonly<Record<Goal, readonly LevelNumber[]>> = { 3: [1, 2], 4: [3], 5: [4] }

export type LevelNumber = 1 | 2 | 3 | 4 | 5

/** Whom a plan's texts may speak to. */
export const AUDIENCES = ['organisation', 'team', 'person'] as const
/** How much work a step is. */
export const BANDS = ['S', 'M', 'L'] as const
/** Days that a step may take. */
export const HORIZONS = [30, 60, 90, 180] as const
/** How often an indicator may be measured. */
export const PERIODS = ['semana', 'mes', 'trimestre', 'semestre'] as const
/** The levels that a step may need of a question. */
export const NEEDED_LEVELS = [2, 3, 4, 5] as const

/** Characters that fit in each text of a plan. */
export const PLAN_MAX = {
  title: 62,
  why: 120,
  start: 190,
  how: 150,
  evidence: 150,
  role: 60,
  with: 100,
  small: 80,
  money: 120,
  indicator: 60,
  formula: 150,
  target: 90,
  need: 90,
  law: 300,
  decisionTitle: 90,
  decision: 160,
  note: 800,
  talk: 220,
} as const

/** Characters of the shortest text that says what to do, and of the shortest name. */
export const PLAN_MIN = { text: 8, short: 2 } as const

/** Things to do in a step, what it needs at most, and the most days of work. */
export const STEP_LIMITS = { how: 3, needs: 5, days: 365 } as const

/** A level of another question, or of the same one, that a step builds on. */
export type Need = { field: string; level: (typeof NEEDED_LEVELS)[number]; why: string }

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
  effort: { band: (typeof BANDS)[number]; days: readonly [number, number]; money: string | null }
  /** Days until it is done. */
  horizon: (typeof HORIZONS)[number]
  /** `target` names its date. */
  indicator: { name: string; formula: string; target: string; every: (typeof PERIODS)[number] }
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
  audience: (typeof AUDIENCES)[number]
  /** What the effort assumes. */
  note: string
  steps: readonly PlanStep[]
  decisions: readonly PlanDecision[]
  /** A question that opens the talk where people disagree, by field. */
  facilitator: Readonly<Record<string, string>>
}
