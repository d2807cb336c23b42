import { formatInteger } from '#app/kernel/format.ts'
import { COUNT_LIMIT } from './define-list.ts'
import type { ListCount } from './list-query.server.ts'

/** `20.014`, or `más de 10.000` beyond the limit up to which rows are counted. */
export const countText = (count: number): string =>
  count > COUNT_LIMIT ? `más de ${formatInteger(COUNT_LIMIT)}` : formatInteger(count)

/** `2.000 de 20.014`, or `20.014 en total` where nothing narrows the list. */
export const countsText = ({ matching, total }: ListCount): string =>
  matching === total ? `${countText(total)} en total` : `${countText(matching)} de ${countText(total)}`
