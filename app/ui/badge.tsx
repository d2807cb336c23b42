import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { LevelMark } from './level-mark.tsx'
import type { Tone } from './tone.ts'

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
      {children}
    </span>
  )
}
