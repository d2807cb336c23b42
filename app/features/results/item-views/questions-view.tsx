import { agreementMethod, agreementText } from '#app/features/results/consolidated/agreement.ts'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { SectionDistribution } from '#app/features/results/consolidated/section-distribution.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** Where people disagree, and how many selected each option of each question. */
export function QuestionsView({ page }: ItemViewProps) {
  const figures = figuresOf(page)
  const { mode } = page.report.item
  return (
    <div className="grid gap-6">
      <Disagreements figures={figures} />
      <Panel
        title="Respuestas por pregunta"
        description="Abre un área para ver cuántas personas eligieron cada opción."
      >
        <div className="divide-y divide-line">
          {figures.sections.map(section => (
            <SectionDistribution key={section.id} section={section} confidential={mode === 'confidential'} />
          ))}
        </div>
      </Panel>
      {figures.people > 1 && (
        <Panel title="Cómo se mide el acuerdo">
          <div className="grid max-w-prose gap-3 text-md text-muted">
            {agreementMethod(mode).map(text => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </Panel>
      )}
    </div>
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
