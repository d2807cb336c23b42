import type { Category } from './catalogue.ts'
import { changeFilters, type Filters, parseFilters } from './filters.ts'

export const FILTER_PANEL_ID = 'panel-filtros'
/** Controls outside the panel join its form by this id. */
export const FILTER_FORM_ID = 'filtros'

/** What the filters' form holds at the moment; a change of it leads to the first page. */
export function readFilterForm(form: HTMLFormElement, categories: readonly Category[]): Filters {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return changeFilters(parseFilters(new URLSearchParams(entries), categories), { page: 1 })
}
