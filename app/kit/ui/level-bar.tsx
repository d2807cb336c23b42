import type { ReactNode } from 'react'
import { LevelMark } from './badge.tsx'
import { classNames } from './class-names.ts'
import { formatLevel } from './format-level.ts'
import { barTone, type Tone, toneFill, toneText } from './tone.ts'

type LevelBarProps = {
  label: ReactNode
  /** From 0 to `max`; null when there is nothing to show. */
  level: number | null
  max?: number | undefined
  /** The level in a word ('Definido', 'Sin respuesta'). */
  word: string
  tone: Tone
  /** A tick where the level should be. */
  target?: number | undefined
  /** Follows 'Objetivo 4,0' where there is something to say of it. */
  targetNote?: string | undefined
  /** Under the bar instead of 'Objetivo 4,0'; null shows nothing there (the target is still read out). */
  note?: ReactNode
  className?: string | undefined
}

/** A level as a bar with its figure and its word. Colour, mark, figure and word say the same thing. */
export function LevelBar({ label, level, max = 5, word, tone, target, targetNote, note, className }: LevelBarProps) {
  const share = (value: number) => `${Math.min(1, Math.max(0, value / max)) * 100}%`
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 text-md font-medium">{label}</span>
        <span className="flex flex-none items-baseline gap-3">
          <span className={classNames('flex items-center gap-1.5 text-sm font-medium', toneText[tone])}>
            <LevelMark tone={tone} />
            <span>{word}</span>
          </span>
          <span className="w-8 text-right text-lg leading-none font-medium tabular-nums">{formatLevel(level)}</span>
        </span>
      </div>
      <div aria-hidden="true" data-exact-colour className="relative mt-2 h-2.5">
        <div className="absolute inset-x-0 top-0.5 h-1.5 overflow-hidden rounded-sm bg-line">
          <div
            className={classNames('h-full', toneFill[barTone(tone, level, target)])}
            style={{ width: share(level ?? 0) }}
          />
          {Array.from({ length: max - 1 }, (_, index) => (
            <span
              key={share(index + 1)}
              className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-surface"
              style={{ left: share(index + 1) }}
            />
          ))}
        </div>
        {target !== undefined && (
          <span
            className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-ink ring-2 ring-surface"
            style={{ left: share(target) }}
          />
        )}
      </div>
      {target !== undefined && (
        <p className={note === undefined ? 'mt-1 text-sm text-muted tabular-nums' : 'sr-only'}>
          {`Objetivo ${formatLevel(target)}${targetNote ?? ''}`}
        </p>
      )}
      {note !== undefined && note !== null && <p className="mt-1 text-sm text-muted tabular-nums">{note}</p>}
    </div>
  )
}
