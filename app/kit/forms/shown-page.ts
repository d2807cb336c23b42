import type { ReactElement } from 'react'
import { isReached } from '#app/platform/http/reload-once.ts'

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

/** Paths of parts whose script the router has. */
const loaded = new Set<string>()

/**
 * Asks for the data of a part of a page: where none comes, also when the router asks again, the page stays and the part gets null. A part's
 * first data takes a script, for which the router would wait for ever: it is asked for where the shop answers.
 * @returns whether it was asked for
 */
export async function askForPart(address: string, load: () => Promise<void>): Promise<boolean> {
  const { href, pathname } = new URL(address, location.href)
  if (!(loaded.has(pathname) || (await isReached()))) return false
  shownPage.parts.add(href)
  await load()
  loaded.add(pathname)
  return true
}
