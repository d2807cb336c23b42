let done = false

/** Whether the browser's React has taken over the page, so that what is shown from now on is not in its HTML. */
export const isHydrated = (): boolean => done

/** Called by the root once every effect beneath has run. */
export function markHydrated(): void {
  done = true
  // Clicks that came too early are repeated (replay-clicks.server.ts).
  dispatchEvent(new Event('hydrated'))
}
