import { PlanView, UnfoldNamed } from '#app/features/results/plan/plan-view.tsx'
import type { PlanAnswer } from '#app/features/results/plan-actions/plan-actions.ts'
import type { RunResults } from '#app/features/results/results.ts'

type PersonPlanProps = { results: RunResults; answer?: PlanAnswer | undefined }

export const PersonPlan = ({ results: { plan, report, own }, answer }: PersonPlanProps) =>
  plan && (
    <>
      <UnfoldNamed />
      <PlanView plan={plan} people={1} mean={report.overall.mean} isOwn={own} answer={answer} />
    </>
  )
