import { type RawBuilder, sql } from 'kysely'
import { BETWEEN_CELLS, ROW_END } from '#app/platform/sheets/delimited.ts'

/** Rows as one text (`joinPacked`), how many they are, and the id of the last one. */
export type PackedRows = { packed: string | null; count: number; last: string | null }

/**
 * The columns of `PackedRows`, for a query without others: the database writes a million dates in a fraction of the time, and puts all
 * rows of a page together, so that they cost no objects here.
 * @param columns none may be null
 */
export const packedRows = (
  columns: readonly RawBuilder<unknown>[],
  { id, orderBy }: { id: string; orderBy: RawBuilder<unknown> },
): RawBuilder<PackedRows> => sql`
  string_agg(concat_ws(${sql.lit(BETWEEN_CELLS)}, ${sql.join(columns)}) || ${sql.lit(ROW_END)}, '' order by ${orderBy}) as packed,
  count(*) as count, (array_agg(${sql.ref(id)} order by ${orderBy}))[count(*)::integer] as last`

/** Typed text without the characters that separate cells and rows. */
export const writtenCell = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(coalesce(${text}, ''), ${sql.lit(BETWEEN_CELLS + ROW_END)}, '')`

/** When something was, in Santiago; empty when it was not. @param format as `to_char` has it */
export const timeCell = (column: string, format = 'DD-MM-YYYY HH24:MI'): RawBuilder<string> =>
  sql`coalesce(to_char(${sql.ref(column)} at time zone 'America/Santiago', ${sql.lit(format)}), '')`

/** A value by its label, or as it is where it has none. */
export const labelCell = (
  column: string,
  labels: Readonly<Record<string, string | { label: string }>>,
): RawBuilder<string> => {
  const cases = Object.entries(labels).map(([value, text]) => {
    const label = typeof text === 'string' ? text : text.label
    return sql`when ${sql.lit(value)} then ${sql.lit(label)}`
  })
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${writtenCell(sql.ref(column))} end`
}
