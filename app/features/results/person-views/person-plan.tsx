import { PlanView, UnfoldNamed } from '#app/features/results/plan/plan-view.tsx'
import type { RunResults } from '#app/features/results/results.ts'

export const PersonPlan = ({ results: { plan, report, own } }: { results: RunResults }) =>
  plan && (
    <>
      <UnfoldNamed />
      <PlanView plan={plan} people={1} mean={report.overall.mean} isOwn={own} />
    </>
  )
