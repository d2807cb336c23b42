import type { Browser, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createInvitation, createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { signIn, signInStaff } from './accounts.ts'
import { auditPage, expect, expectAccessible, field, newEmail, test } from './journey.ts'

// Contents: an editor's change reaches the intended readers, and nobody else.

const SLUG = 'estilo-comunicacion-lider'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A separate browser context. */
const openBrowser = (browser: Browser, baseURL = '') => browser.newContext({ baseURL, reducedMotion: 'reduce' })

/** A separate browser context in which an invited person is answering the first section. */
async function beginAnswering(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const buyer = await createProfile(pool, { email: newEmail('compradora') })
  const product = await findProduct(pool, SLUG)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 3 })
  const invited = await createInvitation(pool, { itemId: item.item_id, userId: buyer.id, email: newEmail('pedro') })
  const page = await (await openBrowser(browser, baseURL)).newPage()
  await page.goto(`/evaluacion/${SLUG}`)
  await field(page, 'Correo electrónico').fill(invited.email)
  await field(page, 'Código de acceso').fill(invited.code)
  await page.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await field(page, 'Cargo / posición').fill('Analista')
  await field(page, 'Área organizacional').fill('Finanzas')
  await field(page, 'Rol respecto a lo que se evalúa').fill('Soy parte del equipo')
  await field(page, 'Nombre de la empresa').fill('Empresa de Prueba')
  await page.getByRole('button', { name: 'Comenzar Evaluación' }).click()
  await expect(page.getByText('Sección 1 de 4').first()).toBeVisible()
  return page
}

const saved = (page: Page) => expect(page.getByRole('status').getByText('Guardado', { exact: true })).toBeVisible()

// shows: B2.53, B2.54, B4.8, B5.5, B8.5
test('a draft is edited, previewed and published; open runs keep the old version, new ones get the new', {
  tag: '@full',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000)
  const running = await beginAnswering(browser, baseURL)
  await signInStaff(page, 'content')
  await page.goto('/admin/content')
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: 'Estilo de Comunicación del Líder' }).click()
  await page.getByRole('button', { name: 'Crear borrador' }).click()
  await page.getByRole('navigation', { name: 'Partes del cuestionario' }).getByRole('link', { name: /^1\./ }).click()

  // Typed text is saved without a button, also when the page is left at once. The next part arrives after the save.
  const question = field(page, 'Pregunta').first()
  const before = await question.inputValue()
  const stored = page.waitForResponse(response => response.request().method() === 'POST')
  await page.route(/\/draft\.data\?seccion=0/, async route => {
    await stored
    await route.continue()
  })
  await question.fill('¿Cómo das una instrucción difícil?')
  await page.getByRole('navigation', { name: 'Partes del cuestionario' }).getByRole('link', { name: 'General' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'General' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Partes del cuestionario' }).getByRole('link', { name: /^1\./ }).click()
  await expect(field(page, 'Pregunta').first()).toHaveValue('¿Cómo das una instrucción difícil?')
  await saved(page)

  // A new question has no text: publishing says so and links to it.
  const fields = await field(page, 'Pregunta').count()
  await page.getByRole('button', { name: 'Agregar pregunta', exact: true }).click()
  await expect(field(page, 'Pregunta')).toHaveCount(fields + 1)
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: 'Revisar y publicar' }).click()
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeDisabled()
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: /pregunta \d+, texto: falta el texto/ }).click()
  await expect(field(page, 'Pregunta').last()).toBeFocused()
  // A new question's name is saved on blur, and what is typed afterwards is saved under it.
  await field(page, 'Campo').fill('q17_opinion')
  await page.keyboard.press('Tab')
  await expect(page.locator('#pregunta-q17_opinion')).toBeVisible()
  await field(page, 'Pregunta').last().fill('¿Con qué frecuencia?')
  await saved(page)
  await field(page, 'Pregunta').last().fill('¿Con qué frecuencia pides opinión?')
  for (const level of [1, 2, 3, 4, 5]) await field(page, `Opción ${level}`).last().fill(`Frecuencia ${level}`)
  await saved(page)

  // Removing asks for confirmation, unless the question is empty.
  const open = field(page, 'Pregunta abierta')
  const opened = await open.count()
  const add = page.getByRole('button', { name: 'Agregar pregunta abierta' })
  const remove = page.getByRole('button', { name: `Quitar la pregunta abierta ${opened + 1}`, exact: true })
  await add.click()
  await expect(open).toHaveCount(opened + 1)
  await remove.click()
  await expect(open).toHaveCount(opened)
  await add.click()
  await expect(open).toHaveCount(opened + 1)
  await open.last().fill('¿Algo más?')
  await remove.click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(open.last()).toHaveValue('¿Algo más?')
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(open).toHaveCount(opened)
  await saved(page)

  await page.getByRole('link', { name: 'Probar como respondente' }).click()
  await expect(page.getByText('nada de lo que respondas se guarda')).toBeVisible()
  await auditPage(page, [1440, 390])
  await page
    .getByRole('group', { name: /¿Con qué frecuencia pides opinión\?/ })
    .getByRole('radio')
    .first()
    .check()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 de 17 preguntas')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Sección 2 de 4').first()).toBeVisible()
  await page.getByRole('link', { name: 'Volver a la edición' }).click()
  await page.getByRole('link', { name: 'Revisar y publicar' }).click()
  await expect(page.getByText(before)).toBeVisible()
  await expect(page.getByText('¿Cómo das una instrucción difícil?')).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Versión publicada.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Versión 1 / })).toContainText('1')
  await auditPage(page, [1440, 390])

  await running.reload()
  await expect(running.getByText(before)).toBeVisible()
  await running.getByRole('radio').first().check()
  await expect(running.getByText('Guardado', { exact: true }).first()).toBeVisible()
  const fresh = await beginAnswering(browser, baseURL)
  await expect(fresh.getByText('¿Cómo das una instrucción difícil?')).toBeVisible()
  await expect(fresh.getByText('¿Con qué frecuencia pides opinión?')).toBeVisible()
  await running.context().close()
  await fresh.context().close()
})

// shows: B8.3
test("two editors of one draft see each other's changes, and typed input is kept", { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const editor = await signInStaff(page, 'content')
  const address = '/admin/content/questionnaires/seguridad-psicologica-equipos'
  await page.goto(address)
  await page.getByRole('button', { name: 'Crear borrador' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'General' })).toBeVisible()
  const other = await (await openBrowser(browser, baseURL)).newPage()
  const colleague = await signInStaff(other, 'content')
  await other.goto(`${address}/draft`)
  await field(page, 'Título').fill('Título de una')
  await saved(page)
  await field(other, 'Título').fill('Título de la otra')
  await expect(other.getByText(`${editor} guardó cambios en este borrador`)).toBeVisible()
  await expect(field(other, 'Título')).toHaveValue('Título de la otra')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Guardar los míos encima' }).click()
  await saved(other)
  await other.context().clearCookies()
  await field(other, 'Título').fill('Título sin sesión')
  await expect(other.getByText('No se guardó: tu sesión terminó')).toBeVisible()
  await expectAccessible(other)
  await signIn(other, colleague)
  await saved(other)
  await page.reload()
  await expect(field(page, 'Título')).toHaveValue('Título sin sesión')
  await page.goto(address)
  await page.getByText('Descartar borrador…').click()
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(page.getByText('Borrador descartado.')).toBeVisible()
  await other.context().close()
})

// shows: B2.53
test('changed texts reach the storefront at once, and legal texts as a new version', {
  tag: '@full',
}, async ({ page }) => {
  await signInStaff(page, 'content')
  await page.goto('/admin/content/texts')
  await auditPage(page, [1440, 390])
  await field(page, 'Bajo el logo').fill('Mide hoy, decide mañana.')
  await page.getByRole('button', { name: 'Guardar textos' }).click()
  await expect(page.getByText('La tienda ya los muestra.')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('Mide hoy, decide mañana.')
  await page.getByRole('button', { name: 'Volver a los originales' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Volver a los originales' }).click()
  await expect(page.getByText('vuelve a mostrar los textos originales')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain(
    'Assessments y talleres para personas y organizaciones de Chile.',
  )

  await page.goto('/admin/content/legal')
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: 'Resumen de las condiciones de compra', exact: true }).click()
  await field(page, 'Sección 1: título').fill('Quién vende')
  await auditPage(page, [1440, 390])
  const publish = page.getByRole('button', { name: /^Publicar la versión \d+/ })
  const next = Number(/\d+/.exec(await publish.innerText())?.[0])
  await publish.click()
  await expect(page.getByText(`Versión ${next} publicada.`)).toBeVisible()
  expect(await (await page.request.get('/legal/condiciones')).text()).toContain('Quién vende')
  await page.goto(`/legal/condiciones/${next - 1}`)
  await expect(page.getByText('Esta versión ya no está vigente.')).toBeVisible()
  await expectAccessible(page)

  // An edited notice about measuring: visitors who have decided are not asked again.
  await page.goto('/admin/content/legal/cookies')
  await field(page, 'Título').fill('Qué guarda tu navegador y qué medimos')
  await page.getByRole('radio', { name: 'No, solo la redacción: lo que decidieron sigue valiendo' }).check()
  await auditPage(page, [1440, 390])
  await page.getByRole('button', { name: /^Publicar la versión/ }).click()
  await expect(page.getByText(/Versión \d+ publicada\./)).toBeVisible()
  await page.goto('/legal/cookies')
  await expect(page.getByRole('heading', { level: 1, name: 'Qué guarda tu navegador y qué medimos' })).toBeVisible()
  await page.goto('/preferencias-de-privacidad')
  await expect(page.getByRole('radio', { name: 'No medir mis visitas' })).toBeChecked()
})
