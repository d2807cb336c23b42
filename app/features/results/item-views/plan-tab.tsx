import { PlanView, UnfoldNamed } from '#app/features/results/plan/plan-view.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

export function PlanTab({ page }: ItemViewProps) {
  const { people, overall } = figuresOf(page)
  const { plan } = page.report
  return (
    plan && (
      <>
        <UnfoldNamed />
        <PlanView plan={plan} people={people} mean={overall.mean} answer={page.planAnswer} />
      </>
    )
  )
}
