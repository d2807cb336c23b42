import { useNavigation } from 'react-router'
import { cutText } from '#app/kernel/text.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { Form } from './own-form.tsx'
import type { SheetReading } from './sheet-reading.ts'

/** What a column can be read as. `none` is the option for no column; without it, one is always selected. */
export type ReadableColumn<Column extends string> = { column: Column; label: string; none?: string }

type SheetReadingFormProps<Column extends string> = {
  reading: SheetReading<Column>
  columns: readonly ReadableColumn<Column>[]
  title: string
  /** What was read where it has no named sheets: 'el archivo', 'la lista'. */
  source: string
  /** The name of the table with the first rows. */
  caption: string
  /** Further choices, beside the columns. */
  children?: Blocks
  className?: string
}

/** How a file was read, to read it in another way: posts the intent 'reread'. Nothing is uploaded again, and nothing is done with its rows. */
export function SheetReadingForm<Column extends string>(props: SheetReadingFormProps<Column>) {
  const { reading, columns: readable, title, source, caption, children, className = '' } = props
  const { sheets, sheet, titles, titleRows, columns, selected } = reading
  const pending = useNavigation().formData?.get('intent') === 'reread'
  const name = sheets[sheet] ?? ''
  const where = titles === null ? 'sin títulos' : `con los títulos en la fila ${titles}`
  return (
    <Panel
      title={title}
      description={`Leímos ${name === '' ? source : `la hoja «${name}»`}, ${where}. Qué hay en cada columna lo supusimos: si no es así, corrígelo aquí. Los números de fila son los de la planilla.`}
      className={className}
    >
      <Form method="post" key={JSON.stringify([sheet, titles, selected])} className="grid gap-5">
        <input type="hidden" name="intent" value="reread" />
        <input type="hidden" name="shownSheet" value={sheet} />
        <input type="hidden" name="shownTitles" value={titles ?? ''} />
        {sheets.length === 1 && <input type="hidden" name="sheet" value={sheet} />}
        <div className="grid gap-5 sm:grid-cols-2">
          {sheets.length > 1 && (
            <SelectField
              label="Hoja"
              name="sheet"
              defaultValue={String(sheet)}
              options={sheets.map((label, at) => ({ value: String(at), label: label || `Hoja ${at + 1}` }))}
            />
          )}
          <SelectField
            label="Fila de títulos"
            name="titles"
            defaultValue={String(titles ?? '')}
            options={[
              { value: '', label: 'Sin títulos' },
              ...titleRows.map(({ number, text }) => ({ value: String(number), label: `Fila ${number}: ${text}` })),
            ]}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {readable.map(({ column, label, none }) => (
            <SelectField
              key={column}
              label={label}
              name={column}
              defaultValue={String(selected[column] ?? '')}
              options={[
                ...(none === undefined ? [] : [{ value: '', label: none }]),
                ...columns.map(({ at, letter, title: text }) => ({
                  value: String(at),
                  label: `${letter}: ${cutText(text, 40)}`,
                })),
              ]}
            />
          ))}
          {children}
        </div>
        <div>
          <Button type="submit" variant="secondary" pending={pending} pendingLabel="Leyendo…" className="max-sm:w-full">
            Leer así
          </Button>
        </div>
      </Form>
      <FirstRows reading={reading} readable={readable} caption={caption} />
    </Panel>
  )
}

/** What was guessed or is not read of a file: to be seen before its rows are used. */
export const ReadingNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <Alert tone="warning" title="Lo que supusimos o no leímos del archivo" className="mb-6">
      <ul className="grid gap-1">
        {notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  )

type FirstRowsProps<Column extends string> = {
  reading: SheetReading<Column>
  readable: readonly ReadableColumn<Column>[]
  caption: string
}

/** The sheet's first rows, with what each column is read as. */
function FirstRows<Column extends string>({ reading, readable, caption }: FirstRowsProps<Column>) {
  const { columns, selected, rows } = reading
  const usedAs = (at: number) => readable.filter(({ column }) => selected[column] === at).map(({ label }) => label)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it.
    <section aria-label={caption} tabIndex={0} className="mt-6 overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-left align-top text-muted">
            <th scope="col" className="py-2 pr-4 font-medium">
              Fila
            </th>
            {columns.map(({ at, letter }) => (
              <th key={at} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                <span>{letter}</span>
                <span className="block text-ink">{usedAs(at).join(', ') || 'No se usa'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number} className="border-b border-line last:border-0">
              <td className="py-2 pr-4 text-muted tabular-nums">{number}</td>
              {columns.map(({ at }) => (
                <td key={at} className="max-w-56 truncate py-2 pr-4">
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
