import { data } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { differencesOfDay, findDays, type ListedDifference } from '#app/features/reconciliation/days/days.server.ts'
import { DAY_STATES, DIFFERENCE_STATUSES, DIFFERENCES } from '#app/features/reconciliation/differences/differences.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { formatDay, formatLongDate, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { CellLink } from '#app/kit/lists/list-cells.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/day'

export const meta: Route.MetaFunction = () => [{ title: 'Día de conciliación · Administración · Alhena' }]

/** Differences that the page lists; the others are in their list. */
const SHOWN = 100

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, settings } = servicesOf(args.context)
  const day = parseDay(args.params.day)
  if (!day) throw data('Not found', 404)
  const gateway = reconciledGateway(settings)
  const [[figures], differences] = await readAs(db, actorOf(user), tx =>
    Promise.all([findDays(tx, { gateway, from: day, until: day }), differencesOfDay(tx, { gateway, day }, SHOWN)]),
  )
  return { day, name: formatLongDate(startOfDay(day)), figures, differences }
}

/** One day: both sides' figures, and what differs. */
export default function ReconciledDayPage({ loaderData: { day, name, figures, differences } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={name}
        description={
          figures ? <StatusBadge of={DAY_STATES} status={figures.state} /> : 'Sin pagos con tarjeta ni reportes.'
        }
        actions={
          figures?.state === 'waiting' && (
            <ButtonLink to="/admin/finance/reconciliation/upload">Subir un reporte</ButtonLink>
          )
        }
        before={
          <Breadcrumbs
            items={[
              { label: 'Conciliación', to: `/admin/finance/reconciliation?mes=${day.slice(0, 7)}` },
              { label: formatDay(day) },
            ]}
          />
        }
      />
      {figures && (
        <StatList className="mb-8">
          <Stat
            label="Pagos de la tienda"
            value={formatPesos(figures.payments_clp)}
            note={countOf(figures.payment_count, 'pago', 'pagos')}
          />
          <Stat
            label="Ventas del reporte"
            value={formatPesos(figures.reported_clp)}
            note={countOf(figures.reported_count, 'venta', 'ventas')}
          />
          <Stat
            label="Reembolsos"
            value={formatPesos(figures.refunds_clp)}
            note={`Anulaciones del reporte ${formatPesos(figures.reported_refunds_clp)}`}
          />
          <Stat label="Liquidado" value={formatPesos(figures.settled_clp)} note="De los pagos de este día" />
        </StatList>
      )}
      <Panel title="Diferencias" padding="flush">
        <DataTable
          caption={`Diferencias del ${name}`}
          columns={COLUMNS}
          rows={differences}
          rowKey={({ id }) => id}
          empty={<EmptyState as="p" title="Sin diferencias" className="py-8" />}
        />
      </Panel>
    </>
  )
}

const COLUMNS: readonly Column<ListedDifference>[] = [
  {
    key: 'kind',
    header: 'Diferencia',
    primary: true,
    cell: row => (
      <CellLink to={`/admin/finance/reconciliation/differences/${row.id}`} underlined>
        {DIFFERENCES[row.kind].label}
      </CellLink>
    ),
  },
  { key: 'reference', header: 'Referencia', inline: 'line', cell: row => row.reference ?? row.authorization_code },
  {
    key: 'order',
    header: 'Orden',
    inline: 'line',
    cell: row => row.order_id && <CellLink to={`/admin/orders/${row.order_id}`}>{row.order_number}</CellLink>,
  },
  { key: 'our', header: 'Tienda', align: 'end', cell: row => row.our_clp !== null && formatPesos(row.our_clp) },
  { key: 'their', header: 'Banco', align: 'end', cell: row => row.their_clp !== null && formatPesos(row.their_clp) },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: row => <StatusBadge of={DIFFERENCE_STATUSES} status={row.status} />,
  },
]
