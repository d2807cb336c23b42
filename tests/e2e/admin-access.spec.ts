import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { writeWorkbook } from '../../app/platform/sheets/workbook.server.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { confirmSession, signInStaff } from './accounts.ts'
import { auditPage, expect, field, newEmail, searchSelect, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A company's purchase of ten seats, with three people invited. */
async function sell(company: string) {
  const buyer = await createProfile(pool, { first_name: 'Quena', last_name: company })
  await pool.query('update profiles set company = $2 where id = $1', [buyer.id, `${company} SpA`])
  const product = await findProduct(pool)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 10 })
  const invite = (name: string) =>
    createInvitation(pool, { itemId: item.item_id, userId: buyer.id, name, email: newEmail('participante') })
  return {
    buyer,
    product,
    item,
    people: [await invite('Pía Vera'), await invite('Luis Soto'), await invite('Eva Paz')] as const,
  }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const fact = (page: Page, label: string) =>
  page.locator('div', { has: page.getByRole('term').filter({ hasText: label }) }).last()

async function menu(page: Page, text: string, entry: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await row(page, text).getByText(entry, { exact: true }).click()
}

// shows: B2.45, B2.46, B2.47, B2.49, B2.50, B2.51
test('the list is filtered, exported, and invitations are sent again to one person and to all who have not completed', {
  tag: '@full',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { people, product } = await sell('Chungará')
  const [pia, luis, eva] = people
  await pool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [luis.id])
  await pool.query("update user_accesses set expires_at = now() - interval '2 days' where id = $1", [eva.id])
  await signInStaff(page, 'support')
  await page.goto('/admin/access')
  for (const label of ['Total de accesos', 'Completados', 'En progreso', 'Tasa de completitud']) {
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Buscar por correo, nombre o empresa...' }).fill('chungara')
  await page.getByRole('searchbox', { name: /^Buscar por/ }).press('Enter')
  await expect(rows(page)).toHaveCount(4)
  await searchSelect(page.getByRole('combobox', { name: 'Assessment' }), product.name)
  await expect(page).toHaveURL(/assessment=/)
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Expirado')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, eva.email)).toContainText('(vencido)')
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('')
  await expect(rows(page)).toHaveCount(4)
  await auditPage(page)

  await menu(page, pia.email, 'Copiar Enlace')
  await expect(page.getByText('Enlace copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/dama-assessment\?access_id=[0-9a-f-]{36}&assessment_id=[0-9a-f-]{36}$/,
  )
  await menu(page, pia.email, 'Reenviar Invitación')
  await expect(page.getByText(`La invitación va en camino a ${pia.email}.`)).toBeVisible()
  await menu(page, pia.email, 'Reenviar Invitación')
  await expect(page.getByText('La invitación salió hace menos de 10 minutos.')).toBeVisible()

  await confirmSession(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n').filter(line => line.includes('Chungará'))).toHaveLength(4)
  expect(file).not.toContain(pia.code)

  await expect(page.getByRole('button', { name: 'Reenviar a No Completados' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Todo lo que coincide (4)' }).check()
  await page.getByRole('button', { name: 'Reenviar a No Completados' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reenviar a No Completados' })).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: 'Reenviar a 2 personas' }).click()
  // Pía's was sent a moment ago; Eva's access has expired.
  await expect(page.getByRole('region', { name: 'Reenvío de invitaciones' })).toContainText(
    'Reenvío listo: 2 de 2 personas. 1 correo escrito; 1 sin enviar',
    { timeout: 20_000 },
  )
  await row(page, pia.email).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reenviar a No Completados' }).click()
  await expect(page.getByText('Reenviando a 1 persona sin completar.')).toBeVisible()
})

// shows: B2.50, B2.52, B8.11
test('one access is shown with its history, replaced, extended and revoked', { tag: '@full' }, async ({ page }) => {
  const { people } = await sell('Surire')
  const [pia, luis] = people
  await pool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [luis.id])
  await signInStaff(page, 'support')
  await page.goto('/admin/access?search=surire')
  await menu(page, pia.email, 'Reemplazar Participante')
  await expect(page.getByRole('heading', { level: 1, name: 'Pía Vera' })).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: 'Reemplazar' }).click()
  await expect(field(page, 'Nombre')).toBeFocused()
  await expect(page.getByText('Completa este campo')).toHaveCount(4)
  const other = newEmail('otra')
  await field(page, 'Nombre').fill('Marta Ruiz')
  await field(page, 'Email').fill(luis.email)
  await field(page, 'Cargo').fill('Gerente')
  await field(page, 'Área').fill('Finanzas')
  await page.getByRole('button', { name: 'Reemplazar' }).click()
  await expect(page.getByText('Ese correo ya tiene un acceso en esta compra.')).toBeVisible()
  await expect(field(page, 'Nombre')).toHaveValue('Marta Ruiz')
  await field(page, 'Email').fill(other)
  await page.getByRole('button', { name: 'Reemplazar' }).click()
  await expect(page.getByText('El asiento pasó a Marta Ruiz.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Historia' })).toContainText('Invitación creada')
  await expect(page.getByRole('region', { name: 'Historia' })).toContainText('administración')

  await field(page, 'Nuevo vencimiento').fill('2020-01-01')
  await page.getByRole('button', { name: 'Extender' }).click()
  await expect(page.getByText('Elige un día desde hoy y hasta dos años más')).toBeVisible()
  const later = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  await field(page, 'Nuevo vencimiento').fill(later)
  await page.getByRole('button', { name: 'Extender' }).click()
  await expect(page.getByText(`Ahora vence el ${later.split('-').toReversed().join('-')}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Historia' })).toContainText('Plazo extendido')

  await page.goto(`/admin/access/${luis.id}`)
  await expect(page.getByRole('region', { name: 'Reemplazar Participante' })).toHaveCount(0)
  await field(page, 'Motivo').fill('Dejó la empresa')
  await page.getByRole('button', { name: 'Revocar' }).click()
  await expect(page.getByText('Revocaste el acceso')).toBeVisible()
  await expect(fact(page, 'Orden')).toContainText('3 de 10 asientos usados')
  await expect(page.getByRole('button', { name: 'Revocar' })).toHaveCount(0)
})

// shows: B2.48, B8.10
test('a list of people is read, assigned to a purchase, reviewed and confirmed; invalid files are refused', {
  tag: '@full',
}, async ({ page }) => {
  const { item, people } = await sell('Parinacota')
  await signInStaff(page, 'support')
  await page.goto('/admin/access')
  await page.getByRole('link', { name: 'Importar CSV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Importar accesos' })).toBeVisible()
  await auditPage(page)
  const check = () => page.getByRole('button', { name: 'Revisar lista' }).click()
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('O elige un archivo').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('enorme.csv', Buffer.alloc(3 * 2 ** 20, 'a'))
  await expect(page.getByText('El archivo pesa más de 2 MB.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revisar lista' })).toBeDisabled()
  await choose('columnas.csv', Buffer.from('Color;Talla\r\nRojo;M\r\n'))
  await check()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No encontramos la columna Email.')
  const rosa = newEmail('rosa')
  const list = `Nombre;Apellido;Email;Cargo;Área\r\nRosa;Paz;${rosa};Gerente;Ventas\r\nPía;Vera;${people[0].email};Analista;Ventas\r\n=1+1;Mala;x@;Otro;Ventas\r\n`
  await choose('personas.csv', Buffer.from(list, 'latin1'))
  await check()
  await expect(page.getByRole('heading', { level: 1, name: 'Elegir la compra' })).toBeVisible()
  await page.getByRole('searchbox').fill('parinacota')
  await page.getByRole('button', { name: 'Buscar', exact: true }).last().click()
  await auditPage(page)
  await page.getByRole('button', { name: new RegExp(`^Elegir .*${item.order_number}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisar la lista' })).toBeVisible()
  const refused = page.getByRole('region', { name: 'No se invitarán: 2 personas' })
  await expect(refused.getByText('Ya invitada', { exact: true })).toBeVisible()
  await expect(refused.getByText('Correo inválido', { exact: true })).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: 'Invitar a 1 persona' }).click()
  await expect(page.getByText('Invitamos a 1 persona')).toBeVisible()
  await page.getByRole('link', { name: 'Ver sus accesos' }).click()
  await expect(row(page, rosa)).toContainText('Invitado')

  await row(page, rosa).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agregar Participantes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elegir la compra' })).toBeVisible()
  await expect(page.getByText('1 persona en la lista.')).toBeVisible()
})

test('the sheet and the columns of a workbook are chosen in its dry run', { tag: '@full' }, async ({ page }) => {
  const { item } = await sell('Surire')
  const [ana, luz] = [newEmail('ana'), newEmail('luz')]
  const columns = (...labels: string[]) => labels.map(label => ({ label, width: 20 }))
  const buffer = await writeWorkbook([
    { name: 'Jefaturas', columns: columns('Nombre', 'Email'), rows: [['Eva Ríos', newEmail('eva')]] },
    {
      name: 'Equipo',
      columns: columns('Nómina de noviembre'),
      rows: [
        [null],
        ['Persona', 'Correo', 'Correo de la empresa', 'Cargo', 'Área'],
        ['Ana Díaz', 'ana@casa', ana, 'Gerente', 'Ventas'],
        [null],
        ['Luz Soto', 'luz@casa', luz, 'Analista', null],
      ],
    },
  ])
  await signInStaff(page, 'support')
  await page.goto(`/admin/access/import?item=${item.item_id}`)
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.getByLabel('O elige un archivo').setInputFiles({ name: 'nomina.xlsx', mimeType, buffer })
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  const reading = page.getByRole('region', { name: 'Hoja y columnas' })
  await expect(reading).toContainText('Leímos la hoja «Jefaturas», con los títulos en la fila 1.')
  await auditPage(page)

  await reading.getByRole('combobox', { name: 'Hoja' }).selectOption('Equipo')
  await reading.getByRole('button', { name: 'Leer así' }).click()
  await expect(reading).toContainText('Leímos la hoja «Equipo», con los títulos en la fila 3.')
  await reading.getByRole('combobox', { name: 'Email' }).selectOption('C: Correo de la empresa')
  await reading.getByRole('combobox', { name: 'Nombre completo', exact: true }).selectOption('A: Persona')
  await reading.getByRole('button', { name: 'Leer así' }).click()
  await expect(page.getByRole('button', { name: 'Invitar a 1 persona' })).toBeVisible()
  await expect(row(page, ana).getByRole('cell').first()).toHaveText('4')
  const refused = page.getByRole('region', { name: 'No se invitará: 1 persona' })
  await expect(refused.getByRole('row').filter({ hasText: luz }).getByRole('cell').first()).toHaveText('Fila 6')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    refused.getByRole('link', { name: 'Descargar CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(`6;Luz;Soto;${luz};Analista;;Datos faltantes;`)

  await reading.getByRole('combobox', { name: 'Área' }).selectOption('D: Cargo')
  await reading.getByRole('button', { name: 'Leer así' }).click()
  await page.getByRole('button', { name: 'Invitar a 2 personas' }).click()
  await expect(page.getByText('Invitamos a 2 personas')).toBeVisible()
})

test('support sees what stops a person, and helps beside it', { tag: '@full' }, async ({ page }) => {
  const { people } = await sell('Lauca')
  const [pia] = people
  await pool.query("update user_accesses set expires_at = now() - interval '2 days' where id = $1", [pia.id])
  await signInStaff(page, 'support')
  await page.goto('/admin/access')
  await page.getByRole('link', { name: '¿Por qué no puede entrar?' }).click()
  await page.getByRole('searchbox', { name: 'Correo, RUT, nombre, código u orden' }).fill('lauca')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByRole('link', { name: /acceso/ }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Correo, RUT, nombre, código u orden' }).fill(pia.code)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pía Vera' })).toBeVisible()
  await expect(page.getByText(/^Su plazo venció el /)).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: /^Extender hasta el / }).click()
  await expect(page.getByText(/^Ahora vence el /)).toBeVisible()
  await expect(page.getByText(/^Su plazo venció el /)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Historia' })).toContainText('Plazo extendido')
})
