import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { AGENDA_MAX, type AgendaRow, agendaRows, MAX } from '#app/features/catalogue/product-form.ts'
import { useRows } from '#app/kit/forms/use-rows.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

const EMPTY: AgendaRow = { minutes: '', title: '', detail: '' }

/** The blocks of a workshop, each with its minutes. Without scripts there is always one empty row. */
export function AgendaEditor({ value, error }: { value: string; error: string | undefined }) {
  const { rows, list, add, remove, move } = useRows<AgendaRow>(
    () => agendaRows(value),
    EMPTY,
    item => {
      const [minutes = '', title = '', detail = ''] = [...item.querySelectorAll('input')].map(input => input.value)
      return { minutes, title, detail }
    },
  )

  return (
    <Fieldset legend="Bloques" hint="El orden es el del taller. Las filas vacías no se guardan." error={error}>
      <ol ref={list} data-wrong={error === undefined ? undefined : true} className="grid gap-4">
        {rows.map((row, index) => (
          <li
            key={row.key}
            data-row={row.key}
            className="grid gap-3 border-t border-line pt-4 sm:grid-cols-[6rem_minmax(0,1fr)_auto] sm:items-end"
          >
            <TextField
              label="Minutos"
              name="agenda_minutes"
              inputMode="numeric"
              most={AGENDA_MAX.minutes}
              defaultValue={row.minutes}
            />
            <TextField label="Título" name="agenda_title" most={AGENDA_MAX.title} defaultValue={row.title} />
            <div className="flex">
              <Button
                variant="ghost"
                size="icon"
                data-move="up"
                aria-label={`Subir bloque ${index + 1}`}
                aria-disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                data-move="down"
                aria-label={`Bajar bloque ${index + 1}`}
                aria-disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Quitar bloque ${index + 1}`}
                onClick={() => remove(index)}
              >
                <Trash aria-hidden="true" />
              </Button>
            </div>
            <TextField
              label="Detalle"
              name="agenda_detail"
              most={AGENDA_MAX.detail}
              defaultValue={row.detail}
              className="sm:col-span-3"
            />
          </li>
        ))}
      </ol>
      {rows.length < MAX.agenda && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={add}>
          <Plus aria-hidden="true" />
          Agregar bloque
        </Button>
      )}
    </Fieldset>
  )
}
