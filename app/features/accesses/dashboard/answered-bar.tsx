import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'
import { type Answered, answeredText } from './next-step.ts'

type AnsweredBarProps = { group: Answered; className?: string | undefined }

/** The bar of how many answered, with its figure. */
export function AnsweredBar({ group, className }: AnsweredBarProps) {
  const answered = answeredText(group)
  return (
    <div className={className}>
      <p className="text-sm tabular-nums">{answered.text}</p>
      {'max' in answered && (
        <ProgressBar
          label="Respuestas"
          value={answered.value}
          max={answered.max}
          valueText={answered.text}
          className="mt-1.5"
        />
      )}
    </div>
  )
}
