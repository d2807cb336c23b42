import type { DataStrategyResult } from 'react-router'

type Results = Record<string, DataStrategyResult>

/** What a page is made of, for when no answer comes (unanswered.ts, which is loaded when the browser is idle). */
export const asked = {
  /** Addresses whose data a part of a page has asked for. */
  parts: new Set<string>(),
  /** What the frames round the page were given, by the ids of their routes: they stay when a page within them gets no answer. */
  frames: new Map<string, unknown>(),
  /** Changes what requests came to so that the page stays. */
  keep: (_request: Pick<Request, 'method' | 'url'>, results: Results): Results | Promise<Results> => results,
}

/** Asks for the data of a part of a page: where none comes, also when the router asks again, the page stays and the part gets null. */
export function askForPart(address: string, load: () => Promise<void>): Promise<void> {
  asked.parts.add(new URL(address, location.href).href)
  return load()
}
