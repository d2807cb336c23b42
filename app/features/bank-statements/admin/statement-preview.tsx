import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import {
  importStatement,
  previewStatement,
  rereadStatement,
  type StatementPreview,
} from '#app/features/bank-statements/import/import-statement.server.ts'
import {
  COLUMN_LABELS,
  NEEDED,
  STATEMENT_COLUMNS,
  type StatementColumn,
} from '#app/features/bank-statements/import/statement-columns.ts'
import { ROW_PROBLEMS } from '#app/features/bank-statements/import/statement-texts.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import type { SheetReading } from '#app/kit/forms/sheet-reading.ts'
import { type ReadableColumn, ReadingNotes, SheetReadingForm } from '#app/kit/forms/sheet-reading-form.tsx'
import { oneLine } from '#app/kit/lists/list-cells.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/statement-preview'

const isNeeded = (column: StatementColumn): boolean => NEEDED.some(needed => needed === column)

const COLUMNS: readonly ReadableColumn<StatementColumn>[] = STATEMENT_COLUMNS.map(column => ({
  column,
  label: COLUMN_LABELS[column],
  none: isNeeded(column) ? 'Elige una columna' : 'No usar',
}))

/** How a statement was read, to read it in another way. Nothing is imported. */
const ReadingForm = ({ reading }: { reading: SheetReading<StatementColumn> }) => (
  <SheetReadingForm
    reading={reading}
    columns={COLUMNS}
    title="Columnas"
    source="el archivo"
    caption="Primeros movimientos"
  />
)

export const meta: Route.MetaFunction = () => [{ title: 'Revisar cartola · Administración · Alhena' }]

/** Credits and unread rows that are shown; all of them are imported or counted. */
const SHOWN = 100

export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.statementId)
  const actor = { kind: 'admin', userId } as const
  const preview = id.success ? await previewStatement(db, { actor, statementId: id.data, now: now() }) : undefined
  if (!preview) throw data('Not found', 404)
  if (preview.step === 'done') return preview
  const { credits, known, unread, ...shown } = preview
  const fresh = credits.filter(({ row }) => !known.has(row))
  return {
    ...shown,
    counts: { fresh: fresh.length, known: known.size, unread: unread.length },
    fresh: fresh.slice(0, SHOWN),
    unread: unread.slice(0, SHOWN),
  }
}

const requested = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('reread') }),
  z.object({ intent: z.literal('import') }),
])

export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.statementId)
  const form = await readForm(args.request)
  const command = requested.safeParse(form)
  if (!id.success) throw data('Not found', 404)
  if (!command.success) throw data('Bad request', 400)
  const input = { actor: { kind: 'admin', userId } as const, statementId: id.data }
  const { intent } = command.data
  return answerRefusals(async () => {
    const isFound =
      intent === 'reread'
        ? await rereadStatement(db, { ...input, form })
        : (await importStatement(db, { ...input, now: now() })) !== undefined
    if (!isFound) throw data('Not found', 404)
    return null
  })
}

/** How a statement was read and what confirming it brings; then what it brought. */
export default function StatementPreviewPage({ loaderData: preview, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={preview.step === 'done' ? 'Cartola importada' : 'Revisar la cartola'}
        description={`${preview.account} · ${preview.fileName}`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Transferencias', to: '/admin/finance/transfers' },
              { label: 'Subir', to: '/admin/finance/transfers/upload' },
              { label: 'Revisar' },
            ]}
          />
        }
      />
      {actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
      {preview.step === 'done' ? <Imported newLines={preview.newLines} /> : <Review preview={preview} />}
    </>
  )
}

const Imported = ({ newLines }: { newLines: number }) => (
  <Alert
    tone="success"
    title={
      newLines === 0 ? 'No había abonos nuevos' : `Importamos ${countOf(newLines, 'abono nuevo', 'abonos nuevos')}`
    }
    actions={
      <>
        <ButtonLink size="sm" to="/admin/finance/transfers/proposals">
          Revisar propuestas
        </ButtonLink>
        <ButtonLink size="sm" variant="secondary" to="/admin/finance/transfers">
          Ver los abonos
        </ButtonLink>
      </>
    }
  >
    Los que ya estaban no se repiten.
  </Alert>
)

type Shown = Omit<Extract<StatementPreview, { step: 'review' }>, 'credits' | 'known'> & {
  fresh: Extract<StatementPreview, { step: 'review' }>['credits']
  counts: { fresh: number; known: number; unread: number }
}

function Review({ preview }: { preview: Shown }) {
  const { counts, fresh, unread, debits, reading, isReadable } = preview
  const sending = useNavigation().formData?.get('intent') === 'import'
  return (
    <div className="grid gap-8">
      {isReadable ? (
        <StatList>
          <Stat label="Abonos nuevos" value={formatInteger(counts.fresh)} />
          <Stat
            label="Ya estaban"
            value={formatInteger(counts.known)}
            definition="Una cartola anterior de esta cuenta los trajo"
          />
          <Stat label="Cargos, que no cuentan" value={formatInteger(debits)} />
          <Stat label="Filas sin leer" value={formatInteger(counts.unread)} />
        </StatList>
      ) : (
        <Alert tone="warning">
          No reconocimos las columnas. Elige abajo cuáles son la fecha, la descripción y el abono: las recordaremos para
          las próximas cartolas de esta cuenta.
        </Alert>
      )}
      <ReadingNotes notes={reading.notes} />
      {isReadable && counts.fresh + counts.known > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="import" />
          <Button type="submit" pending={sending} pendingLabel="Importando…" className="max-sm:w-full">
            {counts.fresh === 0
              ? 'Terminar: no hay abonos nuevos'
              : `Importar ${countOf(counts.fresh, 'abono', 'abonos')}`}
          </Button>
        </Form>
      )}
      <ReadingForm reading={reading} />
      {unread.length > 0 && (
        <Panel title={`Filas que no pudimos leer (${formatInteger(counts.unread)})`} padding="flush">
          <DataTable
            caption="Filas que no pudimos leer"
            columns={[
              { key: 'row', header: 'Fila', cell: ({ row }) => formatInteger(row) },
              {
                key: 'text',
                header: 'Texto',
                primary: true,
                cell: ({ text }) => <span className="wrap-anywhere">{text}</span>,
              },
              { key: 'problem', header: 'Problema', cell: ({ problem }) => ROW_PROBLEMS[problem] },
            ]}
            rows={unread}
            rowKey={({ row }) => String(row)}
          />
        </Panel>
      )}
      {fresh.length > 0 && (
        <Panel
          title="Abonos nuevos"
          description={counts.fresh > fresh.length ? `Los primeros ${formatInteger(fresh.length)}.` : undefined}
          padding="flush"
        >
          <DataTable
            caption="Abonos nuevos"
            columns={[
              { key: 'row', header: 'Fila', cell: ({ row }) => formatInteger(row) },
              { key: 'day', header: 'Fecha', inline: 'start', cell: ({ bookedOn }) => oneLine(formatDay(bookedOn)) },
              {
                key: 'text',
                header: 'Descripción',
                primary: true,
                cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
              },
              { key: 'rut', header: 'RUT', cell: ({ rut }) => rut && formatRut(rut) },
              { key: 'operation', header: 'N° de operación', cell: ({ operation }) => operation },
              {
                key: 'amount',
                header: 'Monto',
                align: 'end',
                inline: 'end',
                cell: ({ amount }) => formatPesos(amount),
              },
            ]}
            rows={fresh}
            rowKey={({ row }) => String(row)}
          />
        </Panel>
      )}
    </div>
  )
}
