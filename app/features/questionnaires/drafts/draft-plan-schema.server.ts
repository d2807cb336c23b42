import { z } from 'zod'
import {
  AUDIENCES,
  BANDS,
  GOALS,
  HORIZONS,
  NEEDED_LEVELS,
  PERIODS,
  type QuestionnairePlan,
  STEP_LIMITS,
} from '#app/features/questionnaires/plan.ts'
import { FIELD_MAX, TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { isLonger } from '#app/kernel/text.ts'

const text = z.string().refine(typed => !isLonger(typed, TEXT_MAX))
const field = z.string().max(FIELD_MAX)
const days = z.number().min(0).max(999)

/**
 * The minimum that the plan of a draft must fulfil to be stored and edited: texts may be missing, too short or too long.
 * planSchema decides whether it may be published.
 */
export const draftPlanSchema = z.strictObject({
  audience: z.enum(AUDIENCES),
  note: text,
  steps: z.array(
    z.strictObject({
      field,
      to: z.literal(GOALS),
      title: text,
      why: text,
      start: z.strictObject({ 1: text, 2: text, 3: text, 4: text }).partial(),
      how: z.array(text).length(STEP_LIMITS.how),
      evidence: text,
      owner: z.strictObject({ role: text, with: text.nullable(), small: text.nullable() }),
      effort: z.strictObject({ band: z.enum(BANDS), days: z.tuple([days, days]), money: text.nullable() }),
      horizon: z.literal(HORIZONS),
      indicator: z.strictObject({ name: text, formula: text, target: text, every: z.enum(PERIODS) }),
      needs: z.array(z.strictObject({ field, level: z.literal(NEEDED_LEVELS), why: text })).max(STEP_LIMITS.needs),
      law: text.optional(),
    }),
  ),
  decisions: z.array(z.strictObject({ section: z.int().min(1), title: text, ask: text, when: text })),
  facilitator: z.record(field, text),
}) satisfies z.ZodType<QuestionnairePlan>

/** Maximum characters of a stored plan (questionnaire_drafts.plan). */
const PLAN_MAX_LENGTH = 900_000

/** Why a plan can't grow to this size; undefined when it can. */
export const planTooLarge = (plan: QuestionnairePlan): string | undefined =>
  JSON.stringify(plan).length > PLAN_MAX_LENGTH ? 'El plan es demasiado largo: acorta sus textos.' : undefined
