import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { DraftStep } from './draft.ts'

type Sections = Pick<Questionnaire, 'sections'>

const fieldsBySection = ({ sections }: Sections): string[][] =>
  sections.map(({ questions }) => questions.map(({ field }) => field))

/** Whether two contents have the same closed questions under the same names, in the same sections and order. */
export const hasSameQuestions = (before: Sections, after: Sections): boolean =>
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
export function planAfter(
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
