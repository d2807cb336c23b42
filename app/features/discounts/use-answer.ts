import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { notify } from '#app/kit/ui/toast.ts'
import type { DiscountAnswer } from './discount-answers.ts'

/**
 * Shows an answer's notice once, and continues when it succeeded. An answer about outdated data reloads the list; any
 * other refusal does not.
 */
export function useAnswer(answer: DiscountAnswer | undefined, onDone?: () => void): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!answer) return
    notify(answer.notice)
    if (answer.ok) onDone?.()
    else if (answer.stale) void revalidate()
  }, [answer, onDone, revalidate])
}
