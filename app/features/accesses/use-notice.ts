import { useEffect } from 'react'
import { notify } from '#app/ui/toast.ts'
import type { Notice } from './dashboard-answers.ts'

/** Shows an answer's notice as a toast, once per answer. */
export function useNotice(answer: { notice?: Notice } | undefined): void {
  useEffect(() => {
    if (answer?.notice) notify(answer.notice)
  }, [answer])
}
