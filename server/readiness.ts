/** Milliseconds for which an answer about the database is given again: anybody may ask, as often as they like. */
const FRESH_MS = 1_000

/**
 * Asks whether the database is available, at most once a second, however many want to know.
 * @param ask never rejects.
 */
export function createReadiness(ask: () => Promise<boolean>, now: () => number = Date.now): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (asked === undefined || now() - asked.at >= FRESH_MS) asked = { at: now(), answer: ask() }
    return asked.answer
  }
}
