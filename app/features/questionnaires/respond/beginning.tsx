import type { AssessmentStage } from '#app/features/questionnaires/stage.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'

/**
 * How to answer and who will read it, before the first question of a buyer's own run, which has no respondent form that says so.
 */
export function Beginning({ stage }: { stage: AssessmentStage }) {
  const { intro, legalNote } = stage.questionnaire
  return (
    <Panel title="Antes de comenzar" level={3}>
      <p className="mb-4 text-md text-pretty">{intro}</p>
      <PrivacyNotice audience={stage.audience} notice={stage.notice} />
      {legalNote !== undefined && <p className="mt-4 text-sm text-muted">{legalNote}</p>}
    </Panel>
  )
}
