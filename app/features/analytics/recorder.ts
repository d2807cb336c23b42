import type { BrowserEvent } from '#app/platform/tracking/events.ts'
import type { Tracked } from '#app/platform/tracking/track.ts'

/** An event on its way to the server; `ago` is its age in milliseconds when it leaves. */
export type SentEvent = { type: BrowserEvent; data: unknown; page: string; referrer: string; ago: number }
export type Batch = { visit: string; events: SentEvent[] }

/** The page of the shop that is open (path and query), and where it was reached from. */
export type PageView = { page: string; referrer: string }

type RecorderConfig = {
  visit(): string
  /** Sends a batch. @returns whether it need not be sent again. */
  send(batch: Batch): Promise<boolean>
  /** Sends a batch while the page is being left; the answer is ignored. */
  sendLast(batch: Batch): void
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `work` after so many milliseconds. @returns what calls it off. */
  later(work: () => void, milliseconds: number): () => void
}

export type Recorder = {
  add(event: Tracked, pageView: PageView): void
  /** Sends the waiting events before the page is left. */
  leave(): void
  /** Drops the queue. */
  forget(): void
}

const MAX_WAITING = 100
const MAX_IN_BATCH = 25
const SEND_AFTER_MS = 3_000
/** A newer price of the same product replaces one that was shown for less than these milliseconds. */
const SETTLED_MS = 1_000

type Waiting = { event: Tracked; pageView: PageView }

/**
 * Gathers events and sends them a few at a time. A failed batch is retried once and then dropped, so that a page is
 * never slowed down.
 */
export function createRecorder(config: RecorderConfig): Recorder {
  let waiting: Waiting[] = []
  let callOff: (() => void) | undefined

  const plan = () => {
    callOff ??= config.later(() => {
      callOff = undefined
      void sendSome()
    }, SEND_AFTER_MS)
  }

  const stopPlan = () => {
    callOff?.()
    callOff = undefined
  }

  const takeBatch = (): Batch => ({
    visit: config.visit(),
    events: waiting.splice(0, MAX_IN_BATCH).map(({ event, pageView }) => ({
      type: event.type,
      data: event.data,
      ...pageView,
      ago: Math.max(0, config.now() - event.at),
    })),
  })

  async function sendSome(): Promise<void> {
    if (waiting.length === 0) return
    const batch = takeBatch()
    if (waiting.length > 0) plan()
    if (await attempt(batch)) return
    const leftAt = config.now()
    config.later(() => {
      const late = config.now() - leftAt
      void attempt({ ...batch, events: batch.events.map(event => ({ ...event, ago: event.ago + late })) })
    }, SEND_AFTER_MS)
  }

  const attempt = (batch: Batch): Promise<boolean> => config.send(batch).catch(() => false)

  return {
    add(event, pageView) {
      const last = waiting.at(-1)
      if (last && replaces(event, last.event)) waiting.pop()
      if (waiting.length >= MAX_WAITING) return
      waiting.push({ event, pageView })
      plan()
    },
    leave() {
      stopPlan()
      while (waiting.length > 0) config.sendLast(takeBatch())
    },
    forget() {
      stopPlan()
      waiting = []
    },
  }
}

/** Whether both are prices of one product in quick succession, as while a slider is dragged. */
const replaces = (event: Tracked, earlier: Tracked): boolean =>
  event.type === 'price_preview_change' &&
  earlier.type === 'price_preview_change' &&
  event.at - earlier.at < SETTLED_MS &&
  productOf(event) === productOf(earlier)

const productOf = ({ data }: Tracked): string | undefined => ('product_id' in data ? data.product_id : undefined)
