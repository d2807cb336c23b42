import type { BrowserEvent, BrowserEvents } from './events.ts'

/** An event of a page, and when it happened (milliseconds since 1970). */
export type Tracked = { type: BrowserEvent; data: BrowserEvents[BrowserEvent]; at: number }

/** Events that may wait for the recorder, which is loaded when the browser is idle. */
const MAX_WAITING = 50

const waiting: Tracked[] = []
let taker: ((event: Tracked) => void) | undefined

/**
 * Reports an event. It never fails, and it is recorded only if the visitor has agreed. Call it from handlers and
 * effects only.
 */
export function track<Type extends BrowserEvent>(type: Type, data: BrowserEvents[Type]): void {
  const event = { type, data, at: Date.now() }
  if (taker) taker(event)
  else if (waiting.length < MAX_WAITING) waiting.push(event)
}

/** Passes the waiting events and all later ones to `take`. @returns a function that stops it. */
export function takeTracked(take: (event: Tracked) => void): () => void {
  taker = take
  for (const event of waiting.splice(0)) take(event)
  return () => {
    if (taker === take) taker = undefined
  }
}
