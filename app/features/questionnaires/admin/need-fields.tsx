import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PLAN_CONTROLS } from '#app/features/questionnaires/drafts/plan-form.ts'
import {
  LOWEST_GOAL,
  NEEDED_LEVELS,
  type Need,
  PLAN_MAX,
  type PlanStep,
  STEP_LIMITS,
} from '#app/features/questionnaires/plan.ts'
import type { ClosedQuestion } from '#app/features/questionnaires/questionnaire.ts'
import { shorten } from '#app/kernel/text.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'

/** Characters of a question in a choice. */
const SHOWN = 70

const LEVEL_OPTIONS = NEEDED_LEVELS.map(level => ({ value: String(level), label: `Nivel ${level}` }))

/** A row keeps its key, and with it what was typed, where one before it is removed. */
type Row = { key: number; need: Need | undefined }

type NeedFieldsProps = { step: PlanStep; questions: readonly ClosedQuestion[]; className?: string }

/** The levels of other questions that a step needs first. Without scripts the rows stay that there are. */
export function NeedFields({ step, questions, className }: NeedFieldsProps) {
  const control = useControl()
  const [rows, setRows] = useState<readonly Row[]>(() => step.needs.map((need, key) => ({ key, need })))
  const next = useRef(step.needs.length)
  const count = useRef<HTMLInputElement>(null)
  const own = (path: string) => PLAN_CONTROLS.step(step, path)

  function change(changed: readonly Row[]) {
    flushSync(() => setRows(changed))
    // The form saves what is typed, and a row that comes or goes is not.
    count.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Fieldset
      legend="Lo que necesita antes"
      hint="Niveles de otras preguntas que este paso da por hechos. Se muestran si no se han alcanzado."
      className={className}
    >
      <input ref={count} type="hidden" name={own('needs')} value={rows.length} readOnly />
      <ul className="grid gap-4">
        {rows.map(({ key, need }, index) => (
          <li key={key} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
            <SelectField
              {...control(own(`needs.${index}.question`))}
              label="Pregunta"
              placeholder="Elige una pregunta"
              options={questions.map(({ field, number, text }) => ({
                value: field,
                label: `${number}. ${shorten(text, SHOWN)}`,
              }))}
              defaultValue={need?.field ?? ''}
            />
            <SelectField
              {...control(own(`needs.${index}.level`))}
              label="Nivel"
              options={LEVEL_OPTIONS}
              defaultValue={String(need?.level ?? LOWEST_GOAL)}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Quitar lo que necesita antes, ${index + 1}`}
              onClick={() => change(rows.filter(row => row.key !== key))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
            <TextField
              {...control(own(`needs.${index}.why`))}
              className="sm:col-span-2"
              label="Motivo"
              hint="Sin punto al final."
              defaultValue={need?.why}
              most={PLAN_MAX.need}
            />
          </li>
        ))}
      </ul>
      {rows.length < STEP_LIMITS.needs && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          onClick={() => {
            next.current += 1
            change([...rows, { key: next.current, need: undefined }])
          }}
        >
          Agregar una pregunta
        </Button>
      )}
    </Fieldset>
  )
}
