import type { Locator, Page } from '@playwright/test'

/**
 * Seconds of a practised person by the keystroke-level model (Card, Moran and Newell, 1980): to decide, to point, to
 * press a button, to type a character.
 */
const SECONDS = { decide: 1.35, point: 1.1, press: 0.2, key: 0.28 }

/** Acts of a person at a screen, counted as they are done: a click, a typed field, a choice, a key, a file. */
export function countActs(page: Page) {
  let acts = 0
  let seconds = 0
  const count = (more: number) => {
    acts += 1
    seconds += SECONDS.decide + more
  }
  const click = SECONDS.point + SECONDS.press
  return {
    async click(target: Locator) {
      count(click)
      await target.click()
    },
    async type(target: Locator, text: string) {
      count(click + SECONDS.key * text.length)
      await target.fill(text)
    },
    /** Types at the end of what a field has. */
    async append(target: Locator, text: string) {
      count(click + SECONDS.key * text.length)
      await target.press('Control+End')
      await target.pressSequentially(text)
    },
    async choose(target: Locator, label: string | RegExp) {
      count(2 * click)
      if ((await target.evaluate(element => element.tagName)) === 'INPUT') {
        await target.click()
        await page.getByRole('option', { name: label }).first().click()
        return
      }
      // The page may still be on its way.
      await target.locator('option').filter({ hasText: label }).first().waitFor({ state: 'attached' })
      const options = await target.locator('option').allTextContents()
      const index = options.findIndex(text => (typeof label === 'string' ? text.trim() === label : label.test(text)))
      await target.selectOption({ index })
    },
    async press(key: string) {
      count(SECONDS.key)
      await page.keyboard.press(key)
    },
    async upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      count(4 * click)
      await target.setInputFiles(file)
    },
    /** Acts and seconds since the last call. */
    take() {
      const taken = { acts, seconds }
      acts = 0
      seconds = 0
      return taken
    },
  }
}

export type Acts = ReturnType<typeof countActs>
