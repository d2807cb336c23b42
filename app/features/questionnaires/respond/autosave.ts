import type { Answers, AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import type { SaveStatus } from '#app/features/questionnaires/respond-texts.ts'
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
  savingStatus,
  sent,
  settled,
  startQueue,
  stillPending,
} from './autosave-queue.ts'
import { answerOfEvent, forgetRun, keepPending, keepSection, readStored } from './autosave-storage.ts'
import { fetchAnswers, type SaveTarget, sendAnswers } from './send-answers.ts'

/** Milliseconds after the last key before a text is sent; the browser stores it at once. */
const TYPING_PAUSE = 400

export type AutosaveSnapshot = {
  answers: Answers
  section: number
  status: SaveStatus
  unsaved: boolean
  /** Unsaved answers exist only in memory: the browser refuses to store them. */
  fragile: boolean
}

export type AutosaveStart = SaveTarget & {
  answers: Answers
  sequences: Readonly<Record<string, number>>
  section: number
  sections: number
  /** The server's clock when it read this data, in milliseconds. */
  serverTime: number
  /** Milliseconds since the data reached this browser: without it, slow scripts would make its clock look late. */
  age: () => number
  /** Whole seconds so far with the questionnaire visible. */
  activeSeconds: () => number
}

/**
 * Autosaving of one run in one tab, outside React: combines the pure queue, browser storage and requests. Nothing
 * happens before `start`, which also restores what an earlier page left unsaved.
 */
export function createAutosave(input: AutosaveStart) {
  let queue: Queue = startQueue(input.section)
  let answers: Answers = input.answers
  let online = true
  let last = Math.max(0, ...Object.values(input.sequences))
  const shownSequences: Record<string, number> = { ...input.sequences }
  let isStored = true
  /** Milliseconds that this device's clock is behind the server's: sequences of all devices follow one clock. */
  let behind = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** While somebody types, the response to a save must not trigger the next one at once. */
  let typingUntil = 0
  let current: Promise<void> | undefined
  const listeners = new Set<() => void>()
  let snapshot = take()

  function take(): AutosaveSnapshot {
    const unsaved = hasUnsaved(queue)
    return {
      answers,
      section: queue.section,
      status: savingStatus(queue, online),
      unsaved,
      fragile: unsaved && !isStored,
    }
  }

  function change(next: Queue) {
    const fresh = keepPending(input.runId, queue.pending, next.pending)
    // A later write of other fields does not make up for one that failed.
    isStored = next.pending.size === 0 || (isStored && fresh)
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

  /** Sends now, or after `wait` milliseconds; a later call replaces the earlier one. */
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

  /** Shows answers from other browsers; newer ones here stay and are sent normally. */
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
    // An actor who may read may save again.
    if (queue.stopped === 'denied') resume()
    else notify()
  }

  function resume() {
    change(retryDenied(forgetFailures(queue)))
    schedule(0)
  }

  /** The page is being left: answers not being sent yet are sent now, and stay pending in case they do not arrive. */
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

    /** Takes an answer: shown and stored in the browser at once, sent at once or, while typing, after a pause. */
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

    /** Sends a held-back text, when its field loses focus. */
    sendNow() {
      typingUntil = 0
      if (hasUnsaved(queue) && !isWaitingForNetwork()) schedule(0)
    },

    /** Saves everything now. False: something is still unsaved, because of the network or permanently. */
    async flush(): Promise<boolean> {
      typingUntil = 0
      change(forgetFailures(queue))
      while (hasUnsaved(queue) || queue.sending) {
        await pump()
        if (queue.failures > 0 || queue.stopped) break
      }
      return !hasUnsaved(queue) && !queue.stopped
    },

    /** Resumes after the session was reopened. */
    reopened() {
      resume()
      void pull()
    },

    /** Whether the run turned out to be completed elsewhere. */
    isClosed: () => queue.stopped === 'closed',

    /** Starts in the browser; the returned function stops it. */
    start() {
      behind = input.serverTime + input.age() - Date.now()
      const found = readStored(input.runId)
      const pending = stillPending(found.answers, input.sequences)
      for (const answer of pending) show(answer.field, answer.value, answer.seq)
      const stale = new Map(found.answers.map(answer => [answer.field, answer]))
      const section = Math.min(Math.max(1, found.section ?? input.section), input.sections)
      queue = startQueue(input.section, pending, section)
      isStored = keepPending(input.runId, stale, queue.pending) || pending.length === 0
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
        // Phones kill hidden pages without an event, and a page that becomes visible need not wait for its next
        // attempt.
        if (document.visibilityState === 'visible') {
          // The person may have logged in or answered in another tab meanwhile.
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
        // When sending has stopped, staying saves nothing: pending answers are in the browser's storage, unless it
        // refuses them.
        if (hasUnsaved(queue) && (!queue.stopped || (queue.stopped === 'denied' && !isStored))) event.preventDefault()
      })
      return () => {
        heard.abort()
        clearTimeout(timer)
      }
    },
  }
}
