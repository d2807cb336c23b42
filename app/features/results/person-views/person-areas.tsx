import { hasActions } from '#app/features/results/plan/plan-texts.ts'
import type { SectionReport } from '#app/features/results/report.ts'
import { SectionLevels } from '#app/features/results/report-parts.tsx'
import type { RunResults } from '#app/features/results/results.ts'
import { countOf } from '#app/kernel/format.ts'
import { Panel } from '#app/kit/ui/panel.tsx'

/** The level and target of each area, and what to do about it where there is no plan. */
export function PersonAreas({ results: { report, plan } }: { results: RunResults }) {
  return (
    <div className="grid gap-6">
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
      {!hasActions(plan) && <Recommendations sections={report.sections} />}
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
