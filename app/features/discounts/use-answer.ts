import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { notify } from '#app/ui/toast.ts'
import type { DiscountAnswer } from './discount-answers.ts'

/** Shows an answer's notice once, and goes on when it is a good one. What was decided on old data is read anew: a refusal alone does not. */
export function useAnswer(answer: DiscountAnswer | undefined, onDone?: () => void): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!answer) return
    notify(answer.notice)
    if (answer.ok) onDone?.()
    else if (answer.stale) void revalidate()
  }, [answer, onDone, revalidate])
}
