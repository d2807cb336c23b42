import type { PendingAnswer } from './autosave-queue.ts'

/**
 * The browser's storage of a run's pending answers: one entry per field, so that two tabs never overwrite each other's,
 * and empty once all is saved. Storage may be full or forbidden; then answers live as long as the page, which warns
 * before it is left.
 */
const runPrefix = (runId: string) => `alhena.run.${runId}.`
const SECTION = '@section'

export type StoredAnswers = { answers: PendingAnswer[]; section: number | undefined }

/** The stored answers of a run; empty where storage is refused or has invalid content. */
export function readStored(runId: string): StoredAnswers {
  const stored: StoredAnswers = { answers: [], section: undefined }
  attempt(() => {
    const prefix = runPrefix(runId)
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      if (!key?.startsWith(prefix)) continue
      const field = key.slice(prefix.length)
      const text = localStorage.getItem(key)
      if (field === SECTION) stored.section = Number(text) || undefined
      else {
        const answer = parseStored(field, text)
        if (answer) stored.answers.push(answer)
      }
    }
  })
  return stored
}

/**
 * Updates the storage to the pending answers. `before` is what this tab stored last; other tabs' entries are left
 * alone.
 * @returns whether the browser stored it.
 */
export function keepPending(
  runId: string,
  before: ReadonlyMap<string, PendingAnswer>,
  now: ReadonlyMap<string, PendingAnswer>,
): boolean {
  return attempt(() => {
    for (const answer of now.values()) {
      if (before.get(answer.field) === answer) continue
      localStorage.setItem(runPrefix(runId) + answer.field, JSON.stringify({ value: answer.value, seq: answer.seq }))
    }
    for (const { field, seq } of before.values()) {
      if (now.has(field)) continue
      const key = runPrefix(runId) + field
      // Another tab may have stored a newer value.
      if ((parseStored(field, localStorage.getItem(key))?.seq ?? seq) <= seq) localStorage.removeItem(key)
    }
  })
}

/** Stores the section on screen (from 1), or removes it once the server has it (undefined). */
export function keepSection(runId: string, section: number | undefined): void {
  attempt(() => {
    if (section === undefined) localStorage.removeItem(runPrefix(runId) + SECTION)
    else localStorage.setItem(runPrefix(runId) + SECTION, String(section))
  })
}

/** The answer that another tab has just given, from the browser's storage event. */
export function answerOfEvent(runId: string, event: StorageEvent): PendingAnswer | undefined {
  const prefix = runPrefix(runId)
  return event.key?.startsWith(prefix) ? parseStored(event.key.slice(prefix.length), event.newValue) : undefined
}

/** Removes everything stored for a run, when nothing more can be saved. */
export function forgetRun(runId: string): void {
  attempt(() => {
    const prefix = runPrefix(runId)
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
}

function parseStored(field: string, text: string | null): PendingAnswer | undefined {
  if (text === null) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('value' in parsed) || !('seq' in parsed)) return undefined
    const { value, seq } = parsed
    if (typeof seq !== 'number' || (typeof value !== 'number' && typeof value !== 'string')) return undefined
    return { field, value, seq }
  } catch {
    return undefined
  }
}

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    // Private windows and full disks refuse storage; the queue in memory still saves.
    return false
  }
}
