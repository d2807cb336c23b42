import { type ReadableColumn, SheetReadingForm } from '#app/kit/forms/sheet-reading-form.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import type { ListColumn } from './invitation-list.ts'
import type { ListReading } from './list-reading.ts'
import type { NameOrder } from './person-names.ts'

/** Everybody needs an e-mail address. */
const COLUMNS: readonly ReadableColumn<ListColumn>[] = [
  { column: 'email', label: 'Email' },
  { column: 'firstName', label: 'Nombre', none: 'No usar' },
  { column: 'secondName', label: 'Segundo nombre', none: 'No usar' },
  { column: 'lastName', label: 'Apellido', none: 'No usar' },
  { column: 'secondLastName', label: 'Segundo apellido', none: 'No usar' },
  { column: 'fullName', label: 'Nombre completo', none: 'No usar' },
  { column: 'role', label: 'Rol o cargo', none: 'No usar' },
  { column: 'area', label: 'Área', none: 'No usar' },
]

const ORDERS: readonly { value: NameOrder; label: string }[] = [
  { value: 'first_last', label: 'Nombres y luego apellidos' },
  { value: 'last_first', label: 'Apellidos y luego nombres' },
]

/** How a list's file was read, to read it in another way. Nobody is invited. */
export const ReadingForm = ({ reading }: { reading: ListReading }) => (
  <SheetReadingForm
    reading={reading}
    columns={COLUMNS}
    title="Hoja y columnas"
    source="la lista"
    caption="Primeras filas de la hoja"
    className="mb-8"
  >
    {reading.chosen.fullName !== null && (
      <SelectField
        key={reading.nameOrder}
        label="Orden del nombre completo"
        name="nameOrder"
        defaultValue={reading.nameOrder}
        options={ORDERS}
      />
    )}
  </SheetReadingForm>
)
