import type { Tone } from './tone.ts'

/** A disc that is full (good), half (fair) or empty (poor): the tone for those who don't see the colour. */
export function LevelMark({ tone }: { tone: Tone }) {
  if (tone === 'neutral' || tone === 'copper') return null
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-[0.6em] flex-none">
      <circle cx="5" cy="5" r="4.1" fill="none" stroke="currentColor" strokeWidth="1.6" />
      {tone === 'good' && <circle cx="5" cy="5" r="4.5" fill="currentColor" />}
      {tone === 'fair' && <path d="M5 .9a4.1 4.1 0 0 0 0 8.2Z" fill="currentColor" />}
    </svg>
  )
}
