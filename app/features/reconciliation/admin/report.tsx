import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type Movement, payoutOf } from '#app/features/reconciliation/reports/movement.ts'
import { GATEWAY_NAMES, MOVEMENT_NAMES, SOURCE_NAMES } from '#app/features/reconciliation/reports/report-texts.ts'
import { countLines, type ReportLine, unmatchedLines } from '#app/features/reconciliation/reports/reports.server.ts'
import { confirmStoredReport, reviewReport } from '#app/features/reconciliation/reports/store-report.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/report'

export const meta: Route.MetaFunction = () => [{ title: 'Reporte del banco · Administración · Alhena' }]

/** Movements that a page lists. */
const SHOWN = 50

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.reportId)
  const actor = { kind: 'admin', userId: user.id } as const
  const found = id.success ? await reviewReport(db, { actor, id: id.data }) : undefined
  if (!found) throw data('Not found', 404)
  const { report, movements, fresh } = found
  const stored =
    report.confirmed_at === null
      ? undefined
      : await readAs(db, actorOf(user), tx =>
          allKeyed({
            counts: countLines(tx, report.id),
            unmatched: unmatchedLines(tx, report.id, SHOWN),
          }),
        )
  return { report, fresh, sums: sumsOf(movements), movements: movements.slice(0, SHOWN), stored }
}

/** Pesos of a report by direction, and of its deposits. */
function sumsOf(movements: readonly Movement[]) {
  const of = (kind: Movement['kind']) =>
    pesos(movements.filter(movement => movement.kind === kind).reduce((sum, { amount }) => sum + amount, 0))
  return {
    sales: of('sale'),
    refunds: of('refund'),
    payouts: pesos(movements.reduce((sum, movement) => sum + payoutOf(movement), 0)),
  }
}

export const action = adminForm(
  { schema: z.object({ intent: z.literal('confirm') }), intents: ['confirm'], fields: [], param: 'reportId' },
  async (_, { services: { db }, actor, id, now }) => {
    const { lines } = await confirmStoredReport(db, { actor, id, now })
    return {
      done:
        lines === 0
          ? 'El reporte no traía nada nuevo: todo estaba guardado.'
          : `Guardamos ${countOf(lines, 'movimiento nuevo', 'movimientos nuevos')} y comparamos sus días.`,
    }
  },
)

/** A report: before it is stored what would be, and afterwards what became of it. */
export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report, fresh, sums, movements, stored } = loaderData
  const confirming = useNavigation().formData?.get('intent') === 'confirm'
  const known = report.line_count - fresh
  return (
    <>
      <PageHeading
        title={stored ? SOURCE_NAMES[report.source] : 'Revisar el reporte'}
        description={`${report.file_name}. ${SOURCE_NAMES[report.source]} de ${GATEWAY_NAMES[report.gateway]}, del ${formatDay(report.from_day)} al ${formatDay(report.until_day)}.`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Conciliación', to: '/admin/finance/reconciliation' },
              { label: 'Subir', to: '/admin/finance/reconciliation/upload' },
              { label: 'Reporte' },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      {stored ? (
        <>
          <StatList className="mb-8">
            <Stat label="Movimientos nuevos" value={formatInteger(report.new_count ?? 0)} />
            <Stat label="Con su pago" value={formatInteger(stored.counts.matched)} />
            <Stat label="Sin pago en la tienda" value={formatInteger(stored.counts.unmatched)} />
            <Stat label="Cobros y retenciones" value={formatInteger(stored.counts.other)} />
          </StatList>
          <p className="mb-8 text-md text-muted">
            {`Guardado el ${report.confirmed_at ? formatDateTime(report.confirmed_at) : ''}; lo subió ${report.uploaded_by}.`}
          </p>
          <div className="mb-8">
            <ButtonLink to={`/admin/finance/reconciliation?mes=${report.until_day.slice(0, 7)}`}>
              Ver los días
            </ButtonLink>
          </div>
          {stored.unmatched.length > 0 && (
            <Panel title="Sin pago en la tienda" padding="flush">
              <DataTable
                caption="Movimientos sin pago en la tienda"
                columns={UNMATCHED}
                rows={stored.unmatched}
                rowKey={({ id }) => id}
              />
            </Panel>
          )}
        </>
      ) : (
        <>
          <StatList className="mb-8">
            <Stat
              label="Movimientos"
              value={formatInteger(report.line_count)}
              note={
                report.ignored_count > 0 &&
                `${countOf(report.ignored_count, 'fila', 'filas')} sin movimiento o no aprobadas`
              }
            />
            <Stat
              label="Nuevos"
              value={formatInteger(fresh)}
              note={known > 0 && countOf(known, 'ya estaba', 'ya estaban')}
            />
            <Stat label="Ventas" value={formatPesos(sums.sales)} note={`Anulaciones ${formatPesos(sums.refunds)}`} />
            {report.source === 'settlement' && <Stat label="Abonos" value={formatPesos(sums.payouts)} />}
          </StatList>
          {fresh === 0 && (
            <Alert className="mb-6">
              Todo lo que trae este archivo ya está guardado. Confirmarlo solo marca su período.
            </Alert>
          )}
          <div className="mb-10 flex flex-wrap gap-3">
            <Form method="post" className="max-sm:w-full">
              <input type="hidden" name="intent" value="confirm" />
              <Button type="submit" pending={confirming} pendingLabel="Guardando…" className="max-sm:w-full">
                Guardar y conciliar
              </Button>
            </Form>
            <ButtonLink variant="secondary" to="/admin/finance/reconciliation/upload" className="max-sm:w-full">
              Subir otro archivo
            </ButtonLink>
          </div>
          <Panel
            title="Como lo leímos"
            description={
              movements.length < report.line_count ? `Los primeros ${formatInteger(SHOWN)} movimientos.` : undefined
            }
            padding="flush"
          >
            <DataTable
              caption="Movimientos del reporte"
              columns={report.source === 'sales' ? READ : [...READ, ...SETTLED]}
              rows={movements.map((movement, at) => ({ ...movement, at }))}
              rowKey={({ at }) => String(at)}
            />
          </Panel>
        </>
      )}
    </>
  )
}

/** A card shows no header beside it. */
const rowNumber = (row: number) => (
  <>
    <span className="hidden card:inline">Fila </span>
    <span>{formatInteger(row)}</span>
  </>
)

const READ: readonly Column<Movement & { at: number }>[] = [
  { key: 'row', header: 'Fila', primary: true, cell: ({ row }) => rowNumber(row) },
  { key: 'kind', header: 'Tipo', inline: 'start', cell: ({ kind }) => MOVEMENT_NAMES[kind] },
  { key: 'day', header: 'Día', cell: ({ day }) => formatDay(day) },
  { key: 'reference', header: 'Referencia', inline: 'line', cell: ({ reference }) => reference },
  { key: 'code', header: 'Autorización', cell: ({ authorizationCode }) => authorizationCode },
  { key: 'amount', header: 'Monto', align: 'end', cell: ({ amount }) => formatPesos(amount) },
]
const SETTLED: readonly Column<Movement & { at: number }>[] = [
  { key: 'fee', header: 'Comisión', align: 'end', cell: ({ fee }) => formatPesos(fee) },
  { key: 'vat', header: 'IVA', align: 'end', cell: ({ feeVat }) => formatPesos(feeVat) },
  { key: 'payout', header: 'Abono', cell: ({ payoutDay }) => payoutDay && formatDay(payoutDay) },
]

const UNMATCHED: readonly Column<ReportLine>[] = [
  { key: 'row', header: 'Fila', primary: true, cell: ({ row_number }) => rowNumber(row_number) },
  { key: 'kind', header: 'Tipo', inline: 'start', cell: ({ kind }) => MOVEMENT_NAMES[kind] },
  { key: 'day', header: 'Día', cell: ({ day }) => formatDay(day) },
  { key: 'reference', header: 'Referencia', inline: 'line', cell: ({ reference }) => reference },
  { key: 'code', header: 'Autorización', cell: ({ authorization_code }) => authorization_code },
  { key: 'amount', header: 'Monto', align: 'end', cell: ({ amount_clp }) => formatPesos(amount_clp) },
]
