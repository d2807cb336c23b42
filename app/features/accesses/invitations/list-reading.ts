import { type SheetReading, sheetReading } from '#app/kit/forms/sheet-reading.ts'
import type { ListColumn } from './invitation-list.ts'
import { storedSource, TITLE_ROWS } from './list-source.ts'
import { OWN_TITLES } from './mail-addresses.ts'
import type { NameOrder } from './person-names.ts'

/** How a list was read; `nameOrder` counts where it has a column of full names. */
export type ListReading = SheetReading<ListColumn> & { nameOrder: NameOrder }

/** What the page of a dry run shows of a stored source; undefined for one without columns to choose, such as pasted addresses. */
export function shownReading(stored: unknown): ListReading | undefined {
  const source = storedSource.safeParse(stored)
  if (!source.success) return undefined
  const { sheets, reading } = source.data
  if (sheets[reading.sheet] === undefined || reading.titles === OWN_TITLES) return undefined
  return { ...sheetReading(source.data, TITLE_ROWS), nameOrder: reading.nameOrder }
}
