import type { BrowserEvent, BrowserEvents } from './events.ts'

/** Something that a page told, and when (milliseconds since 1970). */
export type Tracked = { type: BrowserEvent; data: BrowserEvents[BrowserEvent]; at: number }

/** Events that wait for the code that takes them, which comes when the browser is idle. */
const MAX_WAITING = 50

const waiting: Tracked[] = []
let taker: ((event: Tracked) => void) | undefined

/**
 * Tells that something happened. It costs nothing and never fails: whether it is recorded, the visitor has decided. Call it from
 * handlers and effects only.
 */
export function track<Type extends BrowserEvent>(type: Type, data: BrowserEvents[Type]): void {
  const event = { type, data, at: Date.now() }
  if (taker) taker(event)
  else if (waiting.length < MAX_WAITING) waiting.push(event)
}

/** Hands everything that is told from now on, and what waited, to `take`. @returns what ends that. */
export function takeTracked(take: (event: Tracked) => void): () => void {
  taker = take
  for (const event of waiting.splice(0)) take(event)
  return () => {
    if (taker === take) taker = undefined
  }
}
