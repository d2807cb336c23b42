import type { Page } from '@playwright/test'
import { scriptNamed } from '../support/page-scripts.ts'
import { readPdf } from '../support/read-pdf.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

/** The products on screen. */
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

// shows: S2.4, S7.3
test('filters and sort order work from the address', async ({ page }) => {
  await page.goto('/?sort=price_desc')
  await expect(cards(page)).toHaveCount(18)
  await expect(cards(page).first()).toContainText('Desde $3.382.000 (8 personas)')
  await page.goto('/?type=workshop')
  await expect(cards(page)).toHaveCount(4)
  await page.goto('/assessments?category=Liderazgo')
  await expect(cards(page)).toHaveCount(4)
  await page.goto('/assessments?search=CIBERSEGURIDAD')
  await expect(cards(page).first()).toContainText('Ciberseguridad')
  await page.goto('/assessments?search=zzzz')
  await expect(page.getByText('No se encontraron assessments.')).toBeVisible()
  await expectAccessible(page)
})

test('the cached page contains no personal data, whoever requests it', { tag: '@one-size' }, async ({
  page,
  request,
}) => {
  const plain = await request.get('/', { headers: { cookie: '' } })
  const withCookies = await request.get('/', { headers: { cookie: 'alhena.session_token=forged; other=1' } })
  expect(await withCookies.text()).toBe(await plain.text())
  expect(plain.headers()['cache-control']).toContain('public')
  expect(plain.headers()['set-cookie']).toBeUndefined()
  const policy = plain.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).not.toContain('nonce-')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // shows: S2.28
  test('filtering, sorting, searching and reading work', { tag: '@full' }, async ({ page }) => {
    await page.goto('/assessments?search=datos&sort=price_asc')
    await expect(cards(page).first()).toBeVisible()
    await page.goto('/')
    await page.getByRole('main').getByRole('searchbox').fill('agilidad')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=agilidad/)
    await page.goto('/assessment/agilidad')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Madurez Ágil de Equipos')
  })

  test('the header leads to the account, by the log-in where nobody is signed in', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Mi Cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión')
  })
})

// shows: S1.1, S2.6
test('every kind of product has its page', { tag: '@full' }, async ({ page }) => {
  for (const slug of [
    'dama-assessment',
    'taller-kanban',
    'ia-generativa-profesionales',
    'seguridad-psicologica-equipos',
  ]) {
    await page.goto(`/assessment/${slug}`)
    await expect(page.getByRole('button', { name: 'Agregar al carrito' }).first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

test('the report can be read before it is bought', async ({ page }) => {
  await page.goto('/assessment/agilidad')
  const link = page.getByRole('link', { name: 'Ver informe de ejemplo (PDF)' })
  await expect(link).toHaveAttribute('target', '_blank')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; /),
  })
  const { pages } = await readPdf(new Uint8Array(await answer.body()))
  expect(pages.join(' ')).toContain('Ejemplo con datos inventados')
  expect((await page.request.get('/assessment/taller-kanban/informe-de-ejemplo')).status()).toBe(404)
})

test("a product's page stays as it came, and its text needs a script only after a navigation", {
  tag: '@full',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const scripts = await Promise.all(['product-contents', 'product-questions'].map(scriptNamed))
  const isContents = (url: string | URL) => scripts.includes(new URL(url).pathname)
  await page.goto('/assessment/agilidad')
  const question = page.getByText('¿Quién ve las respuestas?')
  await question.click()
  const answer = page.getByText('Antes de la primera pregunta, cada persona lee')
  await expect(answer).toBeVisible()
  await page.getByRole('radio', { name: /Varias personas/ }).check()
  await page.getByRole('button', { name: 'Una persona más' }).click()
  await expect(page.getByRole('textbox', { name: 'Personas' })).toHaveValue('3')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Así se ve tu resultado' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^50 / })).toBeVisible()
  await expect(answer).toBeVisible()
  expect(asked.filter(isContents)).toEqual([])

  let deliver = () => {}
  const mayCome = new Promise<void>(resolve => {
    deliver = resolve
  })
  await page.route(isContents, async route => {
    await mayCome
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'Inicio' }).click()
  await expect(cards(page)).toHaveCount(18)
  const request = page.waitForRequest(sent => isContents(sent.url()))
  await page.getByRole('link', { name: 'Madurez Ágil de Equipos' }).click()
  await request
  await expect(cards(page).first()).toBeVisible()
  deliver()
  await expect(page.getByRole('heading', { name: 'Qué obtienes' })).toBeVisible()
  await page.getByText('¿Quién ve las respuestas?').click()
  await page.getByRole('link', { name: 'Aviso de privacidad' }).first().click()
  await expect(page).toHaveURL(/\/legal\/privacidad$/)
})
