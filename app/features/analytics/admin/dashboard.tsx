import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useLocation } from 'react-router'
import {
  barText,
  changeSign,
  changeText,
  KPI_TEXTS,
  kpiText,
  sumsText,
} from '#app/features/analytics/analytics-texts.ts'
import { changeOf, type Kpi, netOf } from '#app/features/analytics/figures.ts'
import { findShopFacts } from '#app/features/analytics/first-steps.server.ts'
import { firstSteps } from '#app/features/analytics/first-steps.ts'
import { findPendingWork } from '#app/features/analytics/pending-work.server.ts'
import { backupText, isOld } from '#app/features/backups/backup-age.ts'
import { actorOf, requireRole, requireSession, type SessionArgs } from '#app/features/identity/session.server.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { readPreferences, remember } from '#app/kit/lists/saved-views.ts'
import { BarChart } from '#app/kit/ui/bar-chart.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatLine, StatLineItem, StatList } from '#app/kit/ui/facts.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/dashboard'
import { FirstSteps } from './first-steps-panel.tsx'
import { PendingPanel } from './pending-panel.tsx'
import { QuickActions } from './quick-actions.tsx'
import { readReport } from './read-figures.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Administración · Alhena' }]

/** The page has a period. */
export const handle = { period: true }

/** The preference of who does not want to see the first steps any more. */
const STEPS = 'primeros-pasos'
const HIDDEN = 'no'

/** What is left to set up in the shop; nothing for scopes that can't, or who has hidden it. */
async function readFirstSteps(args: SessionArgs) {
  const { db, settings, gateways } = servicesOf(args.context)
  const { user, hasSecondFactor } = await requireSession(args)
  const isHidden = readPreferences(args.request.headers.get('cookie')).get(STEPS) === HIDDEN
  if (isHidden || (user.staff_scope ?? 'admin') !== 'admin') return []
  const facts = await readAs(db, actorOf(user), findShopFacts)
  const steps = firstSteps(facts, {
    demo: settings.demo,
    takesPayments: gateways.current.id !== 'simulator',
    hasMailServer: settings.mailServer !== undefined,
    hasSecondFactor,
  })
  return steps.every(({ done }) => done) ? [] : steps
}

export async function loader(args: Route.LoaderArgs) {
  const { db, settings, now } = servicesOf(args.context)
  const user = await requireRole(args, ['admin'])
  const at = now()
  const [{ report, range }, work, steps] = await Promise.all([
    readReport(args),
    readAs(db, actorOf(user), tx => findPendingWork(tx, at)),
    readFirstSteps(args),
  ])
  const backup = { at: work.last_backup_at, isVerified: work.is_backup_verified }
  // A demo that makes none misses nothing.
  const isShown = backup.at !== null || !settings.demo
  const shownBackup = isShown ? { text: backupText(backup, at), isOld: isOld(backup, at) } : undefined
  return { ...report, work, steps, backup: shownBackup, period: range.label }
}

export default function AdminHome({
  loaderData: { kpis, sums, bars, barsBefore, top, work, steps, backup, period },
}: Route.ComponentProps) {
  const { search } = useLocation()
  const [isHidden, setHidden] = useState(false)
  const shownSteps = isHidden ? [] : steps
  const max = top[0]?.gross ?? 0
  const [bar] = bars
  const weekly = bar !== undefined && bar.from !== bar.to
  // Stated once where nothing can be compared, and not eight times.
  const compared = kpis.some(kpi => changeOf(kpi) !== undefined)
  return (
    <>
      <PageHeading
        title="Dashboard"
        compact
        className="pb-6"
        description={compared ? period : `${period}. Sin período anterior para comparar.`}
        actions={<ExportMenu search={search} />}
      />
      {shownSteps.length > 0 && (
        <FirstSteps
          steps={shownSteps}
          onHide={() => {
            remember(STEPS, HIDDEN)
            setHidden(true)
          }}
        />
      )}
      <StatList columns={3}>
        {kpis.filter(isLeading).map(kpi => (
          <KpiCard
            key={kpi.key}
            kpi={kpi}
            counts={kpi.key === 'revenue' ? sumsText(sums) : KPI_TEXTS[kpi.key].counts}
            compared={compared}
          />
        ))}
      </StatList>
      <div className="mt-6">
        <StatLine>
          {kpis
            .filter(kpi => !isLeading(kpi))
            .map(kpi => (
              <StatLineItem
                key={kpi.key}
                label={KPI_TEXTS[kpi.key].label}
                value={kpiText(kpi)}
                note={compared ? changeSign(kpi) : undefined}
                definition={`${KPI_TEXTS[kpi.key].counts}. ${changeText(kpi)}`}
              />
            ))}
        </StatLine>
      </div>
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          <Panel
            title={weekly ? 'Ingresos por semana' : 'Ingresos por día'}
            description={`Pagos menos reembolsos y contracargos, según el día de cada uno${compared ? '; detrás, el período anterior' : ''}.`}
          >
            <BarChart
              title={`Ingresos por ${weekly ? 'semana' : 'día'}, ${period}`}
              bars={bars.map((bar, index) => ({
                label: barText(bar),
                short: formatDay(bar.from),
                before: barsBefore?.[index] && Math.max(0, netOf(barsBefore[index])),
                value: Math.max(0, netOf(bar)),
                text: formatPesos(netOf(bar)),
                note: formatInteger(bar.orders),
              }))}
              axis={shortPesos}
              empty="Ningún ingreso en estas fechas"
              columns={[weekly ? 'Semana' : 'Día', 'Ingresos', 'Órdenes']}
            />
          </Panel>
          <Panel title="Top 5 por ingresos" description="Antes de reembolsos.">
            {top.length === 0 ? (
              <EmptyState as="p" title="Sin ventas en este período" className="py-4" />
            ) : (
              <ol className="grid gap-4">
                {top.map(product => (
                  <li key={product.id}>
                    <div className="flex items-baseline justify-between gap-4 text-md">
                      <span className="min-w-0 wrap-anywhere">{product.name}</span>
                      <span className="flex-none font-medium tabular-nums">{formatPesos(product.gross)}</span>
                    </div>
                    <div aria-hidden="true" className="mt-1.5 h-1.5 rounded-sm bg-line">
                      <div
                        className="h-full rounded-sm bg-copper"
                        style={{ width: `${Math.max(1, (100 * product.gross) / max)}%` }}
                      />
                    </div>
                    <p className="mt-1 text-sm text-muted">{countOf(product.seats, 'persona', 'personas')}</p>
                  </li>
                ))}
              </ol>
            )}
          </Panel>
        </div>
        <div className="grid gap-6">
          <PendingPanel work={work} backup={backup} isSettingUp={shownSteps.length > 0} />
          <QuickActions />
        </div>
      </div>
    </>
  )
}

/** The figures that come first; the others are on one line. */
const LEADING: readonly Kpi['key'][] = ['revenue', 'orders', 'conversion']
const isLeading = ({ key }: Kpi): boolean => LEADING.includes(key)

const TONES = { up: 'font-medium text-good-ink', down: 'font-medium text-poor-ink', same: undefined } as const
const directionOf = (kpi: Kpi): keyof typeof TONES => {
  const change = changeOf(kpi) ?? 0
  return change === 0 ? 'same' : change > 0 ? 'up' : 'down'
}

const KpiCard = ({ kpi, counts, compared }: { kpi: Kpi; counts: string; compared: boolean }) => (
  <Stat
    label={KPI_TEXTS[kpi.key].label}
    value={kpiText(kpi)}
    note={
      <>
        <span className="block">{counts}</span>
        {compared && <span className={classNames('block', TONES[directionOf(kpi)])}>{changeText(kpi)}</span>}
      </>
    }
  />
)

const short = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** `$1,5 M`, `$250 mil`: a figure of an axis. */
const shortPesos = (value: number): string =>
  value >= 1_000_000
    ? `$${short.format(value / 1_000_000)} M`
    : value >= 1000
      ? `$${short.format(value / 1000)} mil`
      : `$${short.format(value)}`

/**
 * 'Exportar Reporte' (specification 2, section 2): the period's figures as a document or a workbook. @param search the
 * query with the period
 */
const ExportMenu = ({ search }: { search: string }) => (
  <Menu
    variant="secondary"
    trigger={
      <>
        <Download aria-hidden="true" />
        <span>Exportar Reporte</span>
      </>
    }
  >
    <MenuLink to={`/admin/report/pdf${search}`} reloadDocument>
      PDF
    </MenuLink>
    <MenuLink to={`/admin/report/xlsx${search}`} reloadDocument>
      Excel (XLSX)
    </MenuLink>
  </Menu>
)
