import { useEffect } from 'react'
import { notify } from '#app/ui/toast.ts'
import type { DiscountAnswer } from './discount-answers.ts'

/** Shows an answer's notice once, and goes on when it is a good one. */
export function useAnswer(answer: DiscountAnswer | undefined, onDone?: () => void): void {
  useEffect(() => {
    if (!answer) return
    notify(answer.notice)
    if (answer.ok) onDone?.()
  }, [answer, onDone])
}
