import type { Tone } from '#app/ui/tone.ts'

/** Level 4 and above green, 3 and above yellow, below that red (specification 2, section 9). */
export function levelTone(level: number | null): Tone {
  if (level === null) return 'neutral'
  if (level >= 4) return 'good'
  return level >= 3 ? 'fair' : 'poor'
}
