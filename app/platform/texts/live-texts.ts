/** Texts and settings of the database that override content/*.es.json and the release's settings. */
export type LiveTexts = {
  /** Texts of the storefront, by name. */
  shop: unknown
  /** By mail template: the texts of its places. */
  mails: ReadonlyMap<string, unknown>
  /** By legal text: its newest published version, and the newest that asked everybody again. */
  legal: ReadonlyMap<string, { version: number; publishedAt: Date; content: unknown; consentSince: number }>
  /** By name: administrators' overrides of the release's settings. */
  settings: ReadonlyMap<string, unknown>
}

const NONE: LiveTexts = { shop: undefined, mails: new Map(), legal: new Map(), settings: new Map() }

/** As this process last read them; it reads them again after each change (`watchTexts` in texts.server.ts). */
let current: LiveTexts = NONE
const listeners = new Set<() => void>()

/** Replaces the texts and notifies listeners that cache something derived from them. */
export function replaceLiveTexts(texts: LiveTexts): void {
  current = texts
  for (const listener of listeners) listener()
}

/** Resets texts and settings to the release's, for a process that switches to another database, as tests do. */
export function forgetLiveTexts(): void {
  replaceLiveTexts(NONE)
}

/** Calls `listener` whenever texts have changed. @returns how to stop that. */
export function onTextsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Caches what is derived from the live texts until they change. */
export function madeOfTexts<Made>(make: (texts: LiveTexts) => Made): () => Made {
  let made: { from: LiveTexts; value: Made } | undefined
  return () => {
    if (made?.from !== current) made = { from: current, value: make(current) }
    return made.value
  }
}
