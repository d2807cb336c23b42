import { trimGuides } from '#app/features/results/guides/guides.ts'
import { hasActions, planHead } from '#app/features/results/plan/plan-texts.ts'
import type { PlanAnswer } from '#app/features/results/plan-actions/plan-actions.ts'
import type { RunResults } from '#app/features/results/results.ts'
import { FIRST_VIEW, GUIDES_VIEW, PLAN_VIEW, type View } from '#app/features/results/views.ts'
import { PersonAnswers } from './person-answers.tsx'
import { PersonAreas } from './person-areas.tsx'
import { PersonGuides } from './person-guides.tsx'
import { PersonPlan } from './person-plan.tsx'
import { PersonSummary } from './person-summary.tsx'

export type PersonView = View & {
  /** Whether it has content. */
  has: (results: RunResults) => boolean
  Content: (props: { results: RunResults; answer?: PlanAnswer | undefined }) => React.ReactNode
}

/** The views of one person's results, in the order of their tabs. A new one is a component in a file of its own and a line here. */
export const PERSON_VIEWS: readonly [PersonView, ...PersonView[]] = [
  { key: FIRST_VIEW, label: 'Resumen', has: () => true, Content: PersonSummary },
  { key: PLAN_VIEW, label: 'Plan', has: ({ plan }) => hasActions(plan), Content: PersonPlan },
  { key: GUIDES_VIEW, label: 'Guías', has: ({ guides = [] }) => guides.length > 0, Content: PersonGuides },
  { key: 'areas', label: 'Áreas', has: () => true, Content: PersonAreas },
  { key: 'preguntas', label: 'Respuestas', has: () => true, Content: PersonAnswers },
]

/** Those that have content; the first always has. */
export function listPersonViews(results: RunResults): readonly [PersonView, ...PersonView[]] {
  const [first, ...others] = PERSON_VIEWS
  return [first, ...others.filter(({ has }) => has(results))]
}

/** Results without the texts of plan and guides where another view is shown; its beginning shows the first actions on every view. */
export const trimResults = ({ plan, guides = [], ...results }: RunResults, view: string): RunResults => ({
  ...results,
  plan: plan && (view === PLAN_VIEW ? plan : planHead(plan)),
  guides: trimGuides(guides, view),
})
