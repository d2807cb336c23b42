import type { Pool } from 'pg'
import { createInvited } from '../support/respondents.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { openAsRespondent } from './respondent.ts'
import { expectSelected, expectState, openRun, optionsOf, startedRun } from './run-page.ts'

// The screen of a run, by keyboard and at all sizes.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

for (const width of [1440, 390]) {
  test(`the message of the start leaves section, question and percentage in view, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { invitation } = await createInvited(pool)
    await openAsRespondent(page, '/dama-assessment', { email: invitation.email, code: invitation.code })
    const message = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Descartar mensaje' }) })
    await expect(message).toContainText('Evaluación iniciada')
    for (const shown of ['Sección 1 de 8', 'Pregunta 1 de 5 en esta sección', '0%']) {
      const figure = page.getByText(shown, { exact: true }).first()
      await expect(figure).toBeInViewport()
      const [over, under] = [await message.boundingBox(), await figure.boundingBox()]
      if (!over || !under) throw new Error(`${shown} is not on screen`)
      const apart =
        over.y >= under.y + under.height ||
        under.y >= over.y + over.height ||
        over.x >= under.x + under.width ||
        under.x >= over.x + over.width
      expect(apart, shown).toBe(true)
    }
  })
}

// shows: A2.14
test('digit keys answer and move on visibly; the page resumes at the same question', { tag: '@one-size' }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun(pool)
  const page = await openRun(context, run, baseURL)
  await optionsOf(page, 0).first().focus()
  for (const [question, digit] of ['3', '6', '1'].entries()) {
    await page.keyboard.press(digit)
    await expectSelected(page, question, Number(digit))
    await expect(optionsOf(page, question + 1).first()).toBeFocused()
    await expect(optionsOf(page, question + 1).first()).toBeInViewport()
  }
  await page.keyboard.press('9')
  await expect(optionsOf(page, 3).first()).not.toBeChecked()
  await expectState(page, 'Guardado')
  await page.reload()
  await expect(optionsOf(page, 3).first()).toBeFocused()
  await expect(page.getByText('Pregunta 4 de 5 en esta sección')).toBeVisible()
})

// shows: A2.15
test('it is readable on a narrow phone, at 200% zoom, and in the dark theme', { tag: ['@one-size', '@full'] }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun(pool)
  const page = await openRun(context, run, baseURL)
  for (const [question, size] of [
    { width: 360, height: 740 },
    // A 1280 × 800 screen at 200%, and a phone on its side.
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ].entries()) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await optionsOf(page, question + 2)
      .first()
      .focus()
    await expect(optionsOf(page, question + 2).first()).toBeInViewport()
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})
