import { classNames } from './class-names.ts'

type ProgressBarProps = {
  /** Names the bar ('Progreso de la evaluación'). */
  label: string
  value: number
  max?: number | undefined
  /** Read instead of the percentage ('12 de 40 preguntas'). */
  valueText?: string | undefined
  className?: string | undefined
}

/** How far along. The bar only: write the figure beside it where it matters. */
export function ProgressBar({ label, value, max = 100, valueText, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText}
      data-exact-colour
      className={classNames('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full bg-copper transition-[width] duration-300 ease-out"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
