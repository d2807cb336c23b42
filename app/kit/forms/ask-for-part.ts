import { isReached } from '#app/platform/http/reload-once.ts'
import { shownPage } from './shown-page.ts'

/** Paths of parts whose script the router has. */
const loaded = new Set<string>()

/**
 * Asks for the data of a part of a page: where none comes, also when the router asks again, the page stays and the part gets null. A part's
 * first data takes a script, for which the router would wait for ever: it is asked for where the shop answers.
 * @returns whether it was asked for
 */
export async function askForPart(address: string, load: () => Promise<unknown>): Promise<boolean> {
  const { href, pathname } = new URL(address, location.href)
  if (!(loaded.has(pathname) || (await isReached()))) return false
  shownPage.parts.add(href)
  await load()
  loaded.add(pathname)
  return true
}
