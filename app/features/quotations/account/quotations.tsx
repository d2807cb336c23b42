import { Link } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { LIST_SIZE, ownQuotations, type QuotationSummary } from '#app/features/quotations/quotations.server.ts'
import {
  QUOTATION_STATES,
  type QuotationState,
  quotationPath,
  quotationState,
} from '#app/features/quotations/quotations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Pager } from '#app/kit/ui/pager.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { Route } from './+types/quotations'

export const meta: Route.MetaFunction = () => [{ title: 'Cotizaciones · Alhena' }]

const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1)

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const page = pageNumber.parse(args.url.searchParams.get('pagina') ?? '1')
  const { quotations, count } = await readAs(db, { kind: 'user', userId: user.id }, tx =>
    ownQuotations(tx, user.id, page),
  )
  const at = now()
  return {
    page,
    days: saleSettings().quotationDays,
    pages: Math.max(1, Math.ceil(count / LIST_SIZE)),
    rows: quotations.map(quotation => ({ ...quotation, state: quotationState(quotation, at) })),
  }
}

type Row = QuotationSummary & { state: QuotationState }

const columns: Column<Row>[] = [
  {
    key: 'number',
    header: 'Número',
    primary: true,
    cell: row => (
      <Link
        to={quotationPath(row.id)}
        className="inline-flex min-h-11 items-center whitespace-nowrap text-copper underline underline-offset-4"
      >
        {row.number}
      </Link>
    ),
  },
  {
    key: 'issued',
    header: 'Emitida',
    cell: row => <span className="whitespace-nowrap tabular-nums">{formatDate(row.issuedAt)}</span>,
  },
  {
    key: 'until',
    header: 'Válida hasta',
    cell: row => <span className="whitespace-nowrap tabular-nums">{formatDate(row.validUntil)}</span>,
  },
  {
    key: 'company',
    header: 'Para',
    cell: row => (
      <>
        <span className="block [overflow-wrap:anywhere]">{row.company ?? 'Uso personal'}</span>
        <span className="block text-sm text-muted">{countOf(row.lines, 'producto', 'productos')}</span>
      </>
    ),
  },
  { key: 'state', header: 'Estado', cell: row => <StatusBadge of={QUOTATION_STATES} status={row.state} /> },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: row => <span className="font-medium tabular-nums">{formatPesos(row.total_clp)}</span>,
  },
]

export default function Quotations({ loaderData: { rows, page, pages, days } }: Route.ComponentProps) {
  return (
    <AccountPage>
      <PageHeading
        title="Cotizaciones"
        description={`Los precios de una cotización nueva valen ${countOf(days, 'día', 'días')} desde que se emite.`}
      />
      <Panel padding="flush">
        <DataTable
          caption="Cotizaciones, la más reciente primero"
          columns={columns}
          rows={rows}
          rowKey={row => row.id}
          empty={
            <EmptyState
              as="h2"
              title={page > 1 ? 'No hay más cotizaciones' : 'Todavía no tienes cotizaciones'}
              action={<ButtonLink to="/">Explorar Assessments</ButtonLink>}
            >
              Arma tu carrito y elige «Descargar cotización».
            </EmptyState>
          }
        />
      </Panel>
      <Pager page={page} pages={pages} addressOf={other => `?pagina=${other}`} />
    </AccountPage>
  )
}
