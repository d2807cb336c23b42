import { useContext, useEffect, useId, useState } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

type Question = { leave: () => void; stay: () => void }

/**
 * Holds back whatever leads to another page while something is unsaved, the browser's way back, too, until the question is answered.
 * It asks the router as its hook `useBlocker` does; the hook itself would come with every first visit to the shop.
 */
export function useLeaveQuestion(isDirty: boolean): Question | undefined {
  const router = useContext(DataRouterContext)?.router
  const key = useId()
  const [question, setQuestion] = useState<Question>()

  useEffect(() => {
    if (!router || !isDirty) return
    router.getBlocker(key, ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key)
      setQuestion(
        blocker?.state === 'blocked' ? { leave: () => blocker.proceed(), stay: () => blocker.reset() } : undefined,
      )
    })
    return () => {
      stop()
      router.deleteBlocker(key)
      setQuestion(undefined)
    }
  }, [router, key, isDirty])

  return question
}
