import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import type { SaveStatus } from '#app/features/questionnaires/respond-texts.ts'

/**
 * The unsaved answers of a browser, as plain data. An answer stays pending until the server confirms it: through
 * failures, reloads and crashes (the browser's storage mirrors `pending`). At most one batch is being sent.
 */
export type Queue = {
  readonly pending: ReadonlyMap<string, PendingAnswer>
  /** From 1: the section on screen, and the one stored on the server. */
  readonly section: number
  readonly savedSection: number
  readonly sending: Batch | undefined
  /** Consecutive failures. */
  readonly failures: number
  /**
   * `denied`: this browser may not save now, `expired`: the access has expired; pending answers are kept. `closed`: the
   * run is completed; nothing more is saved.
   */
  readonly stopped: 'denied' | 'expired' | 'closed' | undefined
  /** Fields whose last value the server refused permanently. */
  readonly refused: ReadonlySet<string>
}

export type PendingAnswer = { readonly field: string; readonly value: AnswerValue; readonly seq: number }
export type Batch = { readonly answers: readonly PendingAnswer[]; readonly section: number }

export type SendOutcome =
  /** `superseded`: the server already had newer values of these fields, from another browser. */
  | { kind: 'saved'; invalid: readonly string[]; superseded: readonly string[] }
  /** No answer, or one that may change on retry (5xx, 429). */
  | { kind: 'failed' }
  | { kind: 'refused'; invalid: readonly string[] }
  | { kind: 'denied' }
  | { kind: 'expired' }
  | { kind: 'closed' }

/** Answers per request; also the server's maximum. */
const BATCH_ANSWERS = 60
/** Bytes per request: browsers send at most 64 kB while a page is being left. */
const BATCH_BYTES = 48_000

/** An idle queue. Sections count from 1: the one stored on the server, and the one stored in this browser. */
export const startQueue = (section: number, stored: readonly PendingAnswer[] = [], storedSection = section): Queue => ({
  pending: new Map(stored.map(answer => [answer.field, answer])),
  section: storedSection,
  savedSection: section,
  sending: undefined,
  failures: 0,
  stopped: undefined,
  refused: new Set(),
})

/** Adds an answer; of one field the newest sequence stays. */
export function enqueue(queue: Queue, answer: PendingAnswer): Queue {
  if (queue.stopped === 'closed' || (queue.pending.get(answer.field)?.seq ?? -1) >= answer.seq) return queue
  const refused = new Set(queue.refused)
  refused.delete(answer.field)
  return { ...queue, pending: new Map(queue.pending).set(answer.field, answer), refused }
}

/** Sets the section on screen (from 1); the next batch includes it. */
export const moveTo = (queue: Queue, section: number): Queue => ({ ...queue, section })

/** Whether an answer is not on the server yet; a changed position alone does not count. */
export const hasUnsaved = (queue: Queue): boolean => queue.pending.size > 0

const isIdle = (queue: Queue): boolean => queue.pending.size === 0 && queue.section === queue.savedSection

/**
 * The next batch, oldest answers first; undefined when there is nothing to send, a batch is being sent or sending has
 * stopped.
 */
export function nextBatch(queue: Queue): Batch | undefined {
  if (queue.sending || queue.stopped || isIdle(queue)) return undefined
  const answers: PendingAnswer[] = []
  let bytes = 0
  for (const answer of [...queue.pending.values()].toSorted((a, b) => a.seq - b.seq)) {
    bytes += byteSize(answer)
    if (answers.length > 0 && (bytes > BATCH_BYTES || answers.length === BATCH_ANSWERS)) break
    answers.push(answer)
  }
  return { answers, section: queue.section }
}

const encoder = new TextEncoder()
const byteSize = (answer: PendingAnswer): number => encoder.encode(JSON.stringify(answer)).length

/** The queue while a batch is being sent; its answers stay pending until the server confirms them. */
export const sent = (queue: Queue, batch: Batch): Queue => ({ ...queue, sending: batch })

/** The queue after the answer to a batch. A value typed since then stays pending. */
export function settled(queue: Queue, outcome: SendOutcome): Queue {
  const batch = queue.sending
  if (!batch) return queue
  const idle = { ...queue, sending: undefined }
  switch (outcome.kind) {
    case 'failed':
      return { ...idle, failures: queue.failures + 1 }
    case 'denied':
    case 'expired':
      return { ...idle, stopped: outcome.kind }
    case 'closed':
      return { ...idle, stopped: 'closed', pending: new Map(), section: queue.savedSection }
    case 'saved':
    case 'refused': {
      const done =
        outcome.kind === 'saved' ? batch.answers : batch.answers.filter(({ field }) => outcome.invalid.includes(field))
      const pending = new Map(queue.pending)
      for (const { field, seq } of done) if (pending.get(field)?.seq === seq) pending.delete(field)
      const refused = new Set([...queue.refused, ...outcome.invalid.filter(field => !pending.has(field))])
      // A refusal that names nothing in the batch would repeat for ever, so the whole batch counts as refused.
      if (outcome.kind === 'refused' && done.length === 0) return refuseAll(idle, batch)
      const savedSection = outcome.kind === 'saved' ? batch.section : queue.savedSection
      return { ...idle, pending, refused, savedSection, failures: 0 }
    }
  }
}

function refuseAll(queue: Queue, batch: Batch): Queue {
  const pending = new Map(queue.pending)
  const refused = new Set(queue.refused)
  for (const { field, seq } of batch.answers) {
    if (pending.get(field)?.seq !== seq) continue
    pending.delete(field)
    refused.add(field)
  }
  return { ...queue, pending, refused, savedSection: batch.section, failures: 0 }
}

/** Resets the failure count when the network is back, so that the next attempt is immediate. */
export const forgetFailures = (queue: Queue): Queue => ({ ...queue, failures: 0 })

/** Retries after a denial: the session may have been reopened. */
export const retryDenied = (queue: Queue): Queue =>
  queue.stopped === 'denied' ? { ...queue, stopped: undefined } : queue

/** The state shown to the respondent. `online` is the browser's own assumption. */
export function savingStatus(queue: Queue, online: boolean): SaveStatus {
  if (queue.stopped) return queue.stopped
  if (queue.failures > 0 || !online) return 'offline'
  if (queue.sending || !isIdle(queue)) return 'saving'
  return queue.refused.size > 0 ? 'refused' : 'saved'
}

/** Milliseconds to wait after this many failures: 1 s, doubled up to 15 s, each with up to a quarter of jitter. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(15_000, 1000 * 2 ** (failures - 1)) * (1 + random / 4)

/** The next client sequence: the time, but always above earlier sequences. */
export const nextSequence = (last: number, now: number): number => Math.max(Math.floor(now), last + 1)

/** Stored answers that the server lacks: the rest was saved or superseded. */
export const stillPending = (
  stored: readonly PendingAnswer[],
  sequences: Readonly<Record<string, number>>,
): PendingAnswer[] => stored.filter(({ field, seq }) => seq > (sequences[field] ?? -1))
