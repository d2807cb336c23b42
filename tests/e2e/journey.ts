import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { type Choice, choiceCookie } from '../../app/platform/tracking/consent.ts'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { watchMessages } from './message-watch.ts'

export { expect }

declare global {
  interface Window {
    axe: typeof axe
  }
}

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

/** `npm run test:full` checks pages in both themes and at every width, `npm test` as the journey has them open. */
export const IS_FULL = process.env.E2E_FULL === '1'

/** Fails the journey on any error in the browser. */
export const test = base.extend<{ consent: Choice | null; provoked: RegExp | null; quietConsole: undefined }>({
  /** The visitor's choice about being measured; null: undecided, so that the shop asks. */
  consent: ['refused', { option: true }],
  /** What the browser reports because this journey provokes it. */
  provoked: [null, { option: true }],
  context: async ({ context, consent, baseURL }, use) => {
    if (consent) await decide(context, consent, baseURL ?? '')
    await use(context)
  },
  quietConsole: [
    async ({ context, provoked }, use) => {
      const complaints: string[] = []
      const listen = (page: Page) => {
        page.on('console', message => {
          if (['error', 'warning'].includes(message.type()) && !isExpected(message.text(), provoked))
            complaints.push(message.text())
        })
        page.on('pageerror', error => complaints.push(error.message))
        // Not an initial script, which a sandboxed frame would refuse with a complaint. The page may have gone meanwhile.
        page.on('domcontentloaded', () => void page.evaluate(watchMessages).catch(() => undefined))
      }
      for (const page of context.pages()) listen(page)
      context.on('page', listen)
      await use(undefined)
      expect(complaints, 'console').toEqual([])
    },
    { auto: true },
  ],
})

type Legal = { documents: { key: string; version?: number }[] }
/** The version of the notice about measuring in a new shop. */
const NOTICE =
  (JSON.parse(readFileSync('content/legal.es.json', 'utf8')) as Legal).documents.find(
    ({ key }) => key === 'cookies_analytics',
  )?.version ?? 1

/** Stores a choice in a browser, as if it had been made there today. */
async function decide(context: BrowserContext, choice: Choice, url: string): Promise<void> {
  const [name = '', value = ''] =
    choiceCookie(choice, { version: NOTICE, now: Date.now(), https: false }).split(';')[0]?.split('=') ?? []
  await context.addCookies([{ name, value, url }])
}

/** The browser itself reports responses that a journey provokes: a refused form, a lost connection. */
const isExpected = (text: string, provoked: RegExp | null): boolean =>
  provoked?.test(text) ||
  /Failed to load resource: (the server responded with a status of (400|401|403|404|409|410)|net::ERR_(INTERNET_DISCONNECTED|FAILED))/.test(
    text,
  )

/** The accessibility violations of the current page, once it has settled. */
export async function violationsOn(page: Page): Promise<string[]> {
  const startedAt = Date.now()
  for (;;) {
    const violations = await analyse(page)
    // What waits for scripts looks disabled before they disable it, and a page just opened may still wait for them.
    if (violations.length === 0 || Date.now() - startedAt > 4000) return violations
    await page.evaluate(() => new Promise(idle => requestIdleCallback(idle)))
  }
}

/** Minified, it is less than half as much to parse for each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Evaluates the library once per document; @axe-core/playwright does so twice per analysis, which takes longer than the analysis. */
async function analyse(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(async () => {
    // A colour in the middle of a transition is not one of the design.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets.push(still)
    try {
      // The style sheets that would be preloaded are for rules about video and about orientation.
      // A mail's preview is a document of its own in a sandbox, which nothing of the page can enter.
      return await window.axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false })
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== still)
    }
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(' ')}`)
}

/** Expects no accessibility violation on the current page. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOn(page)).toEqual([])

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // The layout follows a moment after a resize.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { timeout: 3000 })
    .toBeLessThanOrEqual(0)
}

/**
 * Expects no accessibility violation and no sideways scrolling on the current page.
 * @param widths in pixels, for the full run, which also checks both themes; by default the page's own size.
 */
export async function auditPage(page: Page, widths: readonly number[] = []): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of IS_FULL && widths.length > 0 ? widths : [size.width]) {
    await page.setViewportSize({ ...size, width })
    for (const colorScheme of IS_FULL ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize(size)
}

/** A unique address. */
export const newEmail = (name: string): string => `${name}-${randomUUID().slice(0, 12)}@example.cl`

/** A text field by its exact name. */
export const field = (scope: Page | Locator, name: string): Locator => scope.getByRole('textbox', { name, exact: true })

/** Selects the option that a text finds in a select that searches. */
export async function searchSelect(combobox: Locator, text: string): Promise<void> {
  // Until the scripts run it is a native select.
  await expect(combobox).toHaveJSProperty('tagName', 'INPUT')
  await combobox.fill(text)
  await combobox.page().getByRole('option', { name: text }).click()
}

/** Signs up on the open sign-up screen and confirms by the mail's link, which signs in. */
export async function signUp(page: Page, email: string, name = { first: 'Ana', last: 'Rojas' }): Promise<void> {
  await field(page, 'Nombre').fill(name.first)
  await field(page, 'Apellido').fill(name.last)
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear Cuenta' }).click()
  await expect(page.getByText('¡Cuenta creada exitosamente! Revisa tu email para confirmar tu cuenta.')).toBeVisible()
  await page.goto(await linkInMail(DATA_DIR, email, '/auth/confirm'))
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByText('Tu correo está confirmado')).toBeVisible()
}

/** The mail that the demo's mailbox shows, in a document of its own. */
export const shownMail = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Correo: "]')

/** Follows a link of that mail: it opens a tab of its own, whose address the page goes on with. */
export async function followMailLink(page: Page, name: string | RegExp): Promise<void> {
  const opening = page.waitForEvent('popup')
  await shownMail(page).getByRole('link', { name }).click()
  const tab = await opening
  await tab.waitForURL(/^http/)
  await page.goto(tab.url())
  await tab.close()
}

/** Fills in the open log-in screen and waits for the redirect. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).not.toHaveURL(/\/auth/)
}

/**
 * Stops the page's clock: from here its timers run by `page.clock.runFor` alone. Install the clock before the page is
 * opened.
 */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)
