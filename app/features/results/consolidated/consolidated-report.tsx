import { Compared } from '#app/features/results/comparison.tsx'
import { OverallLevel } from '#app/features/results/overall-level.tsx'
import { PlanView } from '#app/features/results/plan/plan-view.tsx'
import { chartNames } from '#app/features/results/radar.ts'
import { radarDescription } from '#app/features/results/report.ts'
import { SectionLevels } from '#app/features/results/report-parts.tsx'
import { distanceText } from '#app/features/results/results.ts'
import { targetText } from '#app/features/results/targets/targets.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'
import { agreementCountText, agreementMethod, agreementText, differenceText } from './agreement.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from './consolidated.ts'
import { GroupHeat } from './group-heat.tsx'
import { SectionDistribution } from './section-distribution.tsx'

type Props = { report: ConsolidatedReport & { figures: ConsolidatedFigures } }

/** Consolidated results: level, plan, priorities, disagreements, groups, and every question. */
export function ConsolidatedResults({ report }: Props) {
  const { figures, plan } = report
  const hasActions = plan !== undefined && plan.actions.length > 0
  const confidential = report.item.mode === 'confidential'
  const { sections, people } = figures
  const names = chartNames(sections)
  return (
    <div className="grid gap-6">
      <div className="grid items-stretch gap-6 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-1!">
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
        <Summary figures={figures} withLevel={!hasActions} />
      </div>
      <Panel
        title="Niveles, objetivos y acuerdo"
        description="Promedio de las personas. Un nivel se alcanza cuando se cumple por completo: 3,9 es nivel 3."
      >
        <SectionLevels
          sections={sections}
          notesOf={({ id, agreement, unknownRate }) => [
            agreementCountText(agreement) ?? '',
            differenceText(figures, 1 + sections.findIndex(section => section.id === id)) ?? '',
            unknownRate > 0 ? `${unknownRate}% «No sé»` : '',
          ]}
        />
      </Panel>
      {plan && <PlanView plan={plan} people={figures.people} mean={figures.overall.mean} />}
      <Priorities figures={figures} withSteps={!hasActions} />
      <Disagreements figures={figures} />
      <GroupHeat
        title="Por área de la organización"
        groupLabel="Área"
        table={figures.areas}
        sections={sections}
        confidential={confidential}
      />
      <GroupHeat
        title="Por cargo"
        groupLabel="Cargo"
        table={figures.positions}
        sections={sections}
        confidential={confidential}
      />
      <Compared {...report} people={people} />
      <Panel
        title="Respuestas por pregunta"
        description="Abre un área para ver cuántas personas eligieron cada opción."
      >
        <div className="divide-y divide-line">
          {sections.map(section => (
            <SectionDistribution key={section.id} section={section} confidential={confidential} />
          ))}
        </div>
      </Panel>
      {people > 1 && (
        <Panel title="Cómo se mide el acuerdo">
          <div className="grid max-w-prose gap-3 text-md text-muted">
            {agreementMethod(report.item.mode).map(text => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </Panel>
      )}
      {figures.legalNote !== null && <p className="max-w-prose text-sm text-muted">{figures.legalNote}</p>}
    </div>
  )
}

type SummaryProps = {
  figures: ConsolidatedFigures
  /** Not where it stands at the top, beside the next steps. */
  withLevel: boolean
}

function Summary({ figures, withLevel }: SummaryProps) {
  const { overall, people, unknownRate, priorities } = figures
  const agreement = agreementCountText(figures.agreement)
  const difference = differenceText(figures, 0)
  return (
    <Panel title="Resumen">
      {withLevel && <OverallLevel overall={overall} />}
      <dl className="mt-6 grid gap-4 border-t border-line pt-4 text-md first:mt-0 first:border-t-0 first:pt-0">
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

type PrioritiesProps = {
  figures: ConsolidatedFigures
  /** Not beside a plan, which says what to do. */
  withSteps: boolean
}

function Priorities({ figures: { priorities, overall }, withSteps }: PrioritiesProps) {
  return (
    <Panel
      title="Prioridades"
      description="Distancia al objetivo por importancia del área: 1 normal, 2 alta, 3 crítica."
    >
      {priorities.length === 0 ? (
        <p className="text-md text-muted">
          {overall.mean === null
            ? 'Todavía no hay respuestas con nivel.'
            : 'Todas las áreas con respuestas alcanzan su objetivo.'}
        </p>
      ) : (
        <ol className="grid gap-x-12 gap-y-8 md:grid-cols-2">
          {priorities.map((priority, index) => (
            <li key={priority.area} className="break-inside-avoid">
              <h3 className="flex items-baseline gap-3 text-md font-semibold">
                <span className="text-2xl font-medium text-copper tabular-nums">{index + 1}</span>
                <span>{priority.area}</span>
              </h3>
              <p className="text-sm text-muted tabular-nums">
                {`Nivel ${formatLevel(priority.mean)} · ${targetText(priority)} · ${distanceText(priority.distance)} · ${priority.importance} · Prioridad ${formatLevel(priority.weight)}`}
              </p>
              {withSteps && (
                <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-md marker:text-copper">
                  {priority.recommendations.map(text => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Disagreements({ figures: { disagreements, people } }: { figures: ConsolidatedFigures }) {
  return (
    <Panel
      title="Dónde hay más desacuerdo"
      description="Preguntas con acuerdo bajo o sin acuerdo (hasta 0,50), desde la de menos acuerdo."
    >
      {disagreements.length === 0 ? (
        <p className="text-md text-muted">
          {people < 2 ? 'Con una sola persona no hay acuerdo que medir.' : 'Ninguna pregunta tiene acuerdo bajo.'}
        </p>
      ) : (
        <ol className="divide-y divide-line">
          {disagreements.map(({ number, text, area, mean, agreement }) => (
            <li
              key={number}
              className="grid break-inside-avoid gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <p className="text-md font-medium">
                <span className="text-muted tabular-nums">{`${number}.`}</span> <span>{text}</span>
                <span className="block text-sm font-normal text-muted">{area}</span>
              </p>
              <p className="text-md tabular-nums sm:text-right">
                <span>{`Promedio ${formatLevel(mean)}`}</span>
                <span className="block text-sm text-muted">{agreementText(agreement)}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
