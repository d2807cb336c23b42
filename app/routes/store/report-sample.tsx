import { LevelBar } from '#app/ui/level-bar.tsx'
import type { Tone } from '#app/ui/tone.ts'

/** Invented levels of 5; each rounds down to the level whose name stands beside it. */
const LEVELS = [3.2, 2.4, 4.2, 3.4, 2.2, 4.4, 3, 2.3] as const

/** Green from 4, yellow from 3, else red (specification 2, section 9). */
const toneOf = (level: number): Tone => (level >= 4 ? 'good' : level >= 3 ? 'fair' : 'poor')

/** What a result looks like, with the product's own areas and invented levels. */
export function ReportSample({ areas, levels }: { areas: string[]; levels: string[] }) {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <figcaption className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Nivel por área</span>
        <span className="text-sm text-muted">Ejemplo con datos inventados</span>
      </figcaption>
      <div className="grid gap-5">
        {areas.map((area, index) => {
          const level = LEVELS[index % LEVELS.length] ?? 3
          return (
            <LevelBar
              key={area}
              label={area}
              level={level}
              word={levels[Math.floor(level) - 1] ?? `Nivel ${Math.floor(level)}`}
              tone={toneOf(level)}
            />
          )
        })}
      </div>
    </figure>
  )
}
