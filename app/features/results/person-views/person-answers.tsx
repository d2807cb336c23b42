import { SectionAnswers } from '#app/features/results/report-parts.tsx'
import type { RunResults } from '#app/features/results/results.ts'
import { Panel } from '#app/kit/ui/panel.tsx'

/** Every answer, by area. */
export const PersonAnswers = ({ results: { report } }: { results: RunResults }) => (
  <Panel title="Respuestas">
    <div className="grid gap-10">
      {report.sections.map(section => (
        <SectionAnswers key={section.id} section={section} level={3} />
      ))}
    </div>
  </Panel>
)
