import { Badge } from '#app/kit/ui/badge.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Score } from './scoring.ts'

/** The general level as a figure, with its word. */
export const OverallLevel = ({ overall }: { overall: Score & { word: string } }) => (
  <>
    <p className="text-md text-muted">Nivel general</p>
    <p className="mt-1 flex items-baseline gap-3">
      <span className="text-5xl font-medium tracking-tighter tabular-nums">{formatLevel(overall.mean)}</span>
      <Badge tone={overall.tone}>{overall.word}</Badge>
    </p>
  </>
)
