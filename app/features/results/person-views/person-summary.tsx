import type { ReactNode } from 'react'
import { chartNames } from '#app/features/results/radar.ts'
import { type Report, radarDescription } from '#app/features/results/report.ts'
import { EvalueeFacts } from '#app/features/results/report-parts.tsx'
import type { RunResults } from '#app/features/results/results.ts'
import { noStrengths } from '#app/features/results/scoring.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'

/** The radar, strengths and gaps, and who answered. */
export function PersonSummary({ results }: { results: RunResults }) {
  const { report } = results
  const names = chartNames(report.sections)
  return (
    <div className="grid gap-6">
      <div className="grid items-stretch gap-6 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-1!">
        {/* A radar has three axes or more. */}
        {report.sections.length > 2 && (
          <Panel title="Nivel por área">
            <RadarChart
              title="Nivel por área"
              description={radarDescription(report.sections)}
              axes={report.sections.map(({ mean, target }, index) => ({
                label: names[index] ?? '',
                level: mean,
                target,
              }))}
            />
          </Panel>
        )}
        <Summary report={report} />
      </div>
      <Panel title="Persona">
        <EvalueeFacts results={results} />
      </Panel>
    </div>
  )
}

function Summary({ report }: { report: Report }) {
  const { overall } = report
  return (
    <Panel title="Resumen">
      <Highlights title="Fortalezas" areas={report.strengths}>
        {noStrengths(overall.mean, report.levels)}
      </Highlights>
      <Highlights title="Brechas" areas={report.gaps}>
        {report.overall.mean === null
          ? 'Todavía no hay respuestas con nivel.'
          : 'Todas las áreas con respuestas alcanzan su objetivo.'}
      </Highlights>
      <p className="mt-6 border-t border-line pt-4 text-md text-muted">
        «No sé / lo desconozco»: <span className="font-medium text-ink tabular-nums">{`${report.unknownRate}%`}</span>{' '}
        de las respuestas. No cuentan en los niveles.
      </p>
    </Panel>
  )
}

function Highlights({ title, areas, children }: { title: string; areas: readonly string[]; children: ReactNode }) {
  return (
    <div className="mt-6 border-t border-line pt-4 first:mt-0 first:border-t-0 first:pt-0">
      <h3 className="text-md font-semibold">{title}</h3>
      {areas.length === 0 ? (
        <p className="mt-1 text-md text-muted">{children}</p>
      ) : (
        <ul className="mt-1 text-md">
          {areas.map(area => (
            <li key={area} className="py-0.5">
              {area}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
