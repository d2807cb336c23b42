import type { ReactElement } from 'react'

/**
 * What a page is made of, for when no answer comes or a form is refused: what keeps the page then (layouts/keep-page.ts) is loaded when
 * the browser is idle.
 */
export const shownPage = {
  /** Addresses whose data a part of a page has asked for. */
  parts: new Set<string>(),
  /** The page on the screen: its address, and the data of its routes. */
  page: { url: '', matches: [] as readonly { id: string; loaderData?: unknown }[] },
  /** Shows a dialog above the page, or none any more; set by the root. */
  showAbove(_dialog: ReactElement | undefined): void {},
}
