import type { ReactNode } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'
import { OverallLevel } from './overall-level.tsx'
import { NextSteps, PlanView } from './plan/plan-view.tsx'
import { chartNames } from './radar.ts'
import { type Report, radarDescription, type SectionReport } from './report.ts'
import { EvalueeFacts, SectionAnswers, SectionLevels } from './report-parts.tsx'
import type { RunResults } from './results.ts'
import { noStrengths } from './scoring.ts'

/** The whole report of one run: what to do first, levels, the plan, then every answer. */
export function ResultReport({ results }: { results: RunResults }) {
  const { report, plan } = results
  const hasActions = plan !== undefined && plan.actions.length > 0
  const names = chartNames(report.sections)
  return (
    <div className="grid gap-6">
      <NextSteps plan={plan} result={report} />
      <Panel title="Participante">
        <EvalueeFacts results={results} />
      </Panel>
      <div className="grid items-stretch gap-6 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-1!">
        {/* A radar has three axes or more; with fewer areas the bars below say it all. */}
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
        <Summary report={report} withLevel={!hasActions} />
      </div>
      <Panel
        title="Niveles y objetivos"
        description="Un nivel se alcanza cuando se cumple por completo: 3,9 es nivel 3."
      >
        <SectionLevels
          sections={report.sections}
          notesOf={({ unknown, answered, total }) => [
            unknown > 0 ? countOf(unknown, 'respuesta «No sé»', 'respuestas «No sé»') : '',
            answered < total ? `${total - answered} sin responder` : '',
          ]}
        />
      </Panel>
      {plan && <PlanView plan={plan} people={1} mean={report.overall.mean} isOwn={results.own} />}
      {!hasActions && <Recommendations sections={report.sections} />}
      <Panel title="Respuestas">
        <div className="grid gap-10">
          {report.sections.map(section => (
            <SectionAnswers key={section.id} section={section} level={3} />
          ))}
        </div>
      </Panel>
      {report.legalNote !== null && <p className="max-w-prose text-sm text-muted">{report.legalNote}</p>}
    </div>
  )
}

type SummaryProps = {
  report: Report
  /** Not where it stands at the top, beside the next steps. */
  withLevel: boolean
}

function Summary({ report, withLevel }: SummaryProps) {
  const { overall } = report
  return (
    <Panel title="Resumen">
      {withLevel && <OverallLevel overall={overall} />}
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

function Recommendations({ sections }: { sections: readonly SectionReport[] }) {
  const advised = sections.filter(section => section.recommendations.length > 0)
  if (advised.length === 0) return null
  return (
    <Panel title="Recomendaciones" description="Los próximos pasos desde el nivel que alcanza cada área.">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {advised.map(section => (
          <div key={section.id} className="break-inside-avoid">
            <h3 className="text-md font-semibold">{section.title}</h3>
            <p className="text-sm text-muted">{`Nivel ${section.level ?? ''}: ${section.word}`}</p>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-md marker:text-copper">
              {section.recommendations.map(text => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Panel>
  )
}
