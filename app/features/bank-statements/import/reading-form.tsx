import type { SheetReading } from '#app/kit/forms/sheet-reading.ts'
import { type ReadableColumn, SheetReadingForm } from '#app/kit/forms/sheet-reading-form.tsx'
import { COLUMN_LABELS, NEEDED, STATEMENT_COLUMNS, type StatementColumn } from './statement-columns.ts'

const isNeeded = (column: StatementColumn): boolean => NEEDED.some(needed => needed === column)

const COLUMNS: readonly ReadableColumn<StatementColumn>[] = STATEMENT_COLUMNS.map(column => ({
  column,
  label: COLUMN_LABELS[column],
  none: isNeeded(column) ? 'Elige una columna' : 'No usar',
}))

/** How a statement was read, to read it in another way. Nothing is imported. */
export const ReadingForm = ({ reading }: { reading: SheetReading<StatementColumn> }) => (
  <SheetReadingForm
    reading={reading}
    columns={COLUMNS}
    title="Columnas"
    source="el archivo"
    caption="Primeros movimientos"
  />
)
