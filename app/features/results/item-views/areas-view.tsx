import { BenchmarkNote, SectorRange } from '#app/features/results/benchmark/sector-range.tsx'
import { agreementCountText, differenceText } from '#app/features/results/consolidated/agreement.ts'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { evidenceText } from '#app/features/results/consolidated/evidence-counts.ts'
import { hasActions } from '#app/features/results/plan/plan-texts.ts'
import { SectionLevels } from '#app/features/results/report-parts.tsx'
import { distanceText } from '#app/features/results/results.ts'
import { targetText } from '#app/features/results/targets/targets.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The level, target and agreement of each area of the questionnaire, and which come first. */
export function AreasView({ page }: ItemViewProps) {
  const figures = figuresOf(page)
  const { sections } = figures
  const { benchmark } = page.report
  return (
    <div className="grid gap-6">
      <Panel
        title="Niveles, objetivos y acuerdo"
        description="Promedio de las personas. Un nivel se alcanza cuando se cumple por completo: 3,9 es nivel 3."
      >
        <SectionLevels
          sections={sections}
          notesOf={({ id, agreement, unknownRate, evidence }) => [
            agreementCountText(agreement) ?? '',
            differenceText(figures, 1 + sections.findIndex(section => section.id === id)) ?? '',
            unknownRate > 0 ? `${unknownRate}% «No sé»` : '',
            evidence ? evidenceText(evidence) : '',
          ]}
          below={({ id, mean }) => <SectorRange benchmark={benchmark} section={id} level={mean} />}
        />
        <BenchmarkNote benchmark={benchmark} />
      </Panel>
      <Priorities figures={figures} withSteps={!hasActions(page.report.plan)} />
    </div>
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
