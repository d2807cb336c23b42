import { Link } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type Month, offeredMonths, readMonth } from '#app/features/orders/sales-book.ts'
import { findDays, type ReconciledDay } from '#app/features/reconciliation/days/days.server.ts'
import { DAY_STATES } from '#app/features/reconciliation/differences/differences.ts'
import { findClosing } from '#app/features/reconciliation/months/close-month.server.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime, formatDay, shiftDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos, sumPesos } from '#app/kernel/money.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/overview'

/** With simulated payments the simulated bank has the reports: to try what a shop with real ones does. */
const SimulatedFiles = ({ month }: { month: Pick<Month, 'value' | 'name'> }) => (
  <Alert
    className="mb-6"
    title="Los pagos son simulados"
    actions={(['sales', 'settlement'] as const).map(source => (
      <ButtonLink
        key={source}
        size="sm"
        variant="secondary"
        reloadDocument
        to={`/admin/finance/reconciliation/simulated/${source}?mes=${month.value}`}
      >
        {source === 'sales' ? 'Ventas del banco simulado' : 'Abonos del banco simulado'}
      </ButtonLink>
    ))}
  >
    {`Descarga los archivos del banco simulado de ${month.name} y súbelos aquí, como harías con los del portal de Transbank.`}
  </Alert>
)

export const meta: Route.MetaFunction = () => [{ title: 'Conciliación · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const at = now()
  const month = readMonth(args.url.searchParams.get('mes'), at)
  const gateway = reconciledGateway(settings)
  const found = await readAs(db, actorOf(user), tx =>
    allKeyed({
      days: findDays(tx, { gateway, from: month.first, until: shiftDay(month.next, -1) }),
      closing: findClosing(tx, month),
      inUse: partsInUse(tx),
    }),
  )
  return {
    month,
    months: offeredMonths(at).map(({ value, name }) => ({ value, label: name })),
    gateway,
    days: found.days,
    closedAt: found.closing?.closed_at,
    inUse: found.inUse,
  }
}

/** The days of a month: what the shop has, what the bank's reports have, and what differs. */
export default function ReconciliationOverview({ loaderData }: Route.ComponentProps) {
  const { month, months, gateway, days, closedAt, inUse } = loaderData
  const open = days.reduce((sum, { open_count }) => sum + open_count, 0)
  const payments = sumPesos(days.map(({ payments_clp }) => payments_clp))
  const refunds = sumPesos(days.map(({ refunds_clp }) => refunds_clp))
  const reported = sumPesos(days.map(({ reported_clp }) => reported_clp))
  const settled = sumPesos(days.map(({ settled_clp }) => settled_clp))
  const period = new URLSearchParams({ periodo: 'fechas', desde: month.first, hasta: shiftDay(month.next, -1) })
  return (
    <>
      <PageHeading
        title="Órdenes"
        compact
        tabs={<OrderTabs inUse={inUse} />}
        className="pb-6"
        description="Compara los pagos con tarjeta de la tienda con los reportes de Transbank, día por día."
        actions={
          <>
            <ButtonLink variant="secondary" to={`/admin/finance/reconciliation/month/${month.value}`}>
              {closedAt ? 'Ver el cierre' : 'Cierre del mes'}
            </ButtonLink>
            <ButtonLink to="/admin/finance/reconciliation/upload">Subir un reporte</ButtonLink>
          </>
        }
      />
      {gateway === 'simulator' && <SimulatedFiles month={month} />}
      {closedAt && (
        <Alert tone="success" className="mb-6">
          {`${capitalised(month.name)} se cerró el ${formatDateTime(closedAt)}.`}
        </Alert>
      )}
      <Form method="get" className="mb-6 flex flex-wrap items-end gap-2.5">
        <SelectField
          key={month.value}
          label="Mes"
          name="mes"
          className="min-w-52"
          options={months}
          defaultValue={month.value}
        />
        <Button type="submit" variant="secondary">
          Ver
        </Button>
      </Form>
      <StatList className="mb-8">
        <Stat
          label="Pagos de la tienda"
          value={formatPesos(payments)}
          note={`${countOf(sum(days, 'payment_count'), 'pago', 'pagos')}; reembolsos ${formatPesos(refunds)}`}
        />
        <Stat
          label="Ventas del reporte"
          value={formatPesos(reported)}
          note={countOf(sum(days, 'reported_count'), 'venta', 'ventas')}
        />
        <Stat
          label="Liquidado"
          value={formatPesos(settled)}
          note={`Por liquidar ${formatPesos(pesos(payments - refunds - settled > 0 ? payments - refunds - settled : 0))}`}
        />
        <Stat
          label="Por revisar"
          value={formatInteger(open)}
          note={
            <Link
              className="text-copper underline underline-offset-4"
              to={`/admin/finance/reconciliation/differences?${period}`}
            >
              Ver las diferencias
            </Link>
          }
        />
      </StatList>
      <Panel title={`Días de ${month.name}`} padding="flush">
        <DataTable
          caption={`Días de ${month.name}`}
          columns={COLUMNS}
          rows={days}
          rowKey={({ day }) => day}
          empty={
            <EmptyState
              title={`Sin pagos con tarjeta en ${month.name}`}
              action={<ButtonLink to="/admin/finance/reconciliation/upload">Subir un reporte</ButtonLink>}
            />
          }
        />
      </Panel>
    </>
  )
}

const sum = (days: readonly ReconciledDay[], key: 'payment_count' | 'reported_count'): number =>
  days.reduce((total, day) => total + day[key], 0)

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Nothing is a dash, and left out on phones. */
const amountText = (amount: Pesos): string | null => (amount === 0 ? null : formatPesos(amount))
const counted = (amount: Pesos, count: number): string | null =>
  count === 0 ? null : `${formatPesos(amount)} (${formatInteger(count)})`

const COLUMNS: readonly Column<ReconciledDay>[] = [
  {
    key: 'day',
    header: 'Día',
    primary: true,
    cell: ({ day }) => (
      <Link
        to={`/admin/finance/reconciliation/days/${day}`}
        className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {formatDay(day)}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ state }) => <StatusBadge of={DAY_STATES} status={state} />,
  },
  {
    key: 'payments',
    header: 'Pagos de la tienda',
    align: 'end',
    cell: day => counted(day.payments_clp, day.payment_count),
  },
  {
    key: 'reported',
    header: 'Ventas del reporte',
    align: 'end',
    cell: day => counted(day.reported_clp, day.reported_count),
  },
  { key: 'refunds', header: 'Reembolsos', align: 'end', cell: day => amountText(day.refunds_clp) },
  { key: 'reported_refunds', header: 'Anulaciones', align: 'end', cell: day => amountText(day.reported_refunds_clp) },
  { key: 'settled', header: 'Liquidado', align: 'end', cell: day => amountText(day.settled_clp) },
  {
    key: 'open',
    header: 'Por revisar',
    align: 'end',
    cell: day => (day.open_count > 0 ? formatInteger(day.open_count) : null),
  },
]
