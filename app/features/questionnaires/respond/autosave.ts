import type { Answers, AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import {
  type Batch,
  enqueue,
  forgetFailures,
  hasUnsaved,
  moveTo,
  nextBatch,
  nextSequence,
  type Queue,
  retryDelay,
  retryDenied,
  type SaveStatus,
  sent,
  settled,
  startQueue,
  statusOf,
  stillPending,
} from './autosave-queue.ts'
import { answerOfEvent, forgetRun, keepPending, keepSection, readStored } from './autosave-storage.ts'
import { fetchAnswers, type SaveTarget, sendAnswers } from './send-answers.ts'

/** Milliseconds without a key before a text is sent; it is kept in the browser at once. */
const TYPING_PAUSE = 400

export type AutosaveSnapshot = {
  answers: Answers
  section: number
  status: SaveStatus
  unsaved: boolean
  /** What is unsaved lives in this page alone: the browser refuses to keep it. */
  fragile: boolean
}

export type AutosaveStart = SaveTarget & {
  answers: Answers
  sequences: Readonly<Record<string, number>>
  section: number
  sections: number
  /** The server's clock when it read all this, in milliseconds. */
  serverTime: number
  /** Milliseconds since that reached this browser: scripts that come slowly must not make its clock look late. */
  age: () => number
  /** Whole seconds with the questionnaire in view, now. */
  activeSeconds: () => number
}

/**
 * The saving of one run in one tab, outside React: pure queue, browser storage and requests put together. Nothing happens before
 * `start`, which also takes up what an earlier page left unsaved.
 */
export function createAutosave(input: AutosaveStart) {
  let queue: Queue = startQueue(input.section)
  let answers: Answers = input.answers
  let online = true
  let last = Math.max(0, ...Object.values(input.sequences))
  const shownSequences: Record<string, number> = { ...input.sequences }
  let kept = true
  /** Milliseconds that this device's clock is behind the server's: sequences of all devices follow one clock. */
  let behind = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** While somebody types, an answer that comes back must not send the next letters at once. */
  let typingUntil = 0
  let current: Promise<void> | undefined
  const listeners = new Set<() => void>()
  let snapshot = take()

  function take(): AutosaveSnapshot {
    const unsaved = hasUnsaved(queue)
    return { answers, section: queue.section, status: statusOf(queue, online), unsaved, fragile: unsaved && !kept }
  }

  function change(next: Queue) {
    const fresh = keepPending(input.runId, queue.pending, next.pending)
    // What one refused write left out, a later one of other fields does not make good.
    kept = next.pending.size === 0 || (kept && fresh)
    if (next.section !== queue.section || next.savedSection !== queue.savedSection) {
      keepSection(input.runId, next.section === next.savedSection ? undefined : next.section)
    }
    if (next.stopped === 'closed' && queue.stopped !== 'closed') forgetRun(input.runId)
    queue = next
    notify()
  }

  function notify() {
    snapshot = take()
    for (const listener of listeners) listener()
  }

  function show(field: string, value: AnswerValue, seq: number) {
    answers = { ...answers, [field]: value }
    shownSequences[field] = seq
    last = Math.max(last, seq)
  }

  /** Sends now, or after `wait` milliseconds; the later wish replaces the earlier one. */
  function schedule(wait: number) {
    clearTimeout(timer)
    if (wait > 0) timer = setTimeout(() => void pump(), wait)
    else void pump()
  }

  function pump(): Promise<void> {
    clearTimeout(timer)
    if (current) return current
    const batch = nextBatch(queue)
    if (!batch) return Promise.resolve()
    current = deliver(batch).finally(() => {
      current = undefined
    })
    return current
  }

  async function deliver(batch: Batch): Promise<void> {
    change(sent(queue, batch))
    const outcome = await sendAnswers(input, batch, input.activeSeconds())
    change(settled(queue, outcome))
    if (outcome.kind === 'saved' && outcome.superseded.length > 0) void pull()
    if (outcome.kind === 'failed') schedule(retryDelay(queue.failures, Math.random()))
    else if (nextBatch(queue)) schedule(Math.max(1, typingUntil - Date.now()))
  }

  /** Shows what other browsers have answered since; what is newer here stays, and goes out as ever. */
  async function pull(): Promise<void> {
    const fetched = await fetchAnswers(input)
    if (!fetched) return
    if (fetched.kind === 'closed') {
      change({ ...queue, stopped: 'closed', pending: new Map(), section: queue.savedSection })
      return
    }
    for (const [field, seq] of Object.entries(fetched.sequences)) {
      const value = fetched.answers[field]
      if (value !== undefined && seq > (shownSequences[field] ?? -1)) show(field, value, seq)
    }
    // Whoever may read may save again.
    if (queue.stopped === 'denied') resume()
    else notify()
  }

  function resume() {
    change(retryDenied(forgetFailures(queue)))
    schedule(0)
  }

  /** The page is being left: what is not on its way yet goes out beside it, and stays pending in case it does not arrive. */
  function sendLeaving() {
    const batch = nextBatch({ ...queue, sending: undefined })
    const waiting = batch?.answers.filter(answer => !queue.sending?.answers.includes(answer)) ?? []
    if (batch && (waiting.length > 0 || batch.section !== queue.savedSection)) {
      void sendAnswers(input, { ...batch, answers: waiting }, input.activeSeconds())
    }
  }

  const isWaitingForNetwork = () => queue.failures > 0

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    snapshot: () => snapshot,

    /** Takes in what somebody answered: shown and kept in the browser at once, sent at once or, while they type, after a pause. */
    answer(field: string, value: AnswerValue) {
      const seq = nextSequence(last, Date.now() + behind)
      show(field, value, seq)
      change(enqueue(queue, { field, value, seq }))
      typingUntil = typeof value === 'string' ? Date.now() + TYPING_PAUSE : 0
      if (!isWaitingForNetwork()) schedule(typingUntil === 0 ? 0 : TYPING_PAUSE)
    },

    goTo(section: number) {
      typingUntil = 0
      change(moveTo(queue, Math.min(Math.max(1, section), input.sections)))
      if (!isWaitingForNetwork()) schedule(0)
    },

    /** Sends what a text field held back; for leaving it. */
    sendNow() {
      typingUntil = 0
      if (hasUnsaved(queue) && !isWaitingForNetwork()) schedule(0)
    },

    /** Saves everything now. False: something is still unsaved, because of the network or for good. */
    async flush(): Promise<boolean> {
      typingUntil = 0
      change(forgetFailures(queue))
      while (hasUnsaved(queue) || queue.sending) {
        await pump()
        if (queue.failures > 0 || queue.stopped) break
      }
      return !hasUnsaved(queue) && !queue.stopped
    },

    /** Goes on after this browser was opened anew. */
    reopened() {
      resume()
      void pull()
    },

    /** Whether the run turned out to be completed elsewhere. */
    isClosed: () => queue.stopped === 'closed',

    /** Starts in the browser; the returned function ends it. */
    start() {
      behind = input.serverTime + input.age() - Date.now()
      const found = readStored(input.runId)
      const pending = stillPending(found.answers, input.sequences)
      for (const answer of pending) show(answer.field, answer.value, answer.seq)
      const stale = new Map(found.answers.map(answer => [answer.field, answer]))
      const section = Math.min(Math.max(1, found.section ?? input.section), input.sections)
      queue = startQueue(input.section, pending, section)
      kept = keepPending(input.runId, stale, queue.pending) || pending.length === 0
      online = navigator.onLine
      notify()
      schedule(0)

      const heard = new AbortController()
      const on = (target: EventTarget, type: string, listener: (event: Event) => void) =>
        target.addEventListener(type, listener, { signal: heard.signal })
      on(window, 'online', () => {
        online = true
        change(forgetFailures(queue))
        schedule(0)
      })
      on(window, 'offline', () => {
        online = false
        notify()
      })
      on(window, 'pagehide', sendLeaving)
      on(document, 'visibilitychange', () => {
        // Phones end hidden pages without a word; and a page that comes back need not wait for its next try.
        if (document.visibilityState === 'visible') {
          // Somebody may have logged in, or answered, in another tab meanwhile.
          change(forgetFailures(queue))
          void pull()
        }
        schedule(0)
      })
      on(window, 'storage', event => {
        const other = event instanceof StorageEvent ? answerOfEvent(input.runId, event) : undefined
        if (!other || other.seq <= (shownSequences[other.field] ?? -1)) return
        show(other.field, other.value, other.seq)
        notify()
      })
      on(window, 'beforeunload', event => {
        // Where sending has stopped, staying saves nothing: what is pending waits in the browser, unless that refuses to keep it.
        if (hasUnsaved(queue) && (!queue.stopped || (queue.stopped === 'denied' && !kept))) event.preventDefault()
      })
      return () => {
        heard.abort()
        clearTimeout(timer)
      }
    },
  }
}
