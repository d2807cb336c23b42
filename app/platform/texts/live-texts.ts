/** What stands in the database in the place of texts in content/*.es.json, and of the release's settings. */
export type LiveTexts = {
  /** Texts of the storefront, by name. */
  shop: unknown
  /** By mail template: the texts of its places. */
  mails: ReadonlyMap<string, unknown>
  /** By legal text: its newest published version, and the newest that asked everybody again. */
  legal: ReadonlyMap<string, { version: number; publishedAt: Date; content: unknown; askedSince: number | null }>
  /** By name: what administrators have set in the place of the release's settings. */
  settings: ReadonlyMap<string, unknown>
}

const NONE: LiveTexts = { shop: undefined, mails: new Map(), legal: new Map(), settings: new Map() }

/** As this process read them last; it reads them again whenever one is changed (watch-texts.server.ts). */
let current: LiveTexts = NONE
const listeners = new Set<() => void>()

/** Puts other texts in their place, and tells whoever keeps something made of them. */
export function replaceLiveTexts(texts: LiveTexts): void {
  current = texts
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever texts have changed. @returns how to stop that. */
export function onTextsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps what is made of the live texts until they change, so that a request costs no work for them. */
export function madeOfTexts<Made>(make: (texts: LiveTexts) => Made): () => Made {
  let made: { from: LiveTexts; value: Made } | undefined
  return () => {
    if (made?.from !== current) made = { from: current, value: make(current) }
    return made.value
  }
}
