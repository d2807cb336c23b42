import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type Month, readMonth } from '#app/features/orders/sales-book.ts'
import { closeMonth } from '#app/features/reconciliation/months/close-month.server.ts'
import { findMonth, type MonthOverview } from '#app/features/reconciliation/months/find-month.server.ts'
import {
  changesSince,
  type LedgerTotals,
  type MonthTotals,
  openWorkText,
  type Payout,
  TOTALS,
  unequalToLedger,
} from '#app/features/reconciliation/months/month-totals.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { dayOf, formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { lines } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/month'

type TotalsTableProps = { totals: MonthTotals; ledger: LedgerTotals; closed: MonthTotals | undefined }
type TotalRow = (typeof TOTALS)[number]

/** The totals of a month, as they were closed and as they are, beside those of the ledger. */
function TotalsTable({ totals, ledger, closed }: TotalsTableProps) {
  const unequal = unequalToLedger(totals, ledger)
  const text = ({ isCount }: TotalRow, value: number) => (isCount ? formatInteger(value) : formatPesos(pesos(value)))
  const columns: Column<TotalRow>[] = [
    { key: 'label', header: 'Total', primary: true, cell: row => row.label },
    ...(closed
      ? [
          {
            key: 'closed',
            header: 'Al cierre',
            align: 'end',
            cell: (row: TotalRow) => text(row, closed[row.key]),
          } as const,
        ]
      : []),
    { key: 'today', header: 'Hoy', align: 'end', cell: row => text(row, totals[row.key]) },
    ...(closed
      ? [
          {
            key: 'change',
            header: 'Cambio',
            align: 'end',
            cell: (row: TotalRow) =>
              totals[row.key] === closed[row.key] ? null : text(row, totals[row.key] - closed[row.key]),
          } as const,
        ]
      : []),
    {
      key: 'ledger',
      header: 'Libro mayor',
      align: 'end',
      cell: row => {
        const posted = ledger[row.key]
        if (posted === undefined) return null
        return unequal.includes(row.key) ? (
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            <Badge tone="poor">No cuadra</Badge>
            <span>{formatPesos(pesos(posted))}</span>
          </span>
        ) : (
          formatPesos(pesos(posted))
        )
      },
    },
  ]
  return <DataTable caption="Totales del mes" columns={columns} rows={TOTALS} rowKey={({ key }) => key} />
}

/** The deposits of a month by day. */
const PayoutTable = ({ payouts }: { payouts: readonly Payout[] }) => (
  <DataTable
    caption="Abonos por día"
    columns={PAYOUTS}
    rows={payouts}
    rowKey={({ day }) => day}
    empty={
      <EmptyState as="p" title="Sin abonos en este mes" className="py-8">
        Aparecen al subir la liquidación de abonos.
      </EmptyState>
    }
  />
)

const PAYOUTS: readonly Column<Payout>[] = [
  { key: 'day', header: 'Día', primary: true, cell: row => formatDay(row.day) },
  { key: 'sales', header: 'Ventas', align: 'end', cell: row => formatPesos(row.sales) },
  { key: 'refunds', header: 'Anulaciones', align: 'end', cell: row => formatPesos(row.refunds) },
  { key: 'fees', header: 'Comisión', align: 'end', cell: row => formatPesos(row.fees) },
  { key: 'vat', header: 'IVA', align: 'end', cell: row => formatPesos(row.fees_vat) },
  { key: 'payout', header: 'Abono', align: 'end', cell: row => formatPesos(row.payout) },
]

/** The form that closes a month. */
const closeFields = {
  reason: lines({
    label: 'Motivo',
    max: 500,
    rows: 3,
    hint: 'Por qué se cierra con días o diferencias abiertas. Queda en el cierre y en la auditoría.',
  }),
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cierre de ${loaderData?.month.name ?? 'un mes'} · Administración · Alhena` },
]

/** The month of an address. @throws 404 for anything else. */
function monthOf(text: string, now: Date): Month {
  const month = readMonth(text, now)
  if (month.value !== text) throw data('Not found', 404)
  return month
}

export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const month = monthOf(args.params.month, now())
  const gateway = reconciledGateway(settings)
  const found = await findMonth(db, { actor: { kind: 'admin', userId: id }, month, gateway })
  return { ...found, month, gateway, isOver: month.next <= dayOf(now()) }
}

const closing = z.object({ intent: z.literal('close'), month: z.string(), ...shapeOf(closeFields) })

export const action = adminForm(
  { schema: closing, intents: ['close'], fields: ['reason'] },
  async ({ month: text, reason }, { services: { db, settings }, actor, now }) => {
    const month = readMonth(text, now)
    if (month.value !== text) refuse('Ese mes no existe.', { status: 400 })
    const gateway = reconciledGateway(settings)
    await closeMonth(db, { actor, month, gateway, reason, now })
    return { done: 'Mes cerrado.' }
  },
)

/** The closing of a month: its totals beside the ledger's, what is open, and the accountant's files. */
export default function MonthClosing({ loaderData, actionData }: Route.ComponentProps) {
  const { month, gateway, totals, ledger, closing: closed, open, payouts, isOver } = loaderData
  const unequal = unequalToLedger(totals, ledger)
  const path = `/admin/finance/reconciliation/month/${month.value}`
  return (
    <>
      <PageHeading
        title={`Cierre de ${month.name}`}
        description={
          closed
            ? `Lo cerró ${closed.closed_by} el ${formatDateTime(closed.closed_at)}.`
            : 'Revisa los totales y cierra el mes: quedan guardados como están.'
        }
        actions={
          <>
            <DownloadLink variant="secondary" to={`${path}/csv`} pendingLabel="Preparando CSV…">
              CSV
            </DownloadLink>
            <DownloadLink variant="secondary" to={`${path}/xlsx`} pendingLabel="Preparando Excel…">
              Excel para el contador
            </DownloadLink>
          </>
        }
        before={
          <Breadcrumbs
            items={[
              { label: 'Conciliación', to: `/admin/finance/reconciliation?mes=${month.value}` },
              { label: 'Cierre' },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      {unequal.length > 0 && (
        <Alert tone="error" className="mb-6" title="Los totales no cuadran con el libro mayor">
          Revisa el libro antes de cerrar: hay montos que se cambiaron fuera de la tienda.
        </Alert>
      )}
      {closed && <Changes closed={closed} totals={totals} />}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          <Panel
            title="Totales"
            description={
              gateway === 'simulator'
                ? 'Los pagos son simulados: sus abonos no son dinero y no están en el libro mayor.'
                : 'Ventas y reembolsos en el día de su pago; comisiones y abonos en el día del depósito.'
            }
            padding="flush"
          >
            <TotalsTable totals={totals} ledger={ledger} closed={closed?.totals} />
          </Panel>
          <Panel title="Abonos por día" padding="flush">
            <PayoutTable payouts={payouts} />
          </Panel>
        </div>
        {closed ? (
          <Accepted closed={closed} />
        ) : (
          <ClosePanel month={month} open={open} isOver={isOver} answer={actionData} />
        )}
      </div>
    </>
  )
}

/** What changed since the closing, so that no total changes silently. */
function Changes({
  closed,
  totals,
}: {
  closed: NonNullable<MonthOverview['closing']>
  totals: MonthOverview['totals']
}) {
  const changes = changesSince(closed.totals, totals)
  if (changes.length === 0) return null
  return (
    <Alert tone="warning" className="mb-6" title="Hubo cambios después del cierre">
      {`Los totales del cierre se conservan; la tabla muestra ambos: ${changes.map(({ label }) => label.toLowerCase()).join('; ')}.`}
    </Alert>
  )
}

const Accepted = ({ closed }: { closed: NonNullable<MonthOverview['closing']> }) => (
  <Panel title="Cerrado">
    {closed.reason === null ? (
      <p className="text-md text-muted">Todos sus días estaban conciliados.</p>
    ) : (
      <>
        <p className="text-md text-muted">
          {`Se aceptó con ${openWorkText({ days: closed.open_days, differences: closed.open_differences })}:`}
        </p>
        <p className="mt-2 text-md whitespace-pre-line">{closed.reason}</p>
      </>
    )}
  </Panel>
)

type ClosePanelProps = {
  month: Month
  open: MonthOverview['open']
  isOver: boolean
  answer: Parameters<typeof useForm<typeof closeFields>>[1]
}

function ClosePanel({ month, open, isOver, answer }: ClosePanelProps) {
  const sending = useNavigation().formData?.get('intent') === 'close'
  const { ref, field } = useForm(closeFields, answer)
  const hasOpen = open.days + open.differences > 0
  return (
    <Panel title="Cerrar el mes">
      {!isOver ? (
        <p className="text-md text-muted">
          El mes todavía no termina. Podrás cerrarlo desde el primer día del siguiente.
        </p>
      ) : (
        <Form ref={ref} method="post" noValidate className="grid gap-5">
          <input type="hidden" name="intent" value="close" />
          <input type="hidden" name="month" value={month.value} />
          <p className="text-md">
            {hasOpen ? `Quedan ${openWorkText(open)}.` : 'Todos los días con pagos o reportes están conciliados.'}
          </p>
          {hasOpen && (
            <>
              <ButtonLink variant="link" size="sm" to={`/admin/finance/reconciliation?mes=${month.value}`}>
                Ver los días
              </ButtonLink>
              <TextArea {...field('reason')} />
            </>
          )}
          <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Cerrando…">
            {hasOpen ? 'Cerrar de todos modos' : 'Cerrar el mes'}
          </Button>
        </Form>
      )}
    </Panel>
  )
}
