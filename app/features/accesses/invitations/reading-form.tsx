import type { SheetReading } from '#app/forms/sheet-reading.ts'
import { type ReadableColumn, SheetReadingForm } from '#app/forms/sheet-reading-form.tsx'
import type { ListColumn } from './invitation-list.ts'

/** Everybody needs an e-mail address. */
const COLUMNS: readonly ReadableColumn<ListColumn>[] = [
  { column: 'email', label: 'Email' },
  { column: 'firstName', label: 'Nombre', none: 'No usar' },
  { column: 'lastName', label: 'Apellido', none: 'No usar' },
  { column: 'fullName', label: 'Nombre completo', none: 'No usar' },
  { column: 'role', label: 'Rol o cargo', none: 'No usar' },
  { column: 'area', label: 'Área', none: 'No usar' },
]

/** How a list's file was read, to read it in another way. Nobody is invited. */
export const ReadingForm = ({ reading }: { reading: SheetReading<ListColumn> }) => (
  <SheetReadingForm
    reading={reading}
    columns={COLUMNS}
    title="Hoja y columnas"
    source="la lista"
    caption="Primeras filas de la hoja"
    className="mb-8"
  />
)
