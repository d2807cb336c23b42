import { type RefObject, useEffect } from 'react'
import { ROW_OPENER } from '#app/kit/ui/data-table.tsx'

/**
 * Keys of a list: j and k move to the next and previous row, Enter opens it (it has the focus), x ticks it, / goes to
 * the search. Letters are left alone while somebody types or a menu or dialog is open. A person can turn them off (WCAG
 * 2.1.4).
 */
export function useListKeys(screen: RefObject<HTMLElement | null>, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const list = screen.current
      if (!list || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const done = keys.get(event.key)?.(list)
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, enabled])
}

const keys: ReadonlyMap<string, (list: HTMLElement) => boolean> = new Map([
  ['j', (list: HTMLElement) => move(list, 1)],
  ['k', (list: HTMLElement) => move(list, -1)],
  ['x', tick],
  ['/', search],
])

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.matches(TYPED)) || document.querySelector('dialog:modal, :popover-open') !== null

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('tbody tr')]

function move(list: HTMLElement, step: 1 | -1): boolean {
  const rows = rowsOf(list)
  const current = rows.findIndex(row => row.contains(document.activeElement))
  const next = current === -1 ? rows.at(step === 1 ? 0 : -1) : rows[current + step]
  const control = next?.querySelector<HTMLElement>(ROW_OPENER) ?? next?.querySelector<HTMLElement>('a, input, button')
  control?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return control !== undefined && control !== null
}

function tick(list: HTMLElement): boolean {
  const row = rowsOf(list).find(candidate => candidate.contains(document.activeElement))
  const box = row?.querySelector<HTMLInputElement>('input.tick')
  box?.click()
  return box !== undefined && box !== null
}

function search(list: HTMLElement): boolean {
  const field = list.querySelector<HTMLInputElement>('input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
