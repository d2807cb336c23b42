import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createInvited } from '../support/respondents.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { auditPage, expect, test } from './journey.ts'
import { openAsRespondent } from './respondent.ts'

// Answering on a phone: one question a screen.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const question = (page: Page) => page.getByRole('group').filter({ has: page.getByRole('radio') })
const option = (page: Page, number: number) =>
  question(page)
    .getByRole('radio')
    .nth(number - 1)
const asks = (page: Page, number: number) =>
  expect(page.getByText(`Pregunta ${number} de 5 en esta sección`)).toBeVisible()
const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })

async function open(page: Page) {
  const { invitation } = await createInvited(pool)
  await openAsRespondent(page, '/dama-assessment', { email: invitation.email, code: invitation.code })
  await page.getByRole('button', { name: 'Descartar mensaje' }).tap()
}

/** A finger that moves across the middle of the screen. */
async function swipe(page: Page, from: number, to: number) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', from + ((to - from) * step) / 5)
  await touch('touchEnd', to)
}

// shows: A2.14
test('every question and its options are on one screen, and a tap answers and goes on', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await open(page)
  let taps = 0
  for (let section = 1; section <= 8; section += 1) {
    for (let number = 1; number <= 5; number += 1) {
      await asks(page, number)
      await expect(question(page)).toHaveCount(1)
      const footer = await page.getByRole('contentinfo').or(next(page)).first().boundingBox()
      const text = await question(page).boundingBox()
      const last = await question(page).locator('label').last().boundingBox()
      if (!footer || !text || !last) throw new Error('There is no question')
      const where = `section ${section}, question ${number}`
      expect(await page.evaluate(() => window.scrollY), where).toBe(0)
      expect(text.y, where).toBeLessThanOrEqual(200)
      expect(last.y + last.height, where).toBeLessThanOrEqual(footer.y)
      await option(page, 3).tap()
      taps += 1
    }
    await expect(page.getByRole('heading', { name: 'Preguntas Abiertas' })).toBeVisible()
    if (section === 1) await auditPage(page, [390])
    await page.getByRole('button', { name: section === 8 ? 'Finalizar Evaluación' : 'Siguiente' }).tap()
    taps += 1
  }
  await expect(page.getByText('40 preguntas completadas')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(60)
})

// shows: A2.14
test('a tap is undone, and the way back is a button, a finger and a key', { tag: '@one-size' }, async ({ page }) => {
  await open(page)
  await option(page, 2).tap()
  await asks(page, 2)
  await page.getByRole('button', { name: 'Deshacer: elegiste la opción 2' }).tap()
  await asks(page, 1)
  await expect(option(page, 2)).toBeChecked()
  await option(page, 4).tap()
  await asks(page, 2)
  await page.getByRole('button', { name: 'Deshacer: elegiste la opción 4' }).tap()
  await asks(page, 1)
  await expect(option(page, 2)).toBeChecked()
  await next(page).tap()
  await asks(page, 2)
  await swipe(page, 100, 320)
  await asks(page, 1)
  await page.keyboard.press('PageDown')
  await asks(page, 2)
  await swipe(page, 320, 100)
  await page.keyboard.press('PageUp')
  await asks(page, 1)
  await page.keyboard.press('PageDown')
  await asks(page, 2)
  await page.getByRole('button', { name: 'Anterior' }).tap()
  await asks(page, 1)
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  // Arrow keys select as they do everywhere, and stay.
  await option(page, 2).focus()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 3)).toBeChecked()
  await asks(page, 1)
  // A digit answers and goes on, as it does in a list.
  await page.keyboard.press('4')
  await asks(page, 2)
  await expect(option(page, 1)).toBeFocused()
})

test('sections can be seen and gone to, and all questions of one shown as a list', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await open(page)
  const left = page.getByText(/^Quedan? (unos )?\d+ min$/)
  await option(page, 3).tap()
  await asks(page, 2)
  await expect(left).toHaveCount(0)
  await page.getByRole('button', { name: 'Anterior' }).tap()
  await next(page).tap()
  for (let number = 2; number <= 5; number += 1) {
    await asks(page, number)
    await option(page, 3).tap()
  }
  await expect(left).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Preguntas Abiertas' })).toBeVisible()
  await next(page).tap()
  await option(page, 3).tap()
  await page.getByRole('button', { name: 'Sección 2 de 8' }).tap()
  const map = page.getByRole('dialog', { name: 'Secciones' })
  await expect(map.getByText('5 de 5 preguntas')).toHaveCount(1)
  await expect(map.getByText('1 de 5 preguntas')).toHaveCount(1)
  await auditPage(page, [390])
  await map.getByRole('button', { name: /Gobierno de Datos/ }).tap()
  await asks(page, 1)
  await page.getByRole('button', { name: 'Sección 1 de 8' }).tap()
  await map.getByRole('button', { name: 'Ver todas las preguntas de la sección' }).tap()
  await expect(question(page)).toHaveCount(5)
  await page.reload()
  await expect(question(page)).toHaveCount(5)
  await page.getByRole('button', { name: /^Sección \d de 8$/ }).tap()
  await map.getByRole('button', { name: 'Ver una pregunta a la vez' }).tap()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Preguntas Abiertas' })).toBeVisible()
})

test('on a low screen a question scrolls by itself, between what stays', { tag: ['@one-size', '@full'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page)
  await expect(next(page)).toBeInViewport()
  await option(page, 6).tap()
  await asks(page, 2)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
