import { LevelBar } from '#app/ui/level-bar.tsx'
import type { SectionReport } from './report.ts'
import { distanceText } from './results.ts'

type Level = Pick<SectionReport, 'id' | 'title' | 'mean' | 'word' | 'tone' | 'target' | 'distance'>

type SectionLevelsProps<Section> = {
  sections: readonly Section[]
  /** What else is told of a section; empty texts are left out. */
  notesOf: (section: Section) => readonly string[]
}

/** Each section's level with its word and colour, its target and how far that is. */
export function SectionLevels<Section extends Level>({ sections, notesOf }: SectionLevelsProps<Section>) {
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
            {[distanceText(section.distance), ...notesOf(section)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
