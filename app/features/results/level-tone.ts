import type { Tone } from '#app/kit/ui/tone.ts'

/** What the tones of levels mean, for legends. */
export const LEVEL_TONES = [
  { tone: 'poor', text: 'Bajo el nivel 3' },
  { tone: 'fair', text: 'Nivel 3' },
  { tone: 'good', text: 'Nivel 4 o 5' },
] as const

/** Level 4 and above green, 3 and above yellow, below that red (specification 2, section 9). */
export function levelTone(level: number | null): Tone {
  if (level === null) return 'neutral'
  if (level >= 4) return 'good'
  return level >= 3 ? 'fair' : 'poor'
}
