import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { ACCESS_LABELS, type AccessState } from './accesses.ts'

const tones: Record<AccessState, Tone> = { completed: 'good', in_progress: 'fair', pending: 'neutral' }

/** Completado, En progreso or Pendiente. */
export const StateBadge = ({ state }: { state: AccessState }) => (
  <Badge tone={tones[state]}>{ACCESS_LABELS[state]}</Badge>
)
