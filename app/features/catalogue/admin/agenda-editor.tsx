import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { AGENDA_MAX, type AgendaRow, agendaRows, MAX } from '#app/features/catalogue/product-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type Row = AgendaRow & { key: number }

const EMPTY: AgendaRow = { minutes: '', title: '', detail: '' }

/** The blocks of a workshop, each with its minutes. Without scripts there is always one empty row. */
export function AgendaEditor({ value, error }: { value: string; error: string | undefined }) {
  const [rows, setRows] = useState<Row[]>(() => [...agendaRows(value), EMPTY].map((row, key) => ({ ...row, key })))
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<string>(undefined)

  // A moved row keeps the focus on its button; a new one gets it.
  useEffect(() => {
    list.current?.dispatchEvent(new Event('input', { bubbles: true }))
    if (focusNext.current === undefined) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = undefined
  })

  /** The rows as typed: their values are in uncontrolled inputs. */
  const typed = (): Row[] =>
    rows.map((row, index) => {
      const inputs = list.current?.children[index]?.querySelectorAll('input') ?? []
      const [minutes = '', title = '', detail = ''] = [...inputs].map(input => input.value)
      return { key: row.key, minutes, title, detail }
    })
  const nextKey = () => Math.max(0, ...rows.map(row => row.key)) + 1

  const add = () => {
    const key = nextKey()
    focusNext.current = `[data-row="${key}"] input`
    setRows([...typed(), { ...EMPTY, key }])
  }
  const remove = (at: number) => {
    const left = typed().toSpliced(at, 1)
    const next = left[Math.min(at, left.length - 1)]
    focusNext.current = next && `[data-row="${next.key}"] input`
    setRows(left)
  }
  const move = (at: number, to: number) => {
    const now = typed()
    const [row] = now.slice(at, at + 1)
    if (!row || to < 0 || to >= now.length) return
    focusNext.current = `[data-row="${row.key}"] [data-move="${to < at ? 'up' : 'down'}"]`
    setRows(now.toSpliced(at, 1).toSpliced(to, 0, row))
  }

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
