import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { Deliverable } from '#app/features/catalogue/deliverables.ts'
import { readOutcomes } from '#app/features/catalogue/outcome-lines.ts'
import { MAX, OUTCOME_MAX } from '#app/features/catalogue/product-form.ts'
import { useRows } from '#app/kit/forms/use-rows.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type Row = { text: string; keptBy: string }

const EMPTY: Row = { text: '', keptBy: '' }

/** Keys as people read them. */
export const keptByText = (keys: readonly string[], delivered: readonly Deliverable[]): string =>
  keys.map(key => delivered.find(each => each.key === key)?.label ?? key).join(', ')

type OutcomeEditorProps = {
  value: string
  error: string | undefined
  /** What the product may deliver. */
  delivered: readonly Deliverable[]
}

/** The promises of a product, each with what keeps it. Without scripts there is always one empty row. */
export function OutcomeEditor({ value, error, delivered }: OutcomeEditorProps) {
  const { rows, list, add, remove } = useRows<Row>(
    () => readOutcomes(value).map(({ text, keptBy }) => ({ text, keptBy: keptBy.join(' ') })),
    EMPTY,
    item => ({
      text: item.querySelector('input')?.value ?? '',
      keptBy: item.querySelector('select')?.value ?? '',
    }),
  )
  /** What the row has now stays a choice, also several together and what is no longer delivered. */
  const choicesOf = ({ keptBy }: Row) => [
    ...delivered.map(({ key, label }) => ({ value: key as string, label })),
    ...(keptBy === '' || delivered.some(({ key }) => key === keptBy)
      ? []
      : [{ value: keptBy, label: keptByText(keptBy.split(' '), delivered) }]),
  ]

  return (
    <Fieldset
      legend="Qué obtienes"
      hint="Cada resultado es una promesa: di qué la cumple. Las filas vacías no se guardan."
      error={error}
    >
      <ol ref={list} data-wrong={error === undefined ? undefined : true} className="grid gap-4">
        {rows.map((row, index) => (
          <li
            key={row.key}
            data-row={row.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 border-t border-line pt-4"
          >
            <div className="col-span-2">
              <TextField label="Resultado" name="outcome_text" most={OUTCOME_MAX} defaultValue={row.text} />
            </div>
            <SelectField
              label="Lo cumple"
              name="outcome_kept_by"
              placeholder="Elige qué lo cumple"
              options={choicesOf(row)}
              defaultValue={row.keptBy}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Quitar resultado ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Trash aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {rows.length < MAX.outcomes && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={add}>
          <Plus aria-hidden="true" />
          Agregar resultado
        </Button>
      )}
    </Fieldset>
  )
}
