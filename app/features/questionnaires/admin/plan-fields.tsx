import { Link } from 'react-router'
import type { QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import { PLAN_CONTROLS } from '#app/features/questionnaires/drafts/plan-form.ts'
import { AUDIENCE_NAMES } from '#app/features/questionnaires/drafts/step-texts.ts'
import { type Goal, PLAN_MAX, type PlanDecision, type QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Section } from '#app/features/questionnaires/questionnaire.ts'
import { countOf } from '#app/kernel/format.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { controlAnchor, partAddress, stepsPart, useControl } from './draft-controls.tsx'

/** The goals that each question has a step to, by field. */
export type GoalsByField = Readonly<Record<string, readonly Goal[]>>

/** `Pasos a los niveles 3, 4 y 5`. */
export function goalsText(goals: readonly Goal[]): string {
  const [first, ...others] = goals
  if (first === undefined) return 'Sin pasos'
  return others.length === 0
    ? `Paso al nivel ${first}`
    : `Pasos a los niveles ${[first, ...others].slice(0, -1).join(', ')} y ${others.at(-1)}`
}

type PlanSettingsProps = { draft: QuestionnaireDraft; plan: QuestionnairePlan; goals: GoalsByField }

/** What holds for all steps of a questionnaire, and where those of each question are. */
export function PlanSettings({ draft, plan, goals }: PlanSettingsProps) {
  const control = useControl()
  return (
    <>
      <Panel
        title="Plan"
        description="Qué hacer después de los resultados. Los pasos de cada pregunta se publican con la versión."
      >
        <div className="grid gap-5">
          <SelectField
            {...control(PLAN_CONTROLS.audience)}
            label="A quién le hablan los textos"
            options={Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))}
            defaultValue={plan.audience}
          />
          <TextArea
            {...control(PLAN_CONTROLS.note)}
            label="Qué supone el esfuerzo"
            hint="Tamaño de la empresa o del equipo y qué cuenta en los días. Se lee al final del plan."
            rows={3}
            defaultValue={plan.note}
            most={PLAN_MAX.note}
          />
        </div>
      </Panel>
      <Panel
        title="Pasos por pregunta"
        description="Una pregunta sin pasos muestra las recomendaciones de su sección, desde las del nivel 2."
      >
        <div id={controlAnchor(PLAN_CONTROLS.steps)} className="grid scroll-mt-40 gap-6">
          {draft.sections.map(section => (
            <section key={section.id} aria-label={`${section.id}. ${section.title || 'Sin título'}`}>
              <h3 className="text-base">{`${section.id}. ${section.title || 'Sin título'}`}</h3>
              <ul className="mt-1 divide-y divide-line">
                {section.questions.map(question => (
                  <li key={question.field} className="py-2">
                    <StepsLink question={question} goals={goals[question.field] ?? []} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Panel>
    </>
  )
}

type StepsLinkProps = { question: Section['questions'][number]; goals: readonly Goal[] }

const StepsLink = ({ question: { field, number, text }, goals }: StepsLinkProps) => (
  <Link
    to={partAddress(stepsPart(field))}
    className="group grid gap-x-6 gap-y-0.5 rounded-sm py-1 sm:grid-cols-[minmax(0,1fr)_auto]"
  >
    <span className="text-md underline-offset-4 group-hover:text-copper group-hover:underline">
      {`${number}. ${text || 'Sin texto'}`}
    </span>
    <span className="text-sm text-muted tabular-nums">{goalsText(goals)}</span>
  </Link>
)

type DecisionProps = { decision: PlanDecision | undefined }

/** The decision that a section asks for; cleared, it has none. */
export function DecisionFields({ decision }: DecisionProps) {
  const control = useControl()
  return (
    <Panel
      title="Decisión que pedir"
      description="Se lee al final del plan cuando la sección tiene algo que hacer. Vacía, no se muestra."
    >
      <div className="grid gap-5">
        <TextField
          {...control(PLAN_CONTROLS.decision('title'))}
          label="Qué se decide"
          optional
          defaultValue={decision?.title}
          most={PLAN_MAX.decisionTitle}
        />
        <TextArea
          {...control(PLAN_CONTROLS.decision('ask'))}
          label="Qué se pide aprobar"
          hint="Sin punto al final."
          optional
          rows={1}
          defaultValue={decision?.ask}
          most={PLAN_MAX.decision}
        />
        <TextArea
          {...control(PLAN_CONTROLS.decision('when'))}
          label="Cuándo corresponde"
          hint="La condición, en palabras. Sin punto al final."
          optional
          rows={1}
          defaultValue={decision?.when}
          most={PLAN_MAX.decision}
        />
      </div>
    </Panel>
  )
}

/** The link from a question to its steps. */
export const QuestionSteps = ({ field, number, goals }: { field: string; number: number; goals: readonly Goal[] }) => (
  <p className="flex flex-wrap items-center gap-x-4 text-md">
    <Link
      to={partAddress(stepsPart(field))}
      aria-label={`Editar los pasos de la pregunta ${number}`}
      className="inline-flex min-h-9 items-center font-medium text-copper underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      Editar los pasos
    </Link>
    <span className="text-muted tabular-nums">
      {goals.length === 0 ? 'Sin pasos' : countOf(goals.length, 'paso', 'pasos')}
    </span>
  </p>
)
