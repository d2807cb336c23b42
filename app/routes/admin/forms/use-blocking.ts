import { useContext, useEffect, useId, useRef, useState } from 'react'
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

const UNBLOCKED: Blocker = { state: 'unblocked', proceed: undefined, reset: undefined, location: undefined }

/**
 * Blocks navigation, also with the back button, while `shouldBlock` says so. It uses the router like its hook
 * `useBlocker`; importing the hook would add it to the first load of the shop (docs/decisions/0019).
 */
export function useBlocking(shouldBlock: BlockerFunction): Blocker {
  const router = useContext(DataRouterContext)?.router
  const key = useId()
  const latest = useRef(shouldBlock)
  const [blocker, setBlocker] = useState<Blocker>(UNBLOCKED)

  useEffect(() => {
    latest.current = shouldBlock
  })

  useEffect(() => {
    if (!router) return
    router.getBlocker(key, requested => latest.current(requested))
    const stop = router.subscribe(({ blockers }) => setBlocker(blockers.get(key) ?? UNBLOCKED))
    return () => {
      stop()
      router.deleteBlocker(key)
    }
  }, [router, key])

  return blocker
}
