import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Statuses, Tone } from './tone.ts'

/** A disc that is full (good), half (fair) or empty (poor): the tone for those who don't see the colour. */
export function LevelMark({ tone }: { tone: Tone }) {
  if (tone === 'neutral' || tone === 'copper') return null
  return (
    // Visible overflow: its box is rounded to whole pixels, which would cut the disc.
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-[0.6em] flex-none overflow-visible">
      <circle cx="5" cy="5" r="4.1" fill="none" stroke="currentColor" strokeWidth="1.6" />
      {tone === 'good' && <circle cx="5" cy="5" r="4.5" fill="currentColor" />}
      {tone === 'fair' && <path d="M5 .9a4.1 4.1 0 0 0 0 8.2Z" fill="currentColor" />}
    </svg>
  )
}

const tones: Record<Tone, string> = {
  neutral: 'bg-ink/7 text-ink',
  good: 'bg-good-soft text-good-ink',
  fair: 'bg-fair-soft text-fair-ink',
  poor: 'bg-poor-soft text-poor-ink',
  copper: 'bg-copper-soft text-copper-strong',
}

type BadgeProps = { tone?: Tone | undefined; className?: string | undefined; children: ReactNode }

/** A word of state. Its colour always comes with the word and, for good/fair/poor, with a full, half or empty disc. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      <LevelMark tone={tone} />
      <span>{children}</span>
    </span>
  )
}

type StatusBadgeProps<Status extends string> = { of: Statuses<Status>; status: Status }

/** A status as its label in its tone, which are declared with it. */
export const StatusBadge = <Status extends string>({ of, status }: StatusBadgeProps<Status>) => (
  <Badge tone={of[status].tone}>{of[status].label}</Badge>
)
