import { useState } from 'react'
import type { QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import {
  type Goal,
  type LevelNumber,
  LOWEST_GOAL,
  type QuestionnairePlan,
  STARTS,
} from '#app/features/questionnaires/plan.ts'
import { ActionExample } from '#app/features/results/plan/action-details.tsx'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { InlineSelect } from '#app/kit/ui/inline-select.tsx'
import { fillDates } from '#app/platform/texts/fill-dates.ts'

/** People whose answers the preview invents. */
const PEOPLE = 10

export type PreviewedQuestion = {
  draft: QuestionnaireDraft
  plan: QuestionnairePlan
  field: string
  /** What the placeholders of laws stand for. */
  lawDates: Readonly<Record<string, string>>
}

/** The plan of people who all answered one question with a level, or half of them with the lowest and half with the highest. */
function planOf({ draft, plan, field, lawDates }: PreviewedQuestion, answer: LevelNumber | 'disagreement', goal: Goal) {
  const levels = [1, 2, 3, 4, 5].map(level =>
    answer === 'disagreement' ? (level === 1 || level === 5 ? PEOPLE / 2 : 0) : level === answer ? PEOPLE : 0,
  )
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = levels
  const sections = draft.sections.map(section =>
    section.questions.some(question => question.field === field)
      ? {
          ...section,
          targetLevel: Math.max(section.targetLevel, goal),
          questions: section.questions.map(question => ({ ...question, text: question.text || 'Sin texto' })),
        }
      : section,
  )
  const steps = plan.steps.map(step => ({ ...step, title: step.title || 'Sin título' }))
  return makePlan({
    questionnaire: { sections },
    plan: fillDates({ ...plan, steps }, lawDates),
    counts: new Map([[field, { levels: [one, two, three, four, five], unknown: 0 }]]),
    people: PEOPLE,
    mode: 'nominative',
  })
}

const TITLE = 'Ver como lo lee quien compró'

/** The action that leads a question to a level, as the buyer reads it, from each level that it may be begun from. */
export function StepPreview({ question, goal }: { question: PreviewedQuestion; goal: Goal }) {
  const starts = STARTS[goal]
  const [reached, setReached] = useState<LevelNumber>(starts.at(-1) ?? goal)
  return (
    <Disclosure title={TITLE}>
      <div className="grid gap-4">
        {starts.length > 1 && (
          // The choice is no part of the form.
          <div onInput={event => event.stopPropagation()}>
            <InlineSelect
              label="Nivel hoy"
              className="max-w-48"
              value={String(reached)}
              options={starts.map(level => ({ value: String(level), label: String(level) }))}
              onChange={event => setReached(starts.find(level => String(level) === event.target.value) ?? reached)}
            />
          </div>
        )}
        <ActionExample plan={planOf(question, reached, goal)} people={PEOPLE} />
      </div>
    </Disclosure>
  )
}

/** What the buyer reads where people disagree about a question. */
export const TalkPreview = ({ question }: { question: PreviewedQuestion }) => (
  <Disclosure title={TITLE}>
    <ActionExample plan={planOf(question, 'disagreement', LOWEST_GOAL)} people={PEOPLE} />
  </Disclosure>
)
