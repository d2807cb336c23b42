import { type RefObject, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { COUNT_LIMIT } from './define-list.ts'
import type { ListCount } from './list-query.server.ts'
import { ALL_MATCHING, ROW } from './selected-rows.ts'

/** `20.014`, or `más de 10.000` beyond the limit up to which rows are counted. */
const countText = (count: number): string =>
  count > COUNT_LIMIT ? `más de ${formatInteger(COUNT_LIMIT)}` : formatInteger(count)

/** `2.000 de 20.014`, or `20.014 en total` where nothing narrows the list. */
const countsText = ({ matching, total }: ListCount): string =>
  matching === total ? `${countText(total)} en total` : `${countText(matching)} de ${countText(total)}`

/** A bulk action on the selected rows. `intent` is what the page's action reads. */
export type BulkAction = {
  intent: string
  label: string
  danger?: boolean | undefined
  /** It can apply to everything that matches, which is a choice of its own. */
  ofAll?: boolean | undefined
  /** It needs no row. */
  alone?: boolean | undefined
}

/** Number of selected rows in the form. The checkboxes themselves are the state: they also work without scripts. */
export function useSelectedCount(form: RefObject<HTMLFormElement | null>, page: unknown): [number, () => void] {
  const [selected, setSelected] = useState(0)
  const count = () => setSelected(boxesOf(form.current).filter(box => box.checked).length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have come, with other boxes.
  useEffect(count, [page])
  return [selected, count]
}

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === ROW,
  )

type SelectionColumnProps<Row> = { form: string; rowName: (row: Row) => string; onSelect: () => void }

/** The column of checkboxes. They belong to the list's form by its id, because rows have forms of their own. */
export const selectionColumn = <Row extends { id: string }>(values: SelectionColumnProps<Row>): Column<Row> => ({
  key: 'selection',
  header: 'Selección',
  hideHeader: true,
  cell: row => (
    <label className="flex min-h-9 items-center pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name={ROW}
        value={row.id}
        form={values.form}
        className="tick"
        onChange={values.onSelect}
        aria-label={`Seleccionar ${values.rowName(row)}`}
      />
    </label>
  ),
})

const selectedText = (count: number): string => countOf(count, 'seleccionada', 'seleccionadas')

type BulkBarProps = {
  form: RefObject<HTMLFormElement | null>
  formId: string
  actions: readonly BulkAction[]
  /** Path of the file that the rows can be exported to. */
  exportTo?: string | undefined
  selected: number
  counts: ListCount
  rows: number
  onSelect: () => void
}

/**
 * Counts the rows and selects them. The actions on selected rows appear in its line, whose height is always there, with the first one.
 */
export function BulkBar({ form, formId, actions, exportTo, selected, counts, rows, onSelect }: BulkBarProps) {
  const isWhole = selected === rows
  const offersAll = selected === 0 || isWhole
  const { formData } = useNavigation()
  const [counted, setCounted] = useState(false)
  const [everything, setEverything] = useState(false)
  useEffect(() => setCounted(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have come, and nobody chose all of them.
  useEffect(() => setEverything(false), [counts])
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3.5 gap-y-1.5 border-b border-line px-5 py-1 max-sm:py-2 sm:pr-6 sm:pl-2 print:hidden">
      <Checkbox
        ref={box => {
          if (box) box.indeterminate = selected > 0 && !isWhole
        }}
        label={<span aria-live="polite">{selected === 0 ? 'Seleccionar la página' : selectedText(selected)}</span>}
        checked={isWhole}
        onChange={() => {
          for (const box of boxesOf(form.current)) box.checked = !isWhole
          onSelect()
        }}
        className="hidden text-sm font-medium tabular-nums scripted:block"
      />
      {actions.some(({ ofAll }) => ofAll) && (
        <Checkbox
          name={ALL_MATCHING}
          form={formId}
          label={`Todo lo que coincide (${countText(counts.matching)})`}
          checked={everything}
          onChange={event => setEverything(event.currentTarget.checked)}
          className={classNames('text-sm', !offersAll && !everything && 'hidden')}
        />
      )}
      <span role="status" className="order-last ml-auto text-sm text-muted tabular-nums empty:hidden max-sm:sr-only">
        {selected === 0 && countsText(counts)}
      </span>
      {actions.map(({ intent, label, danger, ofAll, alone }) => (
        <Button
          key={intent}
          type="submit"
          form={formId}
          name="intent"
          value={intent}
          size="sm"
          variant={danger ? 'danger' : 'secondary'}
          pending={formData?.get('intent') === intent}
          className={alone ? undefined : ofAll ? WAITS_FOR_ANY : WAITS}
          disabled={counted && !alone && selected === 0 && !(ofAll && everything)}
        >
          {label}
        </Button>
      ))}
      {exportTo !== undefined && (
        <Button
          type="submit"
          form={formId}
          formMethod="get"
          formAction={exportTo}
          size="sm"
          variant="secondary"
          className={WAITS}
          disabled={counted && selected === 0}
          onClick={event => {
            // The router would treat the address as a screen; it is a file.
            event.preventDefault()
            const rows = boxesOf(form.current).filter(box => box.checked)
            window.location.assign(`${exportTo}?${new URLSearchParams(rows.map(box => [ROW, box.value]))}`)
          }}
        >
          Exportar selección
        </Button>
      )}
    </div>
  )
}

/** Appears with the first selected row. CSS alone tells it from the checkboxes, also without scripts. */
const WAITS = 'group-not-has-[tbody_.tick:checked]/list:hidden'

/** The same for an action that everything that matches can be selected for. */
const WAITS_FOR_ANY = 'group-not-has-[.tick:checked]/list:hidden'
