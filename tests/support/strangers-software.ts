import type { BrowserContext } from '@playwright/test'

// What other people's software does to a page in the browser: translation and content blockers.

/** Runs in the browser, before a page's own scripts. */
function translate(when: 'hydrated' | 'DOMContentLoaded'): void {
  const UNTOUCHED = 'script, style, textarea, font, [translate=no]'
  const replaceTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (/\S/.test(text.data) && !text.parentElement?.closest(UNTOUCHED)) texts.push(text)
    }
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  addEventListener(when, () => {
    replaceTexts(document.body)
    new MutationObserver(changes => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added.nodeName !== 'FONT' && added.parentElement) replaceTexts(added.parentElement)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/**
 * Translates every page of a browser as Chrome does: each text becomes an element, what comes later as well. The words stay, so that
 * journeys find them.
 * @param when before or after React has taken over
 */
export const translatePages = (context: BrowserContext, when: 'hydrated' | 'DOMContentLoaded' = 'hydrated') =>
  context.addInitScript(translate, when)

/** Words for which lists of content blockers (EasyPrivacy, EasyList, Fanboy) refuse what a page asks for. */
const BLOCKED =
  /\b_?ads?[-_./]|adserv|advert|affiliat|analytic|banner|beacon|campaign|collect|consent|cookie|event|log[-_.]|metric|newsletter|pixel|popup|promo|share|social|sponsor|stat[s-]|survey|telemetr|track|visit/i

/** Refuses everything but pages themselves whose address has one of these words. @returns the refused paths. */
export async function blockContent(context: BrowserContext): Promise<Set<string>> {
  const refused = new Set<string>()
  await context.route('**/*', async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest() || !BLOCKED.test(pathname)) return route.fallback()
    refused.add(pathname)
    await route.abort('blockedbyclient')
  })
  return refused
}
