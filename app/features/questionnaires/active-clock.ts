/**
 * Counts whole seconds with the page in view, on from `initial`.
 * @returns `start`, which begins counting in the browser and gives a function that ends it.
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
