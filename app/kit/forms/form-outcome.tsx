import { useEffect, useRef } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { type FormAnswer, hasErrors } from './form-answer.ts'

type ErrorCountProps = { errors: Readonly<Partial<Record<string, string>>> }

/** Tells screen readers how many fields of a refused form are to be corrected; the focus goes to the first one. */
export function ErrorCount({ errors }: ErrorCountProps) {
  const count = Object.keys(errors).length
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${countOf(count, 'dato', 'datos')} por corregir.`}
    </p>
  )
}

type FormOutcomeProps = {
  answer: Pick<FormAnswer, 'done' | 'text' | 'errors' | 'created'> | undefined
  children?: Blocks
}

/**
 * The outcome of the page's last form. It takes the focus, because the submitted form may have disappeared; invalid
 * fields take it themselves.
 */
export function FormOutcome({ answer, children }: FormOutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null)
  const isShown = answer !== undefined && !hasErrors(answer) && answer.created === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus, also one like the last.
  useEffect(() => {
    if (isShown) outcome.current?.focus()
  }, [answer, isShown])
  return (
    <div ref={outcome} tabIndex={-1}>
      {answer && !hasErrors(answer) && answer.text !== '' && (
        <Alert tone={answer.done ? 'success' : 'error'} className="mb-6">
          {answer.text}
        </Alert>
      )}
      {children}
    </div>
  )
}
