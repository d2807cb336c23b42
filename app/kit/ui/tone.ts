/** The meaning of a colour, which is always shown beside a word or a figure. */
export type Tone = 'neutral' | 'good' | 'fair' | 'poor' | 'copper'

/** Tailwind class that fills with the tone's full colour (bars, marks). */
export const toneFill: Record<Tone, string> = {
  neutral: 'bg-ink',
  good: 'bg-good',
  fair: 'bg-fair',
  poor: 'bg-poor',
  copper: 'bg-copper',
}

/** Tailwind class for text in the tone, readable on paper and surface. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-ink',
  good: 'text-good-ink',
  fair: 'text-fair-ink',
  poor: 'text-poor-ink',
  copper: 'text-copper',
}

/**
 * The tone of a bar that has a target: a low level that was the goal is reached, and a red bar beside 'Objetivo alcanzado'
 * would read as an error. The level's word keeps its tone.
 */
export const barTone = (tone: Tone, level: number | null, target: number | null | undefined): Tone =>
  tone === 'poor' && level !== null && typeof target === 'number' && level >= target ? 'neutral' : tone

/** Every status of something, with its label and tone. */
export type Statuses<Status extends string> = Readonly<Record<Status, { label: string; tone: Tone }>>
