import { useEffect, useRef, useState } from 'react'

export type Keyed<Row> = Row & { key: number }

/**
 * The rows of a list that is edited in a form of uncontrolled inputs. Each `li` of `list` has its row's key as `data-row`. Every change
 * tells the form, as typing does. A row that is added, or comes next to one that is removed, gets the focus in its first input.
 * @param initial what is stored; an empty row follows it, for browsers without scripts
 * @param read a row as it is typed, from its `li`
 */
export function useRows<Row extends object>(initial: () => readonly Row[], empty: Row, read: (item: Element) => Row) {
  const [rows, setRows] = useState<Keyed<Row>[]>(() => [...initial(), empty].map((row, key) => ({ ...row, key })))
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<string>(undefined)

  useEffect(() => {
    list.current?.dispatchEvent(new Event('input', { bubbles: true }))
    if (focusNext.current === undefined) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = undefined
  })

  const typed = (): Keyed<Row>[] =>
    rows.map((row, index) => {
      const item = list.current?.children[index]
      return item ? { ...read(item), key: row.key } : row
    })
  const focusInput = (row: Keyed<Row> | undefined) => {
    focusNext.current = row && `[data-row="${row.key}"] input`
  }

  const add = () => {
    const row = { ...empty, key: Math.max(0, ...rows.map(({ key }) => key)) + 1 }
    focusInput(row)
    setRows([...typed(), row])
  }
  const remove = (at: number) => {
    const left = typed().toSpliced(at, 1)
    focusInput(left[Math.min(at, left.length - 1)])
    setRows(left)
  }
  /** The moved row keeps the focus on its button of `data-move` up or down. */
  const move = (at: number, to: number) => {
    const now = typed()
    const [row] = now.slice(at, at + 1)
    if (!row || to < 0 || to >= now.length) return
    focusNext.current = `[data-row="${row.key}"] [data-move="${to < at ? 'up' : 'down'}"]`
    setRows(now.toSpliced(at, 1).toSpliced(to, 0, row))
  }
  return { rows, list, add, remove, move }
}
