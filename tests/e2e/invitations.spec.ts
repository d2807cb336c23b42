import type { Page } from '@playwright/test'
import { writeWorkbook } from '../../app/platform/sheets/workbook.server.ts'
import { row as sheetRow, workbook } from '../../app/platform/sheets/workbook.test-support.ts'
import { openAccount } from './accounts.ts'
import { buyForNothing, fillCart, gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

/** A buyer with this many seats of one product, on the dashboard. */
async function buySeats(page: Page, seats: number): Promise<string> {
  const email = await openAccount(page, 'compradora')
  const [choice] = await fillCart(page, ['dama-assessment'])
  await buyForNothing(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats }])
  await gotoPurchase(page)
  return email
}

const openList = (page: Page) => page.getByRole('link', { name: /^Invitar a \d+ personas?$/ }).click()

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Partes de la compra' })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a pasted list with errors is reviewed, corrected and confirmed, and each person gets a mail', {
  tag: '@full',
}, async ({ page }) => {
  const buyer = await buySeats(page, 5)
  const [ana, luis, rosa] = [newEmail('ana'), newEmail('luis'), newEmail('rosa')]
  await openList(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Preparar las invitaciones' })).toBeVisible()
  await expect(page.getByText('quedan 4 asientos')).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Pega una lista o elige un archivo.')

  const list = [
    'Nombre;Apellido;Email;Cargo;Área',
    `Ana;Díaz;${ana};Gerente;Ventas`,
    `Ana;Díaz;${ana.toUpperCase()};Gerente;Ventas`,
    `Luis;Soto;${luis};Analista;`,
    'Rosa;Paz;rosa@;Otro;Finanzas',
    `Gana en premios.com;Ya;${newEmail('mala')};Otro;Ventas`,
    `Yo;Misma;${buyer};Otro;Ventas`,
  ]
  await field(page, 'Pega la lista').fill(list.join('\n'))
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  const refused = page.getByRole('region', { name: 'No se invitarán: 5 personas' })
  for (const fate of ['Duplicada', 'Datos faltantes', 'Correo inválido', 'Texto no permitido', 'Ya invitada']) {
    await expect(refused.getByText(fate, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Invitar a 1 persona' })).toBeVisible()
  await auditPage(page)

  await page.getByRole('button', { name: 'Corregir la lista' }).click()
  await expect(field(page, 'Pega la lista')).toHaveValue(new RegExp(`Luis;Soto;${luis};Analista;`))
  await field(page, 'Pega la lista').fill(
    [`Ana;Díaz;${ana};Gerente;Ventas`, `Luis;Soto;${luis};Analista;TI`, `Rosa;Paz;${rosa};Otro;Finanzas`].join('\n'),
  )
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await page.getByRole('button', { name: 'Invitar a 3 personas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invitaciones enviadas' })).toBeVisible()
  await expect(page.getByText('Invitamos a 3 personas')).toBeVisible()
  await auditPage(page)
  await page.reload()
  await expect(page.getByText('Invitamos a 3 personas')).toBeVisible()

  for (const email of [ana, luis, rosa]) {
    await expect(async () => {
      await page.goto('/demo/correo')
      await expect(page.getByText(email)).toHaveCount(1, { timeout: 500 })
    }).toPass()
  }
  await gotoPurchase(page)
  await expect(page.getByText('4 de 5').first()).toBeVisible()
  await expect(row(page, ana)).toContainText('Pendiente')
})

test('addresses pasted from a mail program are invited once they have a role and an area', { tag: '@full' }, async ({
  page,
}) => {
  await buySeats(page, 4)
  const [ana, luis] = [newEmail('ana'), newEmail('luis')]
  await openList(page)
  await field(page, 'Pega la lista').fill(`Ana Díaz <${ana}>, "Soto, Luis" <${luis}>`)
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(page.getByText('2 personas no los traen.')).toBeVisible()
  await page.getByRole('button', { name: 'Completar', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Cargo', exact: true })).toBeFocused()
  await expect(page.getByText('Selecciona un cargo').last()).toBeVisible()
  await auditPage(page)
  await page.getByRole('combobox', { name: 'Cargo', exact: true }).selectOption({ label: 'Analista' })
  await page.getByRole('textbox', { name: 'Área' }).fill('Ventas')
  await page.getByRole('button', { name: 'Completar', exact: true }).click()
  await page.getByRole('button', { name: 'Invitar a 2 personas' }).click()
  await expect(page.getByText('Invitamos a 2 personas')).toBeVisible()
})

test('people of an item are searched, managed and revoked', { tag: '@full' }, async ({ page }) => {
  await buySeats(page, 4)
  const [ana, luis] = [newEmail('ana'), newEmail('luis')]
  await openList(page)
  await field(page, 'Pega la lista').fill(`Ana;Díaz;${ana};Gerente;Ventas\nLuis;Soto;${luis};Analista;TI`)
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await page.getByRole('button', { name: 'Invitar a 2 personas' }).click()
  await page.getByRole('link', { name: 'Ver personas' }).click()
  await expect(tabs(page).getByRole('link', { name: 'Personas' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('0 de 2 respondieron')).toBeVisible()
  await expect(page.getByText('3 de 4 asientos usados')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(row(page, luis)).toContainText('Enviada', { timeout: 500 })
  }).toPass()
  await expect(row(page, luis)).toContainText('Pendiente')
  await auditPage(page)

  await page.getByRole('main').getByLabel('Buscar', { exact: true }).fill('soto')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(row(page, ana)).toBeHidden()
  await expect(page.getByRole('main').getByLabel('Buscar', { exact: true })).toHaveValue('soto')
  // Two taps send an invitation again.
  await page.getByRole('link', { name: 'Gestionar a Luis Soto' }).click()
  const person = page.getByRole('dialog', { name: 'Luis Soto' })
  await expect(person.getByRole('heading', { name: 'Luis Soto' })).toBeFocused()
  await person.getByRole('button', { name: 'Reenviar invitación' }).click()
  await expect(person.getByText('La enviamos hace menos de 10 minutos.')).toBeVisible()
  await expect(person.getByRole('link', { name: 'Compartir por WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*AC-/,
  )
  await auditPage(page)
  await person.getByRole('textbox', { name: /^Cargo/ }).fill('Jefe de TI')
  await person.getByRole('button', { name: 'Guardar' }).click()
  await expect(person).toBeHidden()
  await page.getByRole('link', { name: 'Gestionar a Luis Soto' }).click()
  await expect(person.getByRole('textbox', { name: /^Cargo/ })).toHaveValue('Jefe de TI')
  await person.getByRole('button', { name: 'Revocar invitación' }).click()
  const question = page.getByRole('dialog', { name: /^¿Revocar la invitación de / })
  await question.getByRole('button', { name: 'Revocar' }).click()
  await expect(page.getByText('el asiento quedó libre')).toBeVisible()
  await expect(person).toBeHidden()
  await expect(page.getByText('2 de 4 asientos usados')).toBeVisible()
  await expect(page.getByText('Nadie coincide')).toBeVisible()
  await tabs(page).getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('combobox', { name: 'Enviar un recordatorio' }).selectOption('Cada 7 días')
  await page.getByRole('button', { name: 'Guardar plazo y recordatorios' }).click()
  await expect(page.getByText('Guardamos el plazo y los recordatorios.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Enviar un recordatorio' })).toHaveValue('7')
})

test('a workbook says what was guessed and which hidden rows were left out', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await buySeats(page, 3)
  await openList(page)
  const [ana, eva] = [newEmail('ana'), newEmail('eva')]
  const rows = [
    sheetRow(1, ['Nombre completo', 'Correo', 'Cargo', 'Gerencia']),
    sheetRow(2, ['PÉREZ SOTO ANA MARÍA', ana, 'Gerente', 'Ventas']),
    sheetRow(3, ['ROJAS DÍAZ EVA', eva, 'Analista', 'Ventas'], 'hidden="1"'),
  ]
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const buffer = await workbook({ sheet: rows.join('') })
  await page.getByLabel('O elige un archivo').setInputFiles({ name: 'personas.xlsx', mimeType, buffer })
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(page.getByText('No leímos 1 fila oculta en la planilla')).toBeVisible()
  const invited = page.getByRole('region', { name: 'Se invitará: 1 persona' })
  await expect(invited).toContainText(ana)
  await expect(invited).toContainText('Supusimos nombre «ANA MARÍA» y apellido «PÉREZ SOTO»')
  await expect(row(page, eva)).toHaveCount(0)
  await auditPage(page)
  await page.getByRole('button', { name: 'Invitar a 1 persona' }).click()
  await expect(page.getByText('Invitamos a 1 persona')).toBeVisible()
})

test('a workbook with too many people says so, and works without scripts', { tag: ['@one-size', '@full'] }, async ({
  browser,
  page,
  baseURL,
}) => {
  await buySeats(page, 3)
  const address = await page.getByRole('link', { name: /^Invitar a \d+ personas?$/ }).getAttribute('href')
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.addCookies(await page.context().cookies())
  const still = await plain.newPage()
  await still.goto(address ?? '')
  const emails = [newEmail('uno'), newEmail('dos'), newEmail('tres')]
  const people = emails.map(email => ['Pía Ñuñez', email, 'Jefa de datos', 'TI'])
  const columns = ['Nombre completo', 'Correo', 'Cargo', 'Departamento'].map(label => ({ label, width: 24 }))
  const buffer = await writeWorkbook([{ name: 'Hoja', columns, rows: people }])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await still.getByLabel('O elige un archivo').setInputFiles({ name: 'personas.xlsx', mimeType, buffer })
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(still.getByRole('region', { name: 'No se invitará: 1 persona' })).toContainText('Sin asiento')
  await still.getByRole('button', { name: 'Invitar a 2 personas' }).click()
  await expect(still.getByText('Invitamos a 2 personas')).toBeVisible()
  // More people are invited on a page of its own.
  await still.goto(address ?? '')
  await expect(tabs(still).getByRole('link', { name: 'Personas' })).toHaveAttribute('aria-current', 'page')
  const more = (address ?? '').replace('/setup', '/invitations')
  await still.goto(more)
  const broken = { name: 'personas.xlsx', mimeType, buffer: buffer.subarray(0, 300) }
  await still.getByLabel('O elige un archivo').setInputFiles(broken)
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(still.getByRole('main').getByRole('alert')).toContainText('No pudimos leer el archivo')
  await plain.close()

  const template = await page.request.get('/account/invitation-template/csv')
  expect(await template.text()).toMatch(/^\uFEFFNombre;Apellido;Email;Cargo;Área\r\n/)
  const large = 'x'.repeat(300_000)
  expect((await page.request.post('/account/dashboard', { form: { intent: large } })).status()).toBe(413)
  expect((await page.request.post(more, { multipart: { people: large } })).status()).toBe(400)
})
