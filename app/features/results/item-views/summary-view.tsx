import { agreementCountText, differenceText } from '#app/features/results/consolidated/agreement.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import { chartNames } from '#app/features/results/radar.ts'
import { radarDescription } from '#app/features/results/report.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'
import type { ItemViewProps } from './item-page.ts'

/** How many took part, the radar and what the figures come to; before there are any, why. */
export function SummaryView({ page: { item, report } }: ItemViewProps) {
  const { figures } = report
  return (
    <div className="grid gap-6">
      {report.waiting > 0 && (
        <Waiting waiting={report.waiting} settings={item.manages ? `/account/items/${item.id}/settings` : undefined} />
      )}
      {figures ? (
        <Levels figures={figures} />
      ) : (
        <Panel>
          <Nothing report={report} />
        </Panel>
      )}
      <Participation report={report} />
    </div>
  )
}

/** People of a confidential purchase whose answers don't count yet. */
function Waiting({ waiting, settings }: { waiting: number; settings: string | undefined }) {
  return (
    <Alert title={`${countOf(waiting, 'persona espera', 'personas esperan')} la publicación`}>
      <p>Terminaron, y sus respuestas cuentan cuando se publique la ronda siguiente.</p>
      {settings !== undefined && (
        <ButtonLink variant="secondary" size="sm" className="mt-3 print:hidden" to={settings}>
          Revisar y publicar
        </ButtonLink>
      )}
    </Alert>
  )
}

function Levels({ figures }: { figures: ConsolidatedFigures }) {
  const { sections } = figures
  const names = chartNames(sections)
  return (
    <div className="grid items-stretch gap-6 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-1!">
      {/* A radar has three axes or more. */}
      {sections.length > 2 && (
        <Panel title="Nivel por área" description="La franja va de una dispersión bajo el promedio a una sobre él.">
          <RadarChart
            title="Nivel por área"
            description={radarDescription(sections)}
            axes={sections.map(({ mean, target, deviation }, index) => ({
              label: names[index] ?? '',
              level: mean,
              target,
              ...(mean !== null && deviation !== null && { low: mean - deviation, high: mean + deviation }),
            }))}
            spreadLabel="Dispersión"
          />
        </Panel>
      )}
      <Summary figures={figures} />
    </div>
  )
}

function Summary({ figures }: { figures: ConsolidatedFigures }) {
  const { people, unknownRate, priorities } = figures
  const agreement = agreementCountText(figures.agreement)
  const difference = differenceText(figures, 0)
  return (
    <Panel title="Resumen">
      <dl className="grid gap-4 text-md">
        <div>
          <dt className="text-muted">Personas consideradas</dt>
          <dd className="font-medium tabular-nums">{formatInteger(people)}</dd>
        </div>
        {agreement !== null && (
          <div>
            <dt className="text-muted">Cuánto coinciden</dt>
            <dd className="font-medium tabular-nums">{agreement}</dd>
            {difference !== null && <dd className="text-muted">{difference}</dd>}
          </div>
        )}
        <div>
          <dt className="text-muted">Áreas bajo su objetivo</dt>
          <dd className="font-medium tabular-nums">{priorities.length}</dd>
        </div>
      </dl>
      <p className="mt-4 border-t border-line pt-4 text-md text-muted">
        «No sé / lo desconozco»: <span className="font-medium text-ink tabular-nums">{`${unknownRate}%`}</span> de las
        respuestas. No cuentan en los niveles.
      </p>
    </Panel>
  )
}

function Participation({ report }: { report: ConsolidatedReport }) {
  const { participation } = report
  // Beside the figures of a round, those of the whole purchase say so.
  const whole = report.round === null ? '' : ' de la compra'
  const { seats, invited, started, completed } = participation
  const share = wholePercent(completed, invited)
  return (
    <StatList className="mt-4">
      {report.figures && report.round !== null && (
        <Stat
          label={report.round === 'all' ? 'Personas de todas las rondas' : `Personas de la ronda ${report.round}`}
          value={formatInteger(report.figures.people)}
        />
      )}
      <Stat label={`Personas${whole}`} value={`${formatInteger(invited)} de ${formatInteger(seats)}`} />
      <Stat label={`Completados${whole}`} value={formatInteger(completed)} note={`${share}% de participación`} />
      {started !== null && <Stat label="En Progreso" value={formatInteger(started)} />}
      <Stat
        label={started === null ? 'Sin completar' : 'Pendientes'}
        value={formatInteger(invited - completed - (started ?? 0))}
      />
    </StatList>
  )
}

function Nothing({ report: { item } }: { report: ConsolidatedReport }) {
  if (item.mode === 'nominative') {
    return (
      <EmptyState as="h2" title="Nadie ha completado todavía">
        Los resultados aparecen cuando termina la primera persona.
      </EmptyState>
    )
  }
  return (
    <EmptyState as="h2" title="Resultados sin publicar">
      {`Los resultados confidenciales se publican una vez por ronda, con al menos cinco personas distintas que hayan terminado.${item.seats < 6 ? ' Esta compra tiene menos asientos que eso: agrega asientos, o elige el modo nominativo si aún se puede.' : ''}`}
    </EmptyState>
  )
}
