import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { PlanDecision } from '#app/features/questionnaires/plan.ts'
import { IMPORTANCES, type Section, TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { Button } from '#app/kit/ui/button.tsx'
import type { SelectOption } from '#app/kit/ui/inline-select.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { RemoveStep, SECTION_ANCHOR, Step, useControl } from './draft-controls.tsx'
import { AddSection } from './draft-navigation.tsx'
import { DecisionFields, type GoalsByField } from './plan-fields.tsx'
import { ClosedQuestionFields, OpenQuestionFields } from './question-fields.tsx'

type SectionFieldsProps = {
  section: Section
  /** The titles of all sections. */
  titles: readonly string[]
  scales: readonly SelectOption[]
  /** Questions can't be added, removed or moved. */
  fixedForm: boolean
  /** It is published and keeps its position. */
  fixedPosition: boolean
  publishedFields: readonly string[]
  /** What the plan has for the section. */
  decision: PlanDecision | undefined
  goals: GoalsByField
}

const TARGETS = [1, 2, 3, 4, 5].map(level => ({ value: String(level), label: `Nivel ${level}` }))

const WEIGHTS = IMPORTANCES.map((label, index) => ({ value: String(index + 1), label }))

/** One section of a draft: title, questions, and recommendations per level. */
export function SectionFields(props: SectionFieldsProps) {
  const { section, titles, scales, fixedForm, fixedPosition, publishedFields, decision, goals } = props
  const control = useControl()
  const sections = titles.length
  const targets = titles.flatMap((title, index) =>
    index + 1 === section.id ? [] : [{ value: String(index + 1), label: `${index + 1}. ${title || 'Sin título'}` }],
  )
  const isNew = (field: string) => !publishedFields.includes(field)
  return (
    <>
      <Panel
        title={`Sección ${section.id}`}
        actions={
          fixedPosition ? undefined : (
            <>
              <Step intent="section-up" label="Subir la sección" Icon={ArrowUp} disabled={section.id === 1} />
              <Step
                intent="section-down"
                label="Bajar la sección"
                Icon={ArrowDown}
                disabled={section.id === sections}
              />
              <RemoveStep
                intent="remove-section"
                label="Quitar la sección"
                consequence="Se pierden sus preguntas y recomendaciones de este borrador."
              />
            </>
          )
        }
        description={
          fixedPosition && !fixedForm
            ? 'Está publicada: sigue en su lugar, porque los resultados se comparan por sección.'
            : undefined
        }
      >
        <div id={SECTION_ANCHOR} className="grid scroll-mt-40 gap-5 sm:grid-cols-6">
          <TextField
            {...control('title')}
            className="sm:col-span-5"
            label="Título"
            defaultValue={section.title}
            most={TEXT_MAX}
          />
          <TextField {...control('emoji')} label="Emoji" defaultValue={section.emoji} most={16} />
          <TextArea
            {...control('description')}
            className="sm:col-span-6"
            label="Descripción"
            rows={2}
            defaultValue={section.description}
            most={TEXT_MAX}
          />
          <SelectField
            {...control('targetLevel')}
            className="sm:col-span-3"
            label="Nivel meta"
            options={TARGETS}
            defaultValue={String(section.targetLevel)}
          />
          <SelectField
            {...control('weight')}
            className="sm:col-span-3"
            label="Importancia"
            options={WEIGHTS}
            defaultValue={String(section.weight)}
          />
        </div>
      </Panel>
      {section.questions.map((question, index) => (
        <ClosedQuestionFields
          key={question.field}
          question={question}
          isNew={isNew(question.field)}
          scales={scales}
          targets={targets}
          goals={goals[question.field] ?? []}
          fixed={fixedForm}
          isFirst={index === 0}
          isLast={index === section.questions.length - 1}
        />
      ))}
      {!fixedForm && (
        <div>
          <Button type="submit" name="intent" value="add-question" variant="secondary" size="sm">
            Agregar pregunta
          </Button>
        </div>
      )}
      {(section.openQuestions.length > 0 || !fixedForm) && (
        <Panel title="Preguntas abiertas" description="Son opcionales para quien responde.">
          <div className="grid gap-6">
            {section.openQuestions.map((question, index) => (
              <OpenQuestionFields
                key={question.field}
                question={question}
                number={index + 1}
                isNew={isNew(question.field)}
                targets={targets}
                fixed={fixedForm}
                isFirst={index === 0}
                isLast={index === section.openQuestions.length - 1}
              />
            ))}
            {!fixedForm && (
              <div>
                <Button type="submit" name="intent" value="add-open" variant="secondary" size="sm">
                  Agregar pregunta abierta
                </Button>
              </div>
            )}
          </div>
        </Panel>
      )}
      <Panel title="Recomendaciones" description="Qué hacer según el nivel alcanzado: una por línea.">
        <div className="grid gap-5">
          {Object.entries(section.recommendations).map(([level, lines]) => (
            <TextArea
              key={level}
              {...control(`recommendations.${level}`)}
              label={`Con nivel ${level}`}
              rows={3}
              defaultValue={lines.join('\n')}
            />
          ))}
        </div>
      </Panel>
      <DecisionFields decision={decision} />
      {!fixedForm && (
        <div>
          <AddSection />
        </div>
      )}
    </>
  )
}
