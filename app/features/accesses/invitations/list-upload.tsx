import { useNavigation } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { type ReadableColumn, SheetReadingForm } from '#app/kit/forms/sheet-reading-form.tsx'
import { UploadForm } from '#app/kit/forms/upload-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { type ListColumn, MAX_FILE_BYTES } from './invitation-list.ts'
import { TOO_LARGE } from './invitation-list-texts.ts'
import type { ListReading } from './list-reading.ts'
import type { NameOrder } from './person-names.ts'
import { setupPath } from './setup.ts'

/** Everybody needs an e-mail address. */
const COLUMNS: readonly ReadableColumn<ListColumn>[] = [
  { column: 'email', label: 'Email' },
  { column: 'firstName', label: 'Nombre', none: 'No usar' },
  { column: 'secondName', label: 'Segundo nombre', none: 'No usar' },
  { column: 'lastName', label: 'Apellido', none: 'No usar' },
  { column: 'secondLastName', label: 'Segundo apellido', none: 'No usar' },
  { column: 'fullName', label: 'Nombre completo', none: 'No usar' },
  { column: 'role', label: 'Cargo', none: 'No usar' },
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
    {reading.selected.fullName !== null && (
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

type ListUploadProps = { people: string; placeholder: string; hint: string }

/** People to invite, pasted or as a file. Uploading sends no mail: the list is reviewed first. */
export const ListUpload = ({ people, placeholder, hint }: ListUploadProps) => (
  <UploadForm
    before={
      <TextArea
        key={people}
        label="Pega la lista"
        name="people"
        rows={8}
        spellCheck={false}
        defaultValue={people}
        placeholder={placeholder}
        hint={hint}
      />
    }
    file={{
      label: 'O elige un archivo',
      hint: 'CSV o XLSX, hasta 1.000 personas y 2 MB.',
      maxBytes: MAX_FILE_BYTES,
      tooLarge: TOO_LARGE,
    }}
    submit="Revisar lista"
    pendingLabel="Revisando…"
  />
)

type PastedListProps = { itemId: string; placeholder: string; hint: string }

/** The list of a new company purchase on another page, for a list that is pasted: the purchase is set up next. */
export const PastedList = ({ itemId, placeholder, hint }: PastedListProps) => {
  const path = setupPath(itemId)
  const { formAction } = useNavigation()
  return (
    <Form method="post" action={path} encType="multipart/form-data" className="grid gap-4">
      <input type="hidden" name="intent" value="review" />
      <TextArea label="Pega la lista" name="people" rows={4} spellCheck={false} placeholder={placeholder} hint={hint} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
        <Button type="submit" pending={formAction === path} pendingLabel="Revisando…" className="max-sm:w-full">
          Revisar lista
        </Button>
        <ButtonLink to={path} variant="link" size="sm">
          Subir un archivo
        </ButtonLink>
      </div>
    </Form>
  )
}

/** People as they can be pasted. */
export const LIST_EXAMPLE = 'Nombre;Apellido;Email;Cargo;Área\nCamila;Pérez;camila@tuempresa.cl;Gerente;Operaciones'

/** The list template with notes on its columns. */
export const ListTemplate = ({ text }: { text: string }) => (
  <Panel title="Plantilla">
    <p className="text-md text-muted">{text}</p>
    <TemplateLinks className="mt-4" />
  </Panel>
)

/** The list template, of each kind. */
export const TemplateLinks = ({ className }: { className?: string }) => (
  <ul className={classNames('flex flex-wrap gap-x-6 gap-y-1', className)}>
    {(['xlsx', 'csv'] as const).map(format => (
      <li key={format}>
        <a
          href={`/account/invitation-template/${format}`}
          download
          className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
        >
          {`Descargar ${format.toUpperCase()}`}
        </a>
      </li>
    ))}
  </ul>
)
