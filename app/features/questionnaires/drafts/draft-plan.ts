import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { closedFields, type DraftStep } from './draft.ts'
import { readPlanForm, withoutStep, withStep } from './plan-form.ts'

type Sections = Pick<Questionnaire, 'sections'>

const fieldsBySection = ({ sections }: Sections): string[][] =>
  sections.map(({ questions }) => questions.map(({ field }) => field))

/** Whether two contents have the same closed questions under the same names, in the same sections and order. */
const hasSameQuestions = (before: Sections, after: Sections): boolean =>
  JSON.stringify(fieldsBySection(before)) === JSON.stringify(fieldsBySection(after))

/** A plan without what is about questions and sections that a content does not have. */
export function planWithin(plan: QuestionnairePlan, { sections }: Sections): QuestionnairePlan {
  const fields = new Set(fieldsBySection({ sections }).flat())
  return {
    ...plan,
    steps: plan.steps
      .filter(({ field }) => fields.has(field))
      .map(step => ({ ...step, needs: step.needs.filter(({ field }) => fields.has(field)) })),
    decisions: plan.decisions.filter(({ section }) => section <= sections.length),
    facilitator: Object.fromEntries(Object.entries(plan.facilitator).filter(([field]) => fields.has(field))),
  }
}

/**
 * The plan of a draft that was edited: it follows the questions that got another name, and the sections that moved.
 * @param typed the draft with what was typed, whose questions stand where they stood before.
 * @param after the same after the step.
 */
function planAfter(
  plan: QuestionnairePlan,
  { before, typed, after, step }: { before: Sections; typed: Sections; after: Sections; step: DraftStep | undefined },
): QuestionnairePlan {
  const names = fieldsBySection(typed).flat()
  const renamed = new Map(
    fieldsBySection(before)
      .flat()
      .map((field, index) => [field, names[index] ?? field]),
  )
  const newName = (field: string): string => renamed.get(field) ?? field
  const moved = {
    ...plan,
    steps: plan.steps.map(own => ({
      ...own,
      field: newName(own.field),
      needs: own.needs.map(need => ({ ...need, field: newName(need.field) })),
    })),
    decisions: plan.decisions.flatMap(decision => {
      const section = sectionAfter(decision.section, step)
      return section === undefined ? [] : [{ ...decision, section }]
    }),
    facilitator: Object.fromEntries(Object.entries(plan.facilitator).map(([field, text]) => [newName(field), text])),
  }
  return planWithin({ ...moved, decisions: moved.decisions.toSorted((a, b) => a.section - b.section) }, after)
}

/** The plan of a draft after what was typed and one structural change. */
export function editPlan(
  plan: QuestionnairePlan,
  edit: {
    before: Sections
    typed: Sections
    after: Sections
    step: DraftStep | undefined
    /** Whose decision the form may have, from 1. */
    section: number
    form: Readonly<Record<string, string>>
  },
): QuestionnairePlan {
  const { before, after, step, section, form } = edit
  const read = readPlanForm(plan, { section, fields: closedFields(before), form })
  const moved = hasSameQuestions(before, after) ? read : planAfter(read, edit)
  switch (step?.kind) {
    case 'add-step':
      return withStep(moved, step, closedFields(after))
    case 'remove-step':
      return withoutStep(moved, step)
    default:
      return moved
  }
}

/** Where a section stands after a step; undefined where the step removes it. */
function sectionAfter(section: number, step: DraftStep | undefined): number | undefined {
  switch (step?.kind) {
    case 'remove-section':
      return section === step.section ? undefined : section > step.section ? section - 1 : section
    case 'section-up':
    case 'section-down': {
      const other = step.section + (step.kind === 'section-up' ? -1 : 1)
      return section === step.section ? other : section === other ? step.section : section
    }
    default:
      return section
  }
}
