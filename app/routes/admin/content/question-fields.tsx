import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import {
  type ClosedQuestion,
  DONT_KNOW,
  FIELD_MAX,
  type OpenQuestion,
  TEXT_MAX,
} from '#app/features/questionnaires/questionnaire.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { questionAnchor } from './problem-list.tsx'
import { RemoveStep, Step } from './step-button.tsx'

type Placed = {
  /** Not published yet: its field name can still be changed. */
  isNew: boolean
  /** It can't be removed or moved. */
  fixed: boolean
  isFirst: boolean
  isLast: boolean
}

function Steps({ field, name, isNew, fixed, isFirst, isLast }: Placed & { field: string; name: string }) {
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
            ({ value }) => value.trim() !== '',
          )
        }
      />
    </>
  )
}

const FieldName = ({ field, isNew }: { field: string; isNew: boolean }): ReactNode =>
  isNew ? (
    <TextField
      label="Campo"
      hint="Nombre con que se guardan y exportan sus respuestas. Después de publicar no cambia."
      name={`${field}.field`}
      defaultValue={field}
      maxLength={FIELD_MAX}
      spellCheck={false}
      autoCapitalize="none"
      onBlur={({ currentTarget: { form, value } }) => {
        if (value !== field) form?.requestSubmit(form.querySelector<HTMLElement>('button[value=save-all]'))
      }}
    />
  ) : null

/** A closed question with its five levels; 'don't know' is the same everywhere. */
export function ClosedQuestionFields({ question, isNew, ...placed }: Placed & { question: ClosedQuestion }) {
  const { field, number, options } = question
  return (
    <div id={questionAnchor(field)} className="scroll-mt-40">
      <Panel
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            Pregunta {number}
            {isNew ? (
              <Badge tone="copper">Nueva</Badge>
            ) : (
              <span className="text-sm font-normal text-muted">{field}</span>
            )}
          </span>
        }
        actions={<Steps field={field} name={`la pregunta ${number}`} isNew={isNew} {...placed} />}
      >
        <div className="grid gap-5">
          <TextArea
            label="Pregunta"
            name={`${field}.text`}
            rows={1}
            defaultValue={question.text}
            maxLength={TEXT_MAX}
          />
          <TextArea
            label="Ayuda"
            optional
            name={`${field}.help`}
            rows={1}
            defaultValue={question.help}
            maxLength={TEXT_MAX}
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
                      label={`Opción ${index + 1}`}
                      hideLabel
                      name={`${field}.option.${index + 1}`}
                      rows={1}
                      defaultValue={option}
                      maxLength={TEXT_MAX}
                    />
                  )}
                </li>
              ))}
            </ol>
          </Fieldset>
          <FieldName field={field} isNew={isNew} />
        </div>
      </Panel>
    </div>
  )
}

/** An open question with its placeholder. */
export function OpenQuestionFields({ question, isNew, ...placed }: Placed & { question: OpenQuestion }) {
  const { field } = question
  return (
    <div id={questionAnchor(field)} className="grid scroll-mt-40 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isNew ? <Badge tone="copper">Nueva</Badge> : <span className="text-sm text-muted">{field}</span>}
        <span className="flex gap-1">
          <Steps field={field} name={`la pregunta ${field}`} isNew={isNew} {...placed} />
        </span>
      </div>
      <TextArea
        label="Pregunta abierta"
        name={`${field}.text`}
        rows={1}
        defaultValue={question.text}
        maxLength={TEXT_MAX}
      />
      <TextArea
        label="Ejemplo"
        optional
        name={`${field}.placeholder`}
        rows={1}
        defaultValue={question.placeholder}
        maxLength={TEXT_MAX}
      />
      <FieldName field={field} isNew={isNew} />
    </div>
  )
}
