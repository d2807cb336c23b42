import type { ColumnType } from 'kysely'

/** A moment that the database fills when a row is inserted without it. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Read as its shape, written as JSON text. */
export type Json<Shape> = ColumnType<Shape, string, string>
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
