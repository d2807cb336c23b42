import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'

/**
 * What a browser has yet to save, as plain data. An answer stays pending until the server has it: through failures, reloads and
 * crashes (`pending` is what the browser's storage mirrors). At most one batch is on its way.
 */
export type Queue = {
  readonly pending: ReadonlyMap<string, PendingAnswer>
  /** From 1: the section on screen, and the one that the server knows. */
  readonly section: number
  readonly savedSection: number
  readonly sending: Batch | undefined
  /** Failed tries since the last one that worked. */
  readonly failures: number
  /**
   * `denied`: this browser may not save now, `expired`: the access has ended; what is pending is kept. `closed`: the run is completed;
   * nothing more is saved.
   */
  readonly stopped: 'denied' | 'expired' | 'closed' | undefined
  /** Fields whose last value the server refused for good. */
  readonly refused: ReadonlySet<string>
}

export type PendingAnswer = { readonly field: string; readonly value: AnswerValue; readonly seq: number }
export type Batch = { readonly answers: readonly PendingAnswer[]; readonly section: number }

export type SendOutcome =
  /** `superseded`: the server already had newer values of these fields, from another browser. */
  | { kind: 'saved'; invalid: readonly string[]; superseded: readonly string[] }
  /** No answer, or one that another try may change (5xx, 429). */
  | { kind: 'failed' }
  | { kind: 'refused'; invalid: readonly string[] }
  | { kind: 'denied' }
  | { kind: 'expired' }
  | { kind: 'closed' }

export type SaveStatus = 'saved' | 'saving' | 'offline' | 'refused' | 'denied' | 'expired' | 'closed'

/** Answers per request; the server takes as many. */
const BATCH_ANSWERS = 60
/** Bytes per request: browsers send at most 64 kB while a page is being left. */
const BATCH_BYTES = 48_000

/** A queue that sends nothing yet. Sections count from 1: the one that the server knows, and the one that this browser kept. */
export const startQueue = (section: number, stored: readonly PendingAnswer[] = [], keptSection = section): Queue => ({
  pending: new Map(stored.map(answer => [answer.field, answer])),
  section: keptSection,
  savedSection: section,
  sending: undefined,
  failures: 0,
  stopped: undefined,
  refused: new Set(),
})

/** Takes an answer in; of one field the newest sequence stays. */
export function enqueue(queue: Queue, answer: PendingAnswer): Queue {
  if (queue.stopped === 'closed' || (queue.pending.get(answer.field)?.seq ?? -1) >= answer.seq) return queue
  const refused = new Set(queue.refused)
  refused.delete(answer.field)
  return { ...queue, pending: new Map(queue.pending).set(answer.field, answer), refused }
}

/** Another section (from 1) on screen; telling the server is part of the next batch. */
export const moveTo = (queue: Queue, section: number): Queue => ({ ...queue, section })

/** Whether an answer is not with the server yet; a changed position alone does not count. */
export const hasUnsaved = (queue: Queue): boolean => queue.pending.size > 0

const isIdle = (queue: Queue): boolean => queue.pending.size === 0 && queue.section === queue.savedSection

/** What to send next, oldest answers first; undefined when there is nothing, one is on its way or sending has stopped. */
export function nextBatch(queue: Queue): Batch | undefined {
  if (queue.sending || queue.stopped || isIdle(queue)) return undefined
  const answers: PendingAnswer[] = []
  let bytes = 0
  for (const answer of [...queue.pending.values()].toSorted((a, b) => a.seq - b.seq)) {
    bytes += sizeOf(answer)
    if (answers.length > 0 && (bytes > BATCH_BYTES || answers.length === BATCH_ANSWERS)) break
    answers.push(answer)
  }
  return { answers, section: queue.section }
}

const encoder = new TextEncoder()
const sizeOf = (answer: PendingAnswer): number => encoder.encode(JSON.stringify(answer)).length

/** The queue while a batch is on its way; its answers stay pending until the server has them. */
export const sent = (queue: Queue, batch: Batch): Queue => ({ ...queue, sending: batch })

/** What an answer to the batch on its way leaves. A value typed since then stays pending. */
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
      // A refusal that names nothing of the batch would come again for ever: the whole batch is what was refused.
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

/** Forgets past failures, so that the next try goes out at once: the network is back. */
export const forgetFailures = (queue: Queue): Queue => ({ ...queue, failures: 0 })

/** A browser that was denied tries again: it may have been opened anew. */
export const retryDenied = (queue: Queue): Queue =>
  queue.stopped === 'denied' ? { ...queue, stopped: undefined } : queue

/** What the respondent is told. `online` is what the browser believes. */
export function statusOf(queue: Queue, online: boolean): SaveStatus {
  if (queue.stopped) return queue.stopped
  if (queue.failures > 0 || !online) return 'offline'
  if (queue.sending || !isIdle(queue)) return 'saving'
  return queue.refused.size > 0 ? 'refused' : 'saved'
}

/** Milliseconds to wait after so many failures: 1 s, doubled up to 15 s, each spread by up to a quarter. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(15_000, 1000 * 2 ** (failures - 1)) * (1 + random / 4)

/** The next client sequence: the time, but always above what was given out or seen before. */
export const nextSequence = (last: number, now: number): number => Math.max(Math.floor(now), last + 1)

/** What a browser kept and the server does not have yet: the rest was saved, or beaten by something newer. */
export const stillPending = (
  stored: readonly PendingAnswer[],
  sequences: Readonly<Record<string, number>>,
): PendingAnswer[] => stored.filter(({ field, seq }) => seq > (sequences[field] ?? -1))
