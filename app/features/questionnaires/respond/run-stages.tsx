import { AssessmentScreen } from '#app/features/questionnaires/respond/assessment-screen.tsx'
import { CompleteScreen, type Reader } from '#app/features/questionnaires/respond/complete-screen.tsx'
import { RespondentForm } from '#app/features/questionnaires/respond/respondent-form.tsx'
import type { RespondAnswer } from '#app/features/questionnaires/respond-texts.ts'
import type { Stage } from '#app/features/questionnaires/stage.ts'
import { RatingForm, type RatingFormProps } from '#app/features/reviews/rating-form.tsx'
import { unreachable } from '#app/kernel/result.ts'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'

type RunStagesProps = {
  stage: Exclude<Stage, { stage: 'access' }>
  /** What may be rated once it is complete. */
  rated: RatingFormProps | undefined
  /** Who reads its closing screen. */
  reader: Reader | undefined
  /** The answer to the form that starts the run, or to a section's without scripts. */
  answer: Extract<RespondAnswer, { form: 'start' | 'section' }> | undefined
}

/** The stages of a respondent whose access is open. A file of its own, because the page that asks for a code needs none. */
export default function RunStages({ stage, rated, reader = { kind: 'stranger' }, answer }: RunStagesProps) {
  switch (stage.stage) {
    case 'respondent':
      return (
        <RespondFrame>
          <RespondentForm stage={stage} answer={answer?.form === 'start' ? answer : undefined} />
        </RespondFrame>
      )
    case 'assessment':
      return (
        <AssessmentScreen key={stage.runId} stage={stage} refused={answer?.form === 'section' ? answer : undefined} />
      )
    case 'complete':
      return (
        <RespondFrame>
          <CompleteScreen stage={stage} reader={reader}>
            {rated && (
              <section aria-label="Tu opinión" className="mt-10 border-t border-line pt-8">
                <RatingForm {...rated} />
              </section>
            )}
          </CompleteScreen>
        </RespondFrame>
      )
    default:
      return unreachable(stage)
  }
}
