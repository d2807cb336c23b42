import { Link, redirect } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { MAX_REPORT_BYTES, REPORT_TOO_LARGE, SOURCE_NAMES } from '#app/features/reconciliation/reports/report-texts.ts'
import { readUploadedReport } from '#app/features/reconciliation/reports/report-upload.server.ts'
import { recentReports, type StoredReport } from '#app/features/reconciliation/reports/reports.server.ts'
import { storeReport } from '#app/features/reconciliation/reports/store-report.server.ts'
import { formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { cutText } from '#app/kernel/text.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { UploadForm } from '#app/kit/forms/upload-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/upload'

export const meta: Route.MetaFunction = () => [{ title: 'Subir un reporte · Administración · Alhena' }]

/** Reports that are listed. */
const RECENT = 20

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, settings } = servicesOf(args.context)
  const gateway = reconciledGateway(settings)
  return { reports: await readAs(db, actorOf(user), tx => recentReports(tx, gateway, RECENT)) }
}

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const { db, now, settings, uploads } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const typed = { from: textOf(form.get('from')), until: textOf(form.get('until')) }
  const store = async () => {
    const uploaded = await readUploadedReport(uploads, form, id)
    const actor = { kind: 'admin', userId: id } as const
    const reportId = await storeReport(db, { actor, gateway: reconciledGateway(settings), uploaded, now: now() })
    return redirect(`/admin/finance/reconciliation/reports/${reportId}`)
  }
  return answerRefusals(store, { typed })
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? cutText(value, 10) : '')

/** The first step of a report: nothing is stored until it is reviewed. */
export default function ReportUpload({ loaderData: { reports }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Subir un reporte"
        description="El reporte de ventas o la liquidación de abonos, tal como los entrega el portal. Nada se guarda hasta que lo confirmes."
        before={
          <Breadcrumbs items={[{ label: 'Conciliación', to: '/admin/finance/reconciliation' }, { label: 'Subir' }]} />
        }
      />
      {actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-8">
          <Panel title="Archivo">
            <UploadForm
              file={{
                label: 'Reporte',
                hint: 'CSV o XLSX, hasta 20.000 movimientos y 4 MB.',
                accept: '.csv,.txt,.dat,.tsv,.xlsx,text/csv,text/plain',
                maxBytes: MAX_REPORT_BYTES,
                tooLarge: REPORT_TOO_LARGE,
                required: true,
              }}
              after={
                <fieldset className="grid gap-4">
                  <legend className="mb-2 text-md font-medium">Período que pediste en el portal (opcional)</legend>
                  <p className="text-sm text-muted">
                    Sin él, el reporte cubre desde su primer movimiento hasta el último: un día sin ventas al comienzo o
                    al final quedaría sin revisar.
                  </p>
                  <div className="grid gap-4 sm:grid-cols-2">
                    <TextField label="Desde" name="from" type="date" defaultValue={actionData?.typed.from} />
                    <TextField label="Hasta" name="until" type="date" defaultValue={actionData?.typed.until} />
                  </div>
                </fieldset>
              }
              submit="Revisar el reporte"
              pendingLabel="Leyendo…"
            />
          </Panel>
          {reports.length > 0 && (
            <Panel title="Reportes guardados" padding="flush">
              <DataTable caption="Reportes guardados" columns={COLUMNS} rows={reports} rowKey={({ id }) => id} />
            </Panel>
          )}
        </div>
        <Layouts />
      </div>
    </>
  )
}

const COLUMNS: readonly Column<StoredReport>[] = [
  {
    key: 'file',
    header: 'Archivo',
    primary: true,
    cell: report => (
      <Link
        className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
        to={`/admin/finance/reconciliation/reports/${report.id}`}
      >
        {report.file_name}
      </Link>
    ),
  },
  { key: 'source', header: 'Tipo', inline: 'line', cell: report => SOURCE_NAMES[report.source] },
  {
    key: 'days',
    header: 'Período',
    cell: report => `${formatDay(report.from_day)} a ${formatDay(report.until_day)}`,
  },
  { key: 'lines', header: 'Nuevos', align: 'end', cell: report => formatInteger(report.new_count ?? 0) },
  {
    key: 'at',
    header: 'Guardado',
    cell: report => report.confirmed_at && formatDateTime(report.confirmed_at),
  },
]

/** What is read, and what of it is not verified. */
const Layouts = () => (
  <Panel title="Qué se lee">
    <div className="grid gap-4 text-md text-muted">
      <p>
        <strong className="font-semibold text-ink">Reporte de ventas</strong> (portal, «Webpay», «Reporte
        transaccional»): orden de compra, código de autorización, fecha y monto.
      </p>
      <p>
        <strong className="font-semibold text-ink">Liquidación de abonos</strong> (portal, «Transacciones», «Liquidación
        de abonos», «Extracción masiva», uno de débito y otro de crédito): fecha de venta, código de autorización,
        monto, comisión y fecha de abono.
      </p>
      <p>
        Las columnas pueden venir en cualquier orden, con filas de nombres y totales encima. Transbank no publica el
        formato de estos archivos: los títulos del reporte de ventas no están verificados con un archivo real, y los de
        la liquidación se tomaron de programas públicos que los leen. Si al tuyo le falta una columna, te diremos cuál.
      </p>
    </div>
  </Panel>
)
