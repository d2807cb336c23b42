import type { Category } from './catalogue.ts'
import { changeFilters, type Filters, parseFilters } from './filters.ts'

export const FILTER_PANEL_ID = 'panel-filtros'
/** Controls outside the panel join its form by this id. */
export const FILTER_FORM_ID = 'filtros'

/** Two ways to say a price: whoever uses one means that one. */
const REPLACED: Record<string, readonly string[]> = { price: ['min', 'max'], min: ['price'], max: ['price'] }

/**
 * What the filters' form holds at the moment; a change of it leads to the first page.
 * @param edited name of the field that was just changed.
 */
export function readFilterForm(form: HTMLFormElement, categories: readonly Category[], edited = ''): Filters {
  const replaced = REPLACED[edited] ?? []
  const entries = [...new FormData(form)]
    .filter(([name]) => !replaced.includes(name))
    .map(([name, value]) => [name, String(value)])
  return changeFilters(parseFilters(new URLSearchParams(entries), categories), { page: 1 })
}

/** Whether a field is written in: it counts when it is left or sent, not at each key. */
export const isWritten = (field: HTMLInputElement): boolean => ['text', 'search'].includes(field.type)
