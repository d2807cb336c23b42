import type { Page } from '@playwright/test'
import { openAccount, signInStaff } from './accounts.ts'
import { expect, field, test } from './journey.ts'

// A page stays, with everything typed, where no answer comes: without a network, or from a shop that is gone.

const STAYS = 'Esa página se abre cuando vuelva la red. Inténtalo otra vez entonces.'

test.use({ provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Error loading route module/ })

/** What keeps pages is loaded when the browser is idle: it asks for it before this, and gets it before the answer to this. */
const guarded = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(idle => requestIdleCallback(idle))
    await fetch('/healthz')
    await new Promise(idle => requestIdleCallback(idle))
  })

test('the back office keeps a form that is sent without a network, and every link waits', {
  tag: '@one-size',
}, async ({ page, context }) => {
  await signInStaff(page, 'admin')
  await page.goto('/admin/content/new')
  await page.waitForLoadState('networkidle')
  await field(page, 'Título').fill('Madurez en compras')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Crear borrador' }).click()
  await expect(page.getByText('La tienda no respondió', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nuevo cuestionario')
  await page.getByRole('navigation').getByRole('link', { name: 'Órdenes', exact: true }).click()
  await expect(page.getByText(STAYS)).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Buscar...' })
  const unreached = page.waitForEvent('requestfailed', request => request.url().endsWith('/healthz'))
  await box.pressSequentially('zzqq')
  await unreached
  await expect(field(page, 'Título')).toHaveValue('Madurez en compras')
  await expect(page).toHaveURL('/admin/content/new')
  await context.setOffline(false)
  await box.pressSequentially('xx')
  await expect(page.getByText('Sin coincidencias con «zzqqxx».')).toBeVisible()
  await page.getByRole('button', { name: 'Crear borrador' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Madurez en compras/)
})

test('the back office stays on its page when the shop is gone: links, filters, and signing out', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await signInStaff(page, 'admin')
  await page.goto('/admin/reviews')
  await page.waitForLoadState('networkidle')
  const heading = page.getByRole('heading', { level: 1 })
  const here = await heading.textContent()
  await guarded(page)
  await page.route('**/*', route => route.abort('failed'))
  const stays = async () => {
    await expect(page.getByText(/^Sin (conexión|respuesta)$/)).toBeVisible()
    await expect(heading).toHaveText(here ?? '')
    await expect(page).toHaveURL('/admin/reviews')
    await page.getByRole('button', { name: 'Descartar mensaje' }).click()
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Órdenes', exact: true }).click()
  await stays()
  await page.getByRole('searchbox').fill('excelente')
  await page.getByRole('searchbox').press('Enter')
  await stays()
  await expect(page.getByRole('searchbox')).toHaveValue('excelente')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Cuenta/ })
    .click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await stays()
  await page.unrouteAll()
  await page.getByRole('navigation').getByRole('link', { name: 'Órdenes', exact: true }).click()
  await expect(heading).toHaveText('Órdenes')
})

test('the shop stays on its page when no answer comes: filters, order, and signing out', {
  tag: ['@one-size', '@full'],
}, async ({ page, context }) => {
  await openAccount(page, 'sinfiltros')
  await page.goto('/assessments')
  await page.waitForLoadState('networkidle')
  const heading = page.getByRole('heading', { level: 1, name: 'Todos los assessments' })
  const stays = async (title: string) => {
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(heading).toBeVisible()
    await expect(page).toHaveURL('/assessments')
  }
  await guarded(page)
  await context.setOffline(true)
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('price_asc')
  await stays('Sin conexión')
  await page.getByRole('group', { name: 'Categorías' }).getByLabel('Liderazgo').click()
  await stays('Sin conexión')
  await context.setOffline(false)
  await page.route('**/*', route => route.abort('failed'))
  await page.getByRole('button', { name: 'Cuenta de Ana' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await stays('Sin respuesta')
  await expect(page.getByRole('button', { name: 'Cuenta de Ana' })).toBeVisible()
})

test("the profile and the log-in say the specification's words when no answer comes", {
  tag: ['@one-size', '@full'],
}, async ({ page, context }) => {
  await openAccount(page, 'sinred')
  await page.goto('/account?editar=1')
  await page.waitForLoadState('networkidle')
  await field(page, 'Empresa').fill('Prueba SpA')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Error al actualizar el perfil')).toBeVisible()
  await expect(field(page, 'Empresa')).toHaveValue('Prueba SpA')
  await context.setOffline(false)
  await context.clearCookies()
  await page.goto('/auth')
  await page.waitForLoadState('networkidle')
  await field(page, 'Email').fill('ana@example.cl')
  await field(page, 'Contraseña').fill('una clave larga')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('ana@example.cl')
})

test.describe('a form that is longer than its address takes', () => {
  test.use({ provoked: /413/ })
  for (const javaScriptEnabled of [true, false]) {
    test(`${javaScriptEnabled ? 'keeps its page' : 'says so without scripts'}`, {
      tag: ['@one-size', '@full'],
    }, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? '' })
      const page = await context.newPage()
      await page.goto('/auth')
      await page.waitForLoadState('networkidle')
      await field(page, 'Email').fill('ana@example.cl')
      await field(page, 'Contraseña').fill('clave '.repeat(4000))
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
      await expect(page.getByText('aquí caben 16 KB. No guardamos nada', { exact: false })).toBeVisible()
      if (javaScriptEnabled) await expect(field(page, 'Email')).toHaveValue('ana@example.cl')
      await context.close()
    })
  }
})

test("'Buscar...' of the back office has room on a phone, and takes what an input method inserts", {
  tag: '@one-size',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signInStaff(page, 'admin')
  await page.goto('/admin/reviews')
  const box = page.getByRole('combobox', { name: 'Buscar...' })
  expect((await box.boundingBox())?.width).toBeGreaterThanOrEqual(120)
  await box.focus()
  for (const letter of 'ñandú') await page.keyboard.insertText(letter)
  await expect(box).toHaveValue('ñandú')
})
