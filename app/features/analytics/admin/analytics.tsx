import { useLocation } from 'react-router'
import { againstText, bandText, daysText, STEP_TEXTS, shareText } from '#app/features/analytics/analytics-texts.ts'
import { netOf } from '#app/features/analytics/figures.ts'
import type { Analytics, Totals } from '#app/features/analytics/find-analytics.server.ts'
import { type BandUse, type CodeUse, type Division, divisionOf, STEPS } from '#app/features/analytics/funnel.ts'
import { countOf, formatInteger, formatPesos, partOf } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { BarChart } from '#app/kit/ui/bar-chart.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { FunnelChart } from '#app/kit/ui/funnel-chart.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Route } from './+types/analytics'
import { FunnelTable, type FunnelTableRow } from './funnel-table.tsx'
import { readAnalytics } from './read-figures.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Analítica · Administración · Alhena' }]

/** The page has a period. */
export const handle = { period: true }

/** Rows and codes that the screen shows; the files have all of them. */
const MAX_ROWS = 100
const MAX_CODES = 20

export async function loader(args: Route.LoaderArgs) {
  const division = divisionOf(args.url.searchParams.get('por'))
  const { analytics, period } = await readAnalytics(args, { divisions: [division] })
  const { now, before, bars, codes, bands } = analytics
  const rows = funnelTableRows(analytics, division)
  return {
    period,
    division,
    now,
    before,
    bands,
    visits: bars.map(bar => ({ label: daysText(bar), value: bar.visits, paid: bar.steps.paid })),
    rows: rows.slice(0, MAX_ROWS),
    left: Math.max(0, rows.length - MAX_ROWS),
    codes: codes.slice(0, MAX_CODES),
    codesLeft: Math.max(0, codes.length - MAX_CODES),
  }
}

function funnelTableRows({ bars, divided }: Analytics, division: Division): FunnelTableRow[] {
  if (division !== 'dia') {
    return (divided[division] ?? []).map(({ sold, ...row }) => ({ ...row, count: sold?.count, pesos: sold?.gross }))
  }
  // The newest day first, as lists have it.
  return bars
    .map(bar => ({ ...bar, key: bar.from, name: daysText(bar), count: bar.orders, pesos: netOf(bar) }))
    .toReversed()
}

export default function AdminAnalytics({ loaderData }: Route.ComponentProps) {
  const { period, division, now, before, visits, rows, left, bands, codes, codesLeft } = loaderData
  const { search } = useLocation()
  const queryWith = (changes: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) query.set(name, value)
    return `?${query}`
  }
  return (
    <>
      <PageHeading
        title="Analítica"
        compact
        description={period}
        className="pb-6"
        actions={
          <ButtonLink to={`/admin/analytics/xlsx${search}`} variant="secondary" reloadDocument>
            Exportar Excel
          </ButtonLink>
        }
      />
      <Alert tone="info" className="mb-8">
        Las visitas y los pasos del embudo cuentan solo a quienes aceptaron la medición: son menos que las reales.
        Órdenes, ingresos, descuentos y asientos están completos.
      </Alert>
      <Cards now={now} before={before} />
      <div className="mt-10 grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title="Embudo" description="Visitas medidas que llegaron a cada paso.">
          <Funnel now={now} before={before} period={period} />
        </Panel>
        <Panel title="Visitas medidas por día" description="Cada visita cuenta una vez al día.">
          <BarChart
            title={`Visitas medidas por día, ${period}`}
            empty="Ninguna visita medida en estas fechas"
            bars={visits.map(({ label, value, paid }) => ({
              label,
              value,
              text: formatInteger(value),
              note: formatInteger(paid),
            }))}
            axis={formatInteger}
            columns={['Día', 'Visitas', 'Pagaron']}
          />
        </Panel>
      </div>
      <div className="mt-6 grid gap-6">
        <FunnelTable
          {...{ division, rows, left, queryWith }}
          actions={
            <ButtonLink
              to={`/admin/analytics/csv${queryWith({ por: division })}`}
              variant="secondary"
              size="sm"
              reloadDocument
            >
              Exportar CSV
            </ButtonLink>
          }
        />
        <BandTable bands={bands} />
        <CodeTable codes={codes} left={codesLeft} />
      </div>
    </>
  )
}

type Compared = { now: Totals; before: Totals | undefined }

/** Where there is a period before, how a figure compares with it. */
function against({ now, before }: Compared, read: (totals: Totals) => number): string {
  if (before === undefined) return 'Sin período anterior'
  return read(before) === 0
    ? 'Nada en el período anterior'
    : `${againstText(read(now), read(before))} que el período anterior`
}

function Cards(totals: Compared) {
  const { figures, sales } = totals.now
  const card = (label: string, definition: string, value: string, note: string, read: (of: Totals) => number) => (
    <Stat
      label={label}
      definition={definition}
      value={value}
      note={
        <>
          <span className="block">{note}</span>
          <span className="block">{against(totals, read)}</span>
        </>
      }
    />
  )
  return (
    <StatList>
      {card(
        'Visitas medidas',
        'Sesiones de quienes aceptaron la medición, una vez al día cada una',
        formatInteger(figures.visits),
        'De quienes aceptaron',
        of => of.figures.visits,
      )}
      {card(
        'Órdenes pagadas',
        'Por el día de su pago, también si se reembolsaron después',
        formatInteger(figures.paid),
        formatPesos(netOf(figures)),
        of => of.figures.paid,
      )}
      {card(
        'Asientos vendidos',
        'Asientos de las órdenes pagadas en el período',
        formatInteger(sales.seats),
        partOf(figures.completed, figures.accesses, 'acceso completado', 'accesos completados'),
        of => of.sales.seats,
      )}
      {card(
        'Descontado con códigos',
        'Descuentos de las órdenes pagadas en el período',
        formatPesos(sales.taken),
        `En ${shareText(sales.withCode, figures.paid)} de las órdenes pagadas`,
        of => of.sales.taken,
      )}
    </StatList>
  )
}

function Funnel({ now, before, period }: Compared & { period: string }) {
  const { visits } = now.figures
  const row = (label: string, note: string, value: number, earlier: number | undefined) => ({
    label,
    note,
    value,
    text: formatInteger(value),
    cells: [
      shareText(value, visits),
      earlier === undefined ? '–' : formatInteger(earlier),
      againstText(value, earlier),
    ],
  })
  return (
    <FunnelChart
      title={`Embudo, ${period}`}
      columns={['Paso', 'Visitas', '% de las visitas', 'Antes', 'Cambio']}
      steps={[
        row('Visitas medidas', 'Cualquier página', visits, before?.figures.visits),
        ...STEPS.map(step =>
          row(STEP_TEXTS[step].label, STEP_TEXTS[step].counts, now.steps[step], before?.steps[step]),
        ),
      ]}
    />
  )
}

/** Discounts and sales of codes. @param left codes that only the files contain */
const CodeTable = ({ codes, left }: { codes: readonly CodeUse[]; left: number }) => (
  <Panel
    title="Códigos de descuento"
    description="En órdenes pagadas, medidas o no, antes de reembolsos."
    padding="flush"
  >
    <DataTable
      caption="Códigos de descuento usados"
      columns={codeColumns}
      rows={codes}
      rowKey={row => row.code}
      empty={<EmptyState as="p" title="Ningún código en este período" className="py-10" />}
    />
    {left > 0 && (
      <p className="border-t border-line px-5 py-4 text-md text-muted sm:px-6">
        {`Hay ${countOf(left, 'código', 'códigos')} más; el Excel los trae todos.`}
      </p>
    )}
  </Panel>
)

const codeColumns: Column<CodeUse>[] = [
  { key: 'code', header: 'Código', primary: true, cell: row => <span className="wrap-anywhere">{row.code}</span> },
  {
    key: 'orders',
    header: 'Órdenes',
    align: 'end',
    definition: 'Órdenes pagadas en el período con el código',
    cell: row => formatInteger(row.orders),
  },
  {
    key: 'taken',
    header: 'Descontado',
    align: 'end',
    definition: 'Lo que el código descontó en esas órdenes',
    cell: row => formatPesos(row.taken),
  },
  {
    key: 'sold',
    header: 'Ventas',
    align: 'end',
    definition: 'Lo cobrado por esas órdenes, con IVA, antes de reembolsos',
    cell: row => formatPesos(row.sold),
  },
]

/** Sales by size of purchase. */
const BandTable = ({ bands }: { bands: readonly BandUse[] }) => (
  <Panel
    title="Asientos por tamaño de compra"
    description="En órdenes pagadas, medidas o no, antes de reembolsos."
    padding="flush"
  >
    <DataTable caption="Asientos por tamaño de compra" columns={bandColumns} rows={bands} rowKey={row => row.band} />
  </Panel>
)

const bandColumns: Column<BandUse>[] = [
  { key: 'band', header: 'Tramo', primary: true, cell: row => bandText(row.band) },
  {
    key: 'lines',
    header: 'Compras',
    align: 'end',
    definition: 'Productos de órdenes pagadas en el período',
    cell: row => formatInteger(row.lines),
  },
  {
    key: 'seats',
    header: 'Asientos',
    align: 'end',
    definition: 'Uno por persona de esas compras',
    cell: row => formatInteger(row.seats),
  },
  {
    key: 'gross',
    header: 'Ventas',
    align: 'end',
    definition: 'Lo cobrado por esas compras, con IVA, antes de reembolsos',
    cell: row => formatPesos(row.gross),
  },
]
