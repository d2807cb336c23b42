import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Pool } from 'pg'
import { codeOf } from '../support/access-codes.ts'
import { findProduct } from '../support/factories.ts'
import { type Completed, createCompleted } from '../support/reviews.ts'

export type Running = Completed & { address: string; email: string; code: string }

/** An invited person who has started the data-governance assessment. */
export async function startedRun(pool: Pool): Promise<Running> {
  const product = await findProduct(pool)
  const run = await createCompleted(pool, { productId: product.id, unfinished: true })
  const { rows } = await pool.query<{ email: string; access_code: string }>(
    'select email, access_code from user_accesses where id = $1',
    [run.accessId],
  )
  const address = `/dama-assessment?access_id=${run.accessId}&assessment_id=${run.runId}`
  return { ...run, address, email: rows[0]?.email ?? '', code: await codeOf(pool, rows[0]?.access_code ?? '') }
}

/**
 * The page of a run. Until it works, a key that is pressed is nobody's and its saving state is the server's, so a test waits for that unless it
 * holds back the page's scripts: then for all that it loads, or for its first bytes.
 */
export async function openRun(
  context: BrowserContext,
  run: Running,
  baseURL = '',
  until: 'works' | 'load' | 'commit' = 'works',
): Promise<Page> {
  await context.addCookies([{ name: 'alhena_respondent', value: run.token, url: baseURL }])
  const page = await context.newPage()
  // On a phone too all questions of a section are on screen: phone-questions.spec.ts shows them one at a time.
  await page.addInitScript(() => {
    try {
      // Not by `setItem`, which a journey may have let fail.
      Object.assign(localStorage, { 'alhena.questions': 'list' })
    } catch {
      // A browser that refuses storage shows one at a time.
    }
  })
  await page.addInitScript(() => {
    addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', ''))
  })
  await page.goto(run.address, { waitUntil: until === 'commit' ? 'commit' : 'load' })
  await expect(page.getByRole('group').first()).toBeVisible()
  if (until === 'works') await expect(page.locator('html[data-hydrated]')).toBeAttached()
  return page
}

/** The options of the nth closed question on screen, from 0. */
export const optionsOf = (page: Page, question: number) =>
  page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .nth(question)
    .getByRole('radio')
export const choose = (page: Page, question: number, option: number) =>
  optionsOf(page, question)
    .nth(option - 1)
    .check()
export const expectSelected = (page: Page, question: number, option: number) =>
  expect(optionsOf(page, question).nth(option - 1)).toBeChecked()
export const expectState = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
export const comeBackTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
