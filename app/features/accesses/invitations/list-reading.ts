import { refuse } from '#app/kernel/refusal.ts'
import { type SheetReading, sheetReading } from '#app/kit/forms/sheet-reading.ts'
import type { ListColumn, ListedPerson } from './invitation-list.ts'
import { unreadListText } from './invitation-list-texts.ts'
import { changedReading, type ListSource, storedSource, TITLE_ROWS } from './list-source.ts'
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

/** The reading that a form asks for, from a stored file. @throws Refusal */
export function readAgain(
  source: ListSource,
  form: Record<string, unknown>,
): { source: ListSource; people: ListedPerson[] } {
  const read = changedReading(source, form)
  return read.ok ? read.value : refuse(unreadListText(read.error), { status: 400 })
}
