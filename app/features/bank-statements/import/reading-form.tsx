import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { COLUMN_LABELS, NEEDED, STATEMENT_COLUMNS, type StatementColumn } from './statement-columns.ts'
import type { ReadingShown } from './statement-reading.ts'

const isNeeded = (column: StatementColumn): boolean => NEEDED.some(needed => needed === column)

/** How a statement was read, to read it in another way. Nothing is uploaded again and nothing is imported. */
export function ReadingForm({ reading }: { reading: ReadingShown }) {
  const { sheets, sheet, titles, titleRows, columns, chosen } = reading
  const pending = useNavigation().formData?.get('intent') === 'reread'
  const name = sheets[sheet] ?? ''
  const where = titles === null ? 'sin títulos' : `con los títulos en la fila ${titles}`
  return (
    <Panel
      title="Columnas"
      description={`Leímos ${name === '' ? 'el archivo' : `la hoja «${name}»`}, ${where}. Los números de fila son los de la planilla.`}
    >
      <Form method="post" key={JSON.stringify([sheet, titles, chosen])} className="grid gap-5">
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
          {STATEMENT_COLUMNS.map(column => (
            <SelectField
              key={column}
              label={COLUMN_LABELS[column]}
              name={column}
              defaultValue={String(chosen[column] ?? '')}
              options={[
                { value: '', label: isNeeded(column) ? 'Elige una columna' : 'No usar' },
                ...columns.map(({ at, letter, title }) => ({
                  value: String(at),
                  label: `${letter}: ${title.slice(0, 40)}`,
                })),
              ]}
            />
          ))}
        </div>
        <div>
          <Button type="submit" variant="secondary" pending={pending} pendingLabel="Leyendo…" className="max-sm:w-full">
            Leer así
          </Button>
        </div>
      </Form>
      <FirstRows reading={reading} />
    </Panel>
  )
}

/** The first rows, with what each column is read as. */
function FirstRows({ reading: { columns, chosen, rows } }: { reading: ReadingShown }) {
  const usedAs = (at: number) =>
    STATEMENT_COLUMNS.filter(column => chosen[column] === at)
      .map(column => COLUMN_LABELS[column])
      .join(', ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it.
    <section aria-label="Primeros movimientos" tabIndex={0} className="mt-6 overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Primeros movimientos</caption>
        <thead>
          <tr className="border-b border-line text-left align-top text-muted">
            <th scope="col" className="py-2 pr-4 font-medium">
              Fila
            </th>
            {columns.map(({ at, letter }) => (
              <th key={at} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                {letter}
                <span className="block text-ink">{usedAs(at) || 'No se usa'}</span>
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
