import { useState } from 'react'
import { Link } from 'react-router'
import { closedFields, type QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import { PLAN_CONTROLS, readPlanForm, talkOf } from '#app/features/questionnaires/drafts/plan-form.ts'
import { GOALS, type Goal, PLAN_MAX, type PlanStep, type QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { type ClosedQuestion, listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { partAddress, questionAnchor, RemoveStep, stepAnchor, stepsPart, useControl } from './draft-controls.tsx'
import { type PreviewedQuestion, StepPreview, TalkPreview } from './plan-preview.tsx'
import { StepControls } from './step-controls.tsx'

type StepsOfQuestionProps = {
  draft: QuestionnaireDraft
  /** With the steps of this question at least. */
  plan: QuestionnairePlan
  field: string
  lawDates: Readonly<Record<string, string>>
}

/** What a questionnaire says to do about one question: a step to each level, and what opens the talk where people disagree. */
export function StepsOfQuestion({ draft, plan, field, lawDates }: StepsOfQuestionProps) {
  const [typed, setTyped] = useState<{ plan: QuestionnairePlan; form: Readonly<Record<string, string>> }>()
  const questions = listClosedQuestions(draft)
  const question = questions.find(each => each.field === field)
  if (!question) return null
  const form = typed?.plan === plan ? typed.form : {}
  const shown: PreviewedQuestion = {
    draft,
    plan: readPlanForm(plan, { section: 0, fields: closedFields(draft), form }),
    field,
    lawDates,
  }
  return (
    <div
      className="grid gap-6"
      onInput={({ currentTarget }) => {
        const own = currentTarget.closest('form')
        if (own) setTyped({ plan, form: readTexts(own) })
      }}
    >
      <Panel
        title={`Pregunta ${question.number}`}
        description={question.text || 'Sin texto'}
        footer={<Neighbours draft={draft} questions={questions} question={question} />}
      >
        <TalkFields question={shown} stored={talkOf(plan, field)} />
      </Panel>
      {GOALS.map(goal => (
        <StepFields
          key={goal}
          goal={goal}
          question={question}
          questions={questions}
          step={plan.steps.find(step => step.field === field && step.to === goal)}
          shown={shown}
        />
      ))}
    </div>
  )
}

const readTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

type NeighboursProps = {
  draft: QuestionnaireDraft
  questions: readonly ClosedQuestion[]
  question: ClosedQuestion
}

/** The way to the question itself and to the steps of the ones beside it. */
function Neighbours({ draft, questions, question }: NeighboursProps) {
  const section = draft.sections.find(each => each.questions.some(({ field }) => field === question.field))
  const [before, after] = [-1, 1].map(by => questions.find(({ number }) => number === question.number + by))
  const links = [
    { to: `${partAddress(section?.id ?? 1)}#${questionAnchor(question.field)}`, label: 'Editar la pregunta' },
    ...(before ? [{ to: partAddress(stepsPart(before.field)), label: `Pasos de la ${before.number}` }] : []),
    ...(after ? [{ to: partAddress(stepsPart(after.field)), label: `Pasos de la ${after.number}` }] : []),
  ]
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-md">
      {links.map(({ to, label }) => (
        <li key={label}>
          <Link
            to={to}
            className="inline-flex min-h-9 items-center font-medium text-copper underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function TalkFields({ question, stored }: { question: PreviewedQuestion; stored: string }) {
  const control = useControl()
  return (
    <div className="grid gap-3">
      <TextArea
        {...control(PLAN_CONTROLS.talk(question.field))}
        label="Pregunta para conversarlo"
        hint="Se lee donde las respuestas difieren demasiado: abre la conversación antes de elegir un paso."
        optional
        rows={2}
        defaultValue={stored}
        most={PLAN_MAX.talk}
      />
      <TalkPreview question={question} />
    </div>
  )
}

type StepProps = {
  goal: Goal
  question: ClosedQuestion
  questions: readonly ClosedQuestion[]
  step: PlanStep | undefined
  shown: PreviewedQuestion
}

/** The step of a question to one level, or the button that adds it. */
function StepFields({ goal, question, questions, step, shown }: StepProps) {
  const { field, number, options } = question
  const option = options[goal - 1]
  return (
    <div id={stepAnchor(field, goal)} className="scroll-mt-40">
      <Panel
        title={`Paso al nivel ${goal}`}
        description={option ? `Así se ve el nivel ${goal}: ${option}` : undefined}
        actions={
          step && (
            <RemoveStep
              intent={`remove-step:${field}:${goal}`}
              label={`Quitar el paso al nivel ${goal}`}
              consequence="Se pierden sus textos. Quien compró leerá las recomendaciones de la sección."
            />
          )
        }
        footer={<StepPreview question={shown} goal={goal} />}
      >
        {step ? (
          <StepControls step={step} questions={questions} />
        ) : (
          <div className="grid justify-items-start gap-4">
            <p className="text-md text-muted">Sin paso: quien compró lee las recomendaciones de la sección.</p>
            <Button
              type="submit"
              name="intent"
              value={`add-step:${field}:${goal}`}
              variant="secondary"
              size="sm"
              aria-label={`Agregar el paso al nivel ${goal} de la pregunta ${number}`}
            >
              Agregar paso
            </Button>
          </div>
        )}
      </Panel>
    </div>
  )
}
