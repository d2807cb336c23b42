import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import type { Goal } from '#app/features/questionnaires/plan.ts'
import {
  type ClosedQuestion,
  DONT_KNOW,
  FIELD_MAX,
  type OpenQuestion,
  TEXT_MAX,
} from '#app/features/questionnaires/questionnaire.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import type { SelectOption } from '#app/kit/ui/inline-select.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField, type SelectFieldProps } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { questionAnchor, RemoveStep, Step, useControl } from './draft-controls.tsx'
import { QuestionSteps } from './plan-fields.tsx'

type Placed = {
  /** Not published yet: its field name can still be changed. */
  isNew: boolean
  /** It can't be removed or moved. */
  fixed: boolean
  isFirst: boolean
  isLast: boolean
  /** The other sections, to which a new question can be moved. */
  targets: readonly SelectOption[]
}

type StepsProps = Omit<Placed, 'targets'> & { field: string; name: string }

function Steps({ field, name, isNew, fixed, isFirst, isLast }: StepsProps) {
  if (fixed) return null
  return (
    <>
      <Step intent={`up:${field}`} label={`Subir ${name}`} Icon={ArrowUp} disabled={isFirst} />
      <Step intent={`down:${field}`} label={`Bajar ${name}`} Icon={ArrowDown} disabled={isLast} />
      <Step intent={`copy:${field}`} label={`Duplicar ${name}`} Icon={Copy} />
      <RemoveStep
        intent={`remove:${field}`}
        label={`Quitar ${name}`}
        consequence={
          isNew
            ? 'Se pierde lo que escribiste en ella.'
            : 'Quienes comiencen con la próxima versión ya no la verán. Lo que se respondió hasta ahora se conserva.'
        }
        asks={button =>
          [...(button.closest(`#${CSS.escape(questionAnchor(field))}`)?.querySelectorAll('textarea') ?? [])].some(
            isFilled,
          )
        }
      />
    </>
  )
}

type NewFieldsProps = Pick<Placed, 'targets'> & { field: string; name: string }

/** What only a question that is not published yet can change: the name of its field, and its section. */
function NewFields({ field, name, targets }: NewFieldsProps) {
  const named = useControl()(`${field}.field`)
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...named}
        label="Campo"
        hint="Nombre con que se guardan y exportan sus respuestas. Después de publicar no cambia."
        defaultValue={field}
        most={FIELD_MAX}
        spellCheck={false}
        autoCapitalize="none"
        onBlur={({ currentTarget: { form, value } }) => {
          named.onBlur()
          if (value !== field) form?.requestSubmit(form.querySelector<HTMLElement>('button[value=save-all]'))
        }}
      />
      {targets.length > 0 && (
        <Selected
          name={`${field}.to`}
          label="Mover a la sección"
          placeholder="Elige una sección"
          options={targets}
          button={
            <Button
              type="submit"
              name="intent"
              value={`move:${field}`}
              variant="secondary"
              aria-label={`Mover ${name}`}
            >
              Mover
            </Button>
          }
        />
      )}
    </div>
  )
}

type SelectedProps = Pick<SelectFieldProps, 'name' | 'label' | 'placeholder' | 'options'> & { button: Blocks }

/** A choice with the button that applies it. */
const Selected = ({ button, ...select }: SelectedProps) => (
  <div className="flex items-end gap-2">
    <SelectField {...select} className="flex-1" />
    {button}
  </div>
)

const isFilled = (area: HTMLTextAreaElement): boolean => area.value.trim() !== ''

type ClosedQuestionProps = Placed & {
  question: ClosedQuestion
  scales: readonly SelectOption[]
  /** The levels that the plan has a step to. */
  goals: readonly Goal[]
}

/** A closed question with its five levels; 'don't know' is the same everywhere. */
export function ClosedQuestionFields({ question, scales, goals, isNew, targets, ...placed }: ClosedQuestionProps) {
  const { field, number, options } = question
  const control = useControl()
  return (
    <div id={questionAnchor(field)} className="scroll-mt-40">
      <Panel
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span title={field}>{`Pregunta ${number}`}</span>
            {isNew && <Badge tone="copper">Nueva</Badge>}
          </span>
        }
        actions={<Steps field={field} name={`la pregunta ${number}`} isNew={isNew} {...placed} />}
      >
        <div className="grid gap-5">
          <TextArea
            {...control(`${field}.text`)}
            label="Pregunta"
            rows={1}
            defaultValue={question.text}
            most={TEXT_MAX}
          />
          <TextArea
            {...control(`${field}.help`)}
            label="Ayuda"
            optional
            rows={1}
            defaultValue={question.help}
            most={TEXT_MAX}
          />
          <Fieldset legend="Opciones, de menor a mayor nivel">
            <ol className="grid gap-2.5">
              {options.map((option, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an option is its position.
                <li key={index} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-2">
                  <span aria-hidden="true" className="pt-2.5 text-md font-medium text-copper tabular-nums">
                    {index + 1}
                  </span>
                  {index + 1 === DONT_KNOW ? (
                    <p className="py-2.5 text-md text-muted italic">{option}</p>
                  ) : (
                    <TextArea
                      {...control(`${field}.option.${index + 1}`)}
                      label={`Opción ${index + 1}`}
                      hideLabel
                      rows={1}
                      defaultValue={option}
                      most={TEXT_MAX}
                    />
                  )}
                </li>
              ))}
            </ol>
          </Fieldset>
          <Selected
            name={`${field}.scale`}
            label="Usar una escala"
            placeholder="Elige una escala"
            options={scales.filter(({ value }) => value !== field)}
            button={
              <ConfirmedSubmit
                value={`scale:${field}`}
                variant="secondary"
                aria-label={`Usar la escala en la pregunta ${number}`}
                question={`¿Reemplazar las opciones de la pregunta ${number}?`}
                consequence="Se pierde lo que dicen ahora."
                confirm="Reemplazar"
                asks={button =>
                  [...(button.closest('[data-panel]')?.querySelectorAll('fieldset textarea') ?? [])].some(
                    area => area instanceof HTMLTextAreaElement && isFilled(area),
                  )
                }
              >
                Usar
              </ConfirmedSubmit>
            }
          />
          {isNew && <NewFields field={field} name={`la pregunta ${number}`} targets={targets} />}
          <QuestionSteps field={field} number={number} goals={goals} />
        </div>
      </Panel>
    </div>
  )
}

/** `number`: its place in the section, from 1. */
type OpenQuestionProps = Placed & { question: OpenQuestion; number: number }

/** An open question with its placeholder. */
export function OpenQuestionFields({ question, number, isNew, targets, ...placed }: OpenQuestionProps) {
  const { field } = question
  const control = useControl()
  const name = `la pregunta abierta ${number}`
  return (
    <div id={questionAnchor(field)} className="grid scroll-mt-40 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-x-3">
          <span title={field} className="text-md font-semibold">
            {`Pregunta abierta ${number}`}
          </span>
          {isNew && <Badge tone="copper">Nueva</Badge>}
        </span>
        <span className="flex gap-1">
          <Steps field={field} name={name} isNew={isNew} {...placed} />
        </span>
      </div>
      <TextArea
        {...control(`${field}.text`)}
        label="Pregunta abierta"
        rows={1}
        defaultValue={question.text}
        most={TEXT_MAX}
      />
      <TextArea
        {...control(`${field}.placeholder`)}
        label="Ejemplo"
        optional
        rows={1}
        defaultValue={question.placeholder}
        most={TEXT_MAX}
      />
      {isNew && <NewFields field={field} name={name} targets={targets} />}
    </div>
  )
}
