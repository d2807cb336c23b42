/**
 * Counts whole seconds while the page is visible, starting from `initial`.
 * @returns `start`, which starts counting in the browser and returns a function that stops it.
 */
export function createActiveClock(initial: number) {
  let counted = initial * 1000
  let since: number | undefined
  const pause = () => {
    if (since !== undefined) counted += performance.now() - since
    since = undefined
  }
  const follow = () => {
    pause()
    if (document.visibilityState === 'visible') since = performance.now()
  }
  return {
    seconds: (): number => Math.floor((counted + (since === undefined ? 0 : performance.now() - since)) / 1000),
    start() {
      follow()
      document.addEventListener('visibilitychange', follow)
      return () => {
        document.removeEventListener('visibilitychange', follow)
        pause()
      }
    },
  }
}
