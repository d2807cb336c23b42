import type { BrowserContext } from '@playwright/test'
import type { Pool } from 'pg'
import { createAccount, findProduct } from '../support/factories.ts'
import { type Completed, createCompleted, createReview } from '../support/reviews.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { signIn, signInStaff } from './accounts.ts'
import { gotoPurchase } from './buyer.ts'
import { auditPage, expect, expectNoSidewaysScroll, field, newEmail, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** The browser of a person who entered with e-mail and code. */
const enterAs = (context: BrowserContext, { token }: Completed, baseURL = '') =>
  context.addCookies([{ name: 'alhena_respondent', value: token, url: baseURL }])

test(
  'a respondent rates, a moderator publishes, and the product shows ratings from three on',
  { tag: '@full' },
  async ({ page, context, baseURL }, { project }) => {
    const slug = project.name === 'phone' ? 'agilidad' : 'cultura-analitica'
    const product = await findProduct(pool, slug)
    for (const rating of [5, 4]) {
      await createReview(pool, { productId: product.id, rating, comment: `Nota ${rating}`, status: 'published' })
    }
    await page.goto(`/assessment/${slug}`)
    await expect(page.getByRole('heading', { name: 'Opiniones' })).toHaveCount(0)

    const done = await createCompleted(pool, { productId: product.id, fullName: 'Pedro Soto' })
    await enterAs(context, done, baseURL)
    await page.goto(`/evaluacion/${slug}?access_id=${done.accessId}&assessment_id=${done.runId}`)
    await expect(page.getByRole('heading', { name: 'Evaluación Completada' })).toBeVisible()
    await auditPage(page)
    await page.getByRole('button', { name: 'Enviar opinión' }).click()
    await expect(page.getByText('Elige de 1 a 5')).toBeVisible()
    await page.getByRole('radio', { name: '1: Muy malo' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '2: Malo' })).toBeChecked()
    await field(page, 'Comentario (opcional)').fill('Hola <script>alert(1)</script>')
    await page.getByRole('button', { name: 'Enviar opinión' }).click()
    await expect(page.getByText('Recibimos tu opinión')).toBeVisible()
    await page.getByRole('radio', { name: '3: Regular' }).check()
    await page.getByRole('checkbox', { name: 'Mostrar mi nombre como Pedro S.' }).check()
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeEnabled()
    await auditPage(page)

    await signInStaff(page, 'content')
    await page.goto('/admin/reviews')
    const entry = page.getByRole('row').filter({ hasText: 'Pedro S.' }).filter({ hasText: product.name })
    await expect(entry).toContainText('Hola <script>alert(1)</script>')
    await expect(entry).toContainText('3: Regular')
    await auditPage(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: `Publicar la opinión de Pedro S. sobre ${product.name}` }).click()
    await expect(page.getByText('Opinión publicada.')).toBeVisible()
    await expect(entry).toHaveCount(0)

    await expect(async () => {
      await page.goto(`/assessment/${slug}`)
      await expect(page.getByRole('heading', { name: 'Opiniones' })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    const section = page.getByRole('region', { name: 'Opiniones' })
    await expect(section).toContainText('4,0 de 5')
    await expect(section).toContainText('Hola <script>alert(1)</script>')
    await expect(section).toContainText('Pedro S.')
    await expect(section).not.toContainText('@')
    await auditPage(page)
    await expectNoSidewaysScroll(page)

    await page.goto(`/valorar?access_id=${done.accessId}`)
    await expect(page.getByText('Tu opinión está publicada. Gracias.')).toBeVisible()
    await page.getByRole('button', { name: 'No mostrar mi nombre' }).click()
    await expect(page.getByText('Tu nombre ya no aparece')).toBeVisible()
    await auditPage(page)
    await page.goto('/admin/reviews?status=published')
    const shown = page.getByRole('row').filter({ hasText: 'Hola <script>' }).filter({ hasText: product.name })
    await shown.getByText('Ocultar…').click()
    await shown.getByRole('textbox', { name: /^Motivo/ }).fill('Prueba')
    await shown.getByRole('button', { name: /^Confirmar: ocultar la opinión de Participante verificado/ }).click()
    await expect(page.getByText('Opinión oculta.')).toBeVisible()
  },
)

test('a buyer rates the own assessment from the dashboard and sees the rating beside the results', {
  tag: '@full',
}, async ({ page }) => {
  const buyer = await createAccount(pool, { email: newEmail('opina'), first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(pool, 'dama-assessment')
  const done = await createCompleted(pool, { productId: product.id, buyerId: buyer.id, invited: false })
  await signIn(page, buyer.email)
  await gotoPurchase(page)
  await page.getByRole('button', { name: /^Más acciones/ }).click()
  await page.getByRole('link', { name: 'Valorar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '¿Qué te pareció?' })).toBeVisible()
  await auditPage(page)
  await page.getByRole('radio', { name: '5: Excelente' }).check()
  await page.getByRole('button', { name: 'Enviar opinión' }).click()
  await expect(page.getByText('Recibimos tu opinión')).toBeVisible()
  await page.goto(`/account/results/${done.accessId}`)
  await expect(page.getByRole('radio', { name: '5: Excelente' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Mostrar mi nombre como Camila P.' })).not.toBeChecked()
  await auditPage(page)
  await expectNoSidewaysScroll(page)
})

test("another person can't open the rating form", { tag: '@one-size' }, async ({ page, request }) => {
  const product = await findProduct(pool, 'liderazgo-360')
  const done = await createCompleted(pool, { productId: product.id })
  await page.goto(`/valorar?access_id=${done.accessId}`)
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  const refused = await request.post(`/valorar.data?access_id=${done.accessId}`, {
    form: { rating: '1' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(refused.status()).toBe(403)
  for (const path of ['/valorar', '/valorar?access_id=x', '/valorar?access_id=%00']) {
    expect((await request.get(path)).status(), path).toBeLessThan(500)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test(
    'rating works, keeps typed input, and comments have pages',
    { tag: '@one-size' },
    async ({ page, context, baseURL }, { project }) => {
      const slug = project.name === 'phone' ? 'ia-madurez' : 'madurez-digital'
      const product = await findProduct(pool, slug)
      const done = await createCompleted(pool, { productId: product.id })
      await enterAs(context, done, baseURL)
      await page.goto(`/valorar?access_id=${done.accessId}`)
      await field(page, 'Comentario (opcional)').fill('Buena forma de empezar')
      await page.getByRole('button', { name: 'Enviar opinión' }).click()
      await expect(page.getByText('Elige de 1 a 5')).toBeVisible()
      await expect(field(page, 'Comentario (opcional)')).toHaveValue('Buena forma de empezar')
      await page.getByRole('radio', { name: '5: Excelente' }).check()
      await page.getByRole('button', { name: 'Enviar opinión' }).click()
      await expect(page.getByText('Recibimos tu opinión')).toBeVisible()

      for (let index = 1; index <= 7; index += 1) {
        await createReview(pool, { productId: product.id, rating: 4, comment: `Texto ${index}`, status: 'published' })
      }
      await page.goto(`/assessment/${slug}`)
      await expect(page.getByText('Texto 7')).toBeVisible()
      await expect(page.getByText('Texto 2')).toHaveCount(0)
      await expect(page.getByRole('row', { name: /^11 / })).toBeVisible()
      await page.getByRole('link', { name: 'Más antiguas' }).click()
      await expect(page.getByText('Texto 2')).toBeVisible()
      await page.goto(`/assessment/${slug}?opiniones=9`)
      await expect(page.getByText('Texto 7')).toBeVisible()
    },
  )
})

test('a page of comments replaces the one that came with the document, and nothing else', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  const slug = 'experiencia-digital-cliente'
  const product = await findProduct(pool, slug)
  for (let index = 1; index <= 7; index += 1) {
    await createReview(pool, { productId: product.id, rating: 4, comment: `Texto ${index}`, status: 'published' })
  }
  await page.goto(`/assessment/${slug}`)
  await page.getByText('¿Recibo boleta o factura?').click()
  await page.getByRole('link', { name: 'Más antiguas' }).click()
  await expect(page.getByText('Texto 2')).toBeVisible()
  await expect(page.getByText('Texto 7')).toHaveCount(0)
  await expect(page.getByText('La que elijas al pagar.')).toBeVisible()
  await page.getByRole('link', { name: 'Más recientes' }).click()
  await expect(page.getByText('Texto 7')).toBeVisible()
  await expect(page.getByText('Texto 2')).toHaveCount(0)
  await expect(page.getByText('La que elijas al pagar.')).toBeVisible()
})

test('the product page updates prices live without layout shifts', async ({ page }, { project }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) Object.assign(window, { shift: Reflect.get(window, 'shift') + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/assessment/dama-assessment')
  await page.getByRole('radio', { name: /Empresa/ }).check()
  await page.getByRole('textbox', { name: 'Personas' }).fill('10')
  await page.keyboard.press('Enter')
  const box = page.getByRole('region', { name: 'Calcula tu precio' })
  await expect(box).toContainText('Con 11 personas pagas menos: ahorras $944.000')
  await box.getByRole('button', { name: 'Cambiar a 11' }).click()
  await expect(box).toContainText('$1.770.000')
  await page.getByRole('link', { name: 'Preguntas frecuentes' }).click()
  await expect(page.getByRole('heading', { name: 'Preguntas frecuentes' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Comprar ahora' })).toHaveCount(project.name === 'phone' ? 2 : 1)
  await page.getByRole('button', { name: 'Agregar al carrito', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Mi Carrito' })).toContainText('$1.770.000')
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02)
})
