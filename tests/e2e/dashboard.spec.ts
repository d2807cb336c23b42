import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople, invitePeople } from '../support/completed-people.ts'
import { createInvitation, createPaidItem, createProduct, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { answerOwn, gotoPurchase, openPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, stopClock, test } from './journey.ts'
import { answerSection } from './respondent.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

async function signUpBuyer(page: Page): Promise<string> {
  const email = await openAccount(page, 'panel')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  return rows[0]?.id ?? ''
}

async function buy(userId: string, seats: number, slug = 'dama-assessment') {
  const product = await findProduct(pool, slug)
  const { item_id: itemId, ...item } = await createPaidItem(pool, { userId, productId: product.id, seats })
  return { ...item, itemId, userId, product }
}

/** Simulates returning to the tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

// shows: A2.36, A2.37, A2.38, A2.39, A2.41, A8.12
test('the dashboard shows purchases, progress and actions, and is reloaded on return', async ({ page }) => {
  const userId = await signUpBuyer(page)
  await page.goto('/account/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard de Assessments' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No tienes assessments' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver Catálogo' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Volver a mi cuenta' })).toHaveAttribute(
    'href',
    '/account',
  )
  await auditPage(page)

  // Not on sale, because other journeys count products.
  const bare = await createProduct(pool, { status: 'draft' })
  await createPaidItem(pool, { userId, productId: bare.id })
  const team = await buy(userId, 11)
  await comeBack(page)
  const group = page.getByRole('article').filter({ hasText: team.product.name })
  await expect(group.getByRole('link', { name: 'Invitar a 10 personas' })).toBeVisible()
  await expect(group.getByText('Nadie está invitado todavía')).toBeVisible()
  await expect(group.getByRole('button', { name: 'Configurar invitaciones' })).toHaveCount(0)
  await auditPage(page)
  const bareGroup = await openPurchase(page, bare.name)
  await expect(bareGroup.getByText('Sin descripción disponible')).toBeVisible()
  await openPurchase(page, team.product.name)
  await expect(page.getByText('Sin descripción disponible')).toHaveCount(0)
  for (const [label, value] of [
    ['Orden', team.order_number],
    ['Duración', '26 min'],
    ['Personas', '1 de 11'],
    ['Modo', 'Empresa'],
  ] as const) {
    await expect(group.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(value)
  }
  for (const counter of ['Total', 'Pendientes']) {
    const figure = page.getByRole('term').filter({ hasText: counter }).locator('xpath=following-sibling::dd[1]')
    await expect(figure).toHaveText('2')
  }

  for (const name of ['Comenzar', 'Invitar', 'Configurar invitaciones']) {
    await expect(group.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expect(group.getByRole('button', { name: 'Terminar' })).toHaveCount(0)
  await expect(group.getByRole('link', { name: 'Ver Detalles' })).toHaveAttribute(
    'href',
    `/assessment/${team.product.id}`,
  )
  const toggle = group.getByRole('link', { name: team.product.name, exact: true })
  await toggle.press('Enter')
  await expect(group.getByRole('button', { name: 'Comenzar' })).toHaveCount(0)
  await expect(toggle).toBeFocused()
  await toggle.press('Enter')
  await expect(group.getByRole('button', { name: 'Comenzar' })).toBeVisible()
  await group.getByRole('button', { name: /^Más acciones/ }).press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Personas', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await auditPage(page)

  await invitePeople(
    pool,
    team,
    Array.from({ length: 10 }, () => ({})),
  )
  await comeBack(page)
  await expect(group.getByText('11 de 11', { exact: true })).toBeVisible()
  await expect(group.getByText('0 de 10 respondieron')).toBeVisible()
  await expect(group.getByRole('button', { name: 'Invitar', exact: true })).toHaveCount(0)

  // When the server fails, the page keeps its contents and says so.
  await page.route('**/account/dashboard.data*', route => route.abort())
  await comeBack(page)
  await expect(page.getByText('Error al cargar los assessments')).toBeVisible()
  await expect(group).toBeVisible()
  await page.unroute('**/account/dashboard.data*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Error al cargar los assessments')).toHaveCount(0)
})

// shows: A2.43, A2.44, A8.13, A9.7
test('a person is invited, and address, code and message can be copied', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const copied: string[] = []
    Object.defineProperty(window, 'copied', { value: copied })
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: (text: string) =>
          Reflect.get(window, 'refuses') ? Promise.reject(new Error('refused')) : Promise.resolve(copied.push(text)),
      },
    })
  })
  await buy(await signUpBuyer(page), 3)
  await gotoPurchase(page)
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Invitar a una persona' })
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  for (const message of [
    'El nombre debe tener al menos 2 caracteres',
    'El apellido debe tener al menos 2 caracteres',
    'Ingresa un email válido',
    'Selecciona un rol',
    'El área debe tener al menos 2 caracteres',
  ]) {
    await expect(form.getByText(message).last()).toBeVisible()
  }
  await expect(field(form, 'Nombre')).toBeFocused()
  await expect(form.getByRole('status').filter({ hasText: '5 datos por corregir.' })).toHaveCount(1)
  await auditPage(page)
  const email = newEmail('invitada')
  await field(form, 'Nombre').fill('Rosa')
  await field(form, 'Apellido').fill('Díaz')
  await field(form, 'Email').fill(email)
  await form.getByLabel('Rol').selectOption('especialista')
  await field(form, 'Área').fill('Tecnología')
  await expect(form.getByRole('radio', { name: /^Nominativo/ })).toBeChecked()
  await form.getByRole('radio', { name: /^Confidencial/ }).check()
  await expect(form.getByRole('link', { name: 'Definir los grupos antes' })).toBeVisible()
  await form.getByRole('radio', { name: /^Nominativo/ }).check()
  await page.route('**/account/dashboard.data*', route => route.abort())
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(page.getByText('No se pudo crear la invitación. Inténtelo de nuevo.')).toBeVisible()
  await expect(field(form, 'Email')).toHaveValue(email)
  await page.unroute('**/account/dashboard.data*')
  await form.getByRole('button', { name: 'Enviar invitación' }).click()

  const made = page.getByRole('dialog', { name: 'Invitación generada' })
  const code = await made.getByText(/^AC-[2-9A-HJ-NP-Z]{8}$/).innerText()
  await expect(page.getByText('No se pudo crear la invitación.')).toHaveCount(0)
  await auditPage(page)
  await stopClock(page)
  for (const [button, toast] of [
    ['Copiar URL', 'URL copiada'],
    ['Copiar código', 'Código copiado'],
    ['Copiar mensaje', 'Invitación copiada'],
  ] as const) {
    await made.getByRole('button', { name: button }).click()
    await expect(page.getByText(toast, { exact: true }).first()).toBeVisible()
  }
  const copied: string[] = await page.evaluate(() => Reflect.get(window, 'copied'))
  expect(copied).toEqual([
    expect.stringMatching(
      /\/dama-assessment\?access_id=[0-9a-f-]{36}&assessment_id=[0-9a-f-]{36}#codigo=AC-[2-9A-HJ-NP-Z]{8}$/,
    ),
    code,
    expect.stringMatching(new RegExp(`${email}\\s+Código de acceso: ${code}`)),
  ])
  await expect(made.getByRole('button', { name: 'Copiado' })).toHaveCount(3)
  await page.clock.runFor(1900)
  await expect(made.getByRole('button', { name: 'Copiado' })).toHaveCount(3)
  await page.clock.runFor(200)
  await expect(made.getByRole('button', { name: /^Copiar/ })).toHaveCount(3)

  await page.evaluate(() => Reflect.set(window, 'refuses', true))
  for (const [button, toast] of [
    ['Copiar URL', 'No se pudo copiar la URL'],
    ['Copiar código', 'No se pudo copiar el código'],
    ['Copiar mensaje', 'No se pudo copiar el mensaje'],
  ] as const) {
    await made.getByRole('button', { name: button }).click()
    await expect(page.getByText(toast)).toBeVisible()
  }
})

// shows: A2.45, A5.9
test('data of people who have not completed are edited, or the seat is handed over', async ({ page }) => {
  const item = await buy(await signUpBuyer(page), 5)
  await completePeople(pool, item, [{ answers: { q1_governance_framework: 3 } }])
  const [inés, waiting] = [
    await createInvitation(pool, { itemId: item.itemId, userId: item.userId, name: 'Inés Pérez' }),
    await createInvitation(pool, { itemId: item.itemId, userId: item.userId, name: 'Luis Soto' }),
  ]
  await gotoPurchase(page)
  await page.getByRole('button', { name: 'Configurar invitaciones' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configurar invitaciones' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('form')).toHaveCount(0)
  await auditPage(page)
  const search = dialog.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('perez ines')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByText('1 persona pendiente')).toBeVisible()
  await dialog.getByRole('button', { name: /^Inés Pérez/ }).click()
  const form = dialog.getByRole('form', { name: 'Datos de Inés Pérez' })
  await expect(form.getByRole('textbox', { name: /^Email/ })).toHaveValue(inés.email)
  await form.getByRole('textbox', { name: /^Cargo/ }).fill('Jefa')
  await search.fill('nadie así')
  await expect(dialog.getByText('Nadie coincide con la búsqueda.')).toBeVisible()
  await search.fill('')
  await dialog.getByRole('button', { name: /^Luis Soto/ }).click()
  await expect(dialog.getByRole('form')).toHaveCount(1)
  await dialog.getByRole('button', { name: /^Inés Pérez/ }).click()
  await expect(form.getByRole('textbox', { name: /^Cargo/ })).toHaveValue('Jefa')
  await dialog.getByRole('button', { name: /^Luis Soto/ }).press('Enter')
  await expect(dialog.getByRole('link', { name: 'Ver personas' })).toHaveAttribute(
    'href',
    `/account/items/${item.itemId}/participants`,
  )
  const luis = dialog.getByRole('form', { name: 'Datos de Luis Soto' })
  await expect(luis.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await luis.getByRole('textbox', { name: /^Cargo/ }).fill('Analista')
  await luis.getByRole('textbox', { name: /^Área/ }).fill('Finanzas')
  await page.route('**/account/dashboard.data*', route => route.abort())
  await luis.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('No se pudieron guardar los datos')).toBeVisible()
  await page.unroute('**/account/dashboard.data*')
  await luis.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Datos guardados', { exact: true })).toBeVisible()
  await luis.getByRole('button', { name: 'Ver invitación' }).click()
  await expect(luis.getByText(waiting.code)).toBeVisible()
  await expect(luis.getByRole('button', { name: 'Copiar invitación' })).toBeVisible()
  await auditPage(page)
})

test('people who wait for a reminder get one from the row, after a question', async ({ page }) => {
  const item = await buy(await signUpBuyer(page), 4)
  await invitePeople(pool, item, [{}, {}, {}])
  await page.goto('/account/dashboard')
  const row = page.getByRole('article')
  await expect(row.getByRole('button', { name: 'Comenzar' })).toBeVisible()
  await pool.query("update user_accesses set created_at = now() - interval '25 hours' where order_item_id = $1", [
    item.itemId,
  ])
  await page.reload()
  await row.getByRole('button', { name: 'Recordar a 3' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Recordar a 3 personas?' })
  await auditPage(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await row.getByRole('button', { name: 'Recordar a 3' }).click()
  await dialog.getByRole('button', { name: 'Enviar recordatorio' }).click()
  await expect(page.getByText('Enviamos un recordatorio a 3 personas.')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Comenzar' })).toBeVisible()
  const sent = await pool.query(
    `select from mails join user_accesses access on access.id = mails.access_id
     where order_item_id = $1 and template = 'respondent_reminder'`,
    [item.itemId],
  )
  expect(sent.rowCount).toBe(3)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a purchase opens and closes, and its button works', async ({ page }) => {
    const item = await buy(await signUpBuyer(page), 1)
    await page.goto('/account/dashboard')
    const row = page.getByRole('article')
    const toggle = row.getByRole('link', { name: item.product.name, exact: true })
    await toggle.press('Enter')
    await expect(row.getByText(item.order_number, { exact: true })).toBeVisible()
    await expect(row.getByRole('link', { name: 'Ver Detalles' })).toBeVisible()
    await toggle.press('Enter')
    await expect(row.getByText(item.order_number, { exact: true })).toHaveCount(0)
    await row.getByRole('button', { name: 'Comenzar' }).click()
    await expect(page).toHaveURL(/\/dama-assessment\?access_id=/)
  })
})

test('five purchases fit a screen, a new result before what needs its buyer', async ({ page }) => {
  const userId = await signUpBuyer(page)
  const done = await buy(userId, 4)
  await completePeople(pool, done, [
    { answers: { q1_governance_framework: 4 } },
    { answers: { q1_governance_framework: 3 } },
  ])
  await buy(userId, 1, 'taller-kanban')
  for (const [seats, slug] of [
    [25, 'agilidad'],
    [1, 'madurez-digital'],
    [6, 'cultura-analitica'],
  ] as const)
    await buy(userId, seats, slug)
  await page.goto('/account/dashboard')
  const rows = page.getByRole('article')
  await expect(rows.nth(0).getByRole('link', { name: 'Ver resultados' })).toHaveAttribute(
    'href',
    `/account/items/${done.itemId}/results`,
  )
  await expect(rows.nth(0)).toContainText('Resultado nuevo')
  await expect(rows.nth(0)).toContainText('Nivel 3,5')
  await expect(rows.nth(0)).toContainText('2 de 2 respondieron')
  await expect(rows.nth(1).getByRole('link', { name: 'Invitar a 5 personas' })).toBeVisible()
  await expect(rows.nth(2).getByRole('button', { name: 'Comenzar' })).toBeVisible()
  await expect(rows.nth(3).getByRole('link', { name: 'Invitar a 24 personas' })).toBeVisible()
  await expect(rows.nth(4).getByRole('link', { name: 'Ver taller' })).toBeVisible()
  await auditPage(page)
  const width = page.viewportSize()?.width ?? 0
  const bottom = await rows.nth(4).evaluate(row => row.getBoundingClientRect().bottom + window.scrollY)
  expect(bottom).toBeLessThan(width < 640 ? 1600 : 900)
})

// shows: A2.40, A2.46, A8.14, A9.8
test('results open over the dashboard, and say when there are none or loading fails', { tag: '@full' }, async ({
  page,
}) => {
  const item = await buy(await signUpBuyer(page), 4)
  const [first, second] = await completePeople(pool, item, [
    {
      answers: {
        q1_governance_framework: 4,
        q2_roles_responsibilities: 6,
        governance_challenges: 'Faltan <i>dueños</i>',
      },
    },
    { answers: { q1_governance_framework: 2 } },
  ])
  await gotoPurchase(page)
  const results = page.getByRole('link', { name: 'Ver resultados de Persona 1' })
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/account/results/${first}.data*`, async route => {
    await held
    await route.continue()
  })
  await results.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cargando resultados...')).toBeVisible()
  release()
  await expect(dialog.getByText('Completitud')).toBeVisible()
  await expect(dialog.getByText('5%', { exact: false }).first()).toBeVisible()
  await expect(dialog.getByText('20 min')).toBeVisible()
  await expect(dialog.getByText(/^\d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
  await expect(dialog.getByText('Nivel 4')).toBeVisible()
  await expect(dialog.getByText('Faltan <i>dueños</i>')).toBeVisible()
  await expect(dialog.getByText('Sin respuesta').first()).toBeVisible()
  await auditPage(page)
  await page.keyboard.press('Escape')

  await page.unroute(`**/account/results/${first}.data*`)
  await page.route(`**/account/results/${first}.data*`, route => route.abort())
  await results.click()
  await expect(dialog.getByText('No se pudieron cargar los resultados del assessment.')).toBeVisible()
  await expect(dialog.getByText('Error', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await pool.query("update user_accesses set status = 'revoked' where id = $1", [second])
  await page.getByRole('link', { name: 'Ver resultados de Persona 2' }).click()
  await expect(dialog.getByText('No se encontraron resultados para este assessment.')).toBeVisible()
  await expect(dialog.getByText('Sin resultados', { exact: true })).toBeVisible()
})

// shows: A2.40, A8.15
test('a started assessment is finished from the dashboard, once it has an answer', { tag: '@full' }, async ({
  page,
}) => {
  const item = await buy(await signUpBuyer(page), 1)
  const { path } = await answerOwn(page.request)
  const group = await gotoPurchase(page, item.product.name)
  await expect(group.getByRole('button', { name: 'Continuar' })).toBeVisible()
  const finish = async () => {
    await group.getByRole('button', { name: 'Terminar', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click()
  }
  await finish()
  await expect(page.getByText('No se encontró un assessment en progreso para completar')).toBeVisible()

  const runId = new URL(path, 'http://x').searchParams.get('assessment_id')
  await pool.query(
    "insert into run_answers (run_id, field, option, client_seq) values ($1, 'q1_governance_framework', 3, 1)",
    [runId],
  )
  await finish()
  await expect(page.getByText('Assessment terminado')).toBeVisible()
  await expect(group.getByRole('button', { name: 'Completado' })).toBeDisabled()
  await expect(group.getByRole('link', { name: 'Ver resultados', exact: true })).toBeVisible()
  await auditPage(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  // shows: A2.47
  test('a questionnaire of 16 questions is answered from first to last, and its results are shown', {
    tag: ['@one-size', '@full'],
  }, async ({ page, browser, baseURL }) => {
    const item = await buy(await signUpBuyer(page), 3, 'agilidad')
    const invited = await createInvitation(pool, { itemId: item.itemId, userId: item.userId, name: 'Pedro Soto' })
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize(), hasTouch: true })
    const phone = await context.newPage()
    await phone.goto('/evaluacion/agilidad')
    await field(phone, 'Correo electrónico').fill(invited.email)
    await field(phone, 'Código de acceso').fill(invited.code)
    await phone.getByRole('button', { name: 'Acceder al Assessment' }).tap()
    await field(phone, 'Cargo / posición').fill('Analista')
    await field(phone, 'Área organizacional').fill('Finanzas')
    await field(phone, 'Rol respecto a lo que se evalúa').fill('Facilito equipos')
    await field(phone, 'Nombre de la empresa').fill('Frutos del Maule')
    await phone.getByRole('button', { name: 'Comenzar Evaluación' }).tap()
    for (let section = 1; section <= 4; section += 1) {
      await expect(phone.getByText(`Sección ${section} de 4`).first()).toBeVisible()
      await answerSection(phone, section + 1, 4)
      await expect(phone.getByText('Guardado', { exact: true }).first()).toBeVisible()
      if (section === 1) await auditPage(phone)
      await phone.getByRole('button', { name: section === 4 ? 'Finalizar Evaluación' : 'Siguiente' }).tap()
    }
    await expect(phone.getByRole('heading', { name: 'Evaluación Completada' })).toBeVisible()
    await expect(phone.getByText('16 preguntas completadas')).toBeVisible()
    await auditPage(phone)
    await context.close()

    await gotoPurchase(page)
    await auditPage(page)
    await page.getByRole('link', { name: 'Ver resultados de Pedro Soto' }).tap()
    await expect(page.getByRole('dialog').getByText('100%')).toBeVisible()
    await auditPage(page)
  })
})
