import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.ts'

/** React's `lazy`, which loads the page anew when the file is gone after a deployment. */
export const lazyOrReload = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      if (navigator.onLine && reloadOnce(location.href)) return new Promise<never>(() => {})
      throw error
    }),
  )
