import { countOf } from '#app/kernel/format.ts'
import { LevelBar } from '#app/ui/level-bar.tsx'
import type { SectionReport } from './report.ts'
import { distanceText } from './results.ts'

/** Each section's level with its word and colour, its target and how far that is. */
export function SectionLevels({ sections }: { sections: readonly SectionReport[] }) {
  return (
    <ul className="grid gap-x-12 gap-y-7 md:grid-cols-2">
      {sections.map(section => (
        <li key={section.id} className="break-inside-avoid">
          <LevelBar
            label={section.title}
            level={section.mean}
            word={section.word}
            tone={section.tone}
            target={section.target}
          />
          <p className="text-sm text-muted tabular-nums">
            {distanceText(section.distance)}
            {section.unknown > 0 && ` · ${countOf(section.unknown, 'respuesta «No sé»', 'respuestas «No sé»')}`}
            {section.answered < section.total && ` · ${section.total - section.answered} sin responder`}
          </p>
        </li>
      ))}
    </ul>
  )
}
