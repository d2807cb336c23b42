import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPaidItem, createProfile, createRefund, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, openAccount, signIn } from './accounts.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** Two orders of a company with a unique name: one for a team, paid; one for a person, refunded. */
async function sell(name: string) {
  const buyer = await createProfile(pool, { first_name: 'Quilla', last_name: name })
  await pool.query('update profiles set company = $2 where id = $1', [buyer.id, `${name} SpA`])
  const product = await findProduct(pool)
  const team = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 20 })
  const alone = await createPaidItem(pool, { userId: buyer.id, productId: product.id })
  await createRefund(pool, alone.order_id)
  return { buyer, team, alone }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

// shows: B2.3, B2.4, B2.6, B2.8, B2.9, B2.15, B2.38
test('the frame has navigation, figures of a period, and one search over everything, by keyboard', async ({ page }) => {
  const { team } = await sell('Tamarugal')
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin')
  await expect(page.getByText('Ctrl+K')).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Administración' })
  await expect(places.getByRole('link').first()).toHaveText('Dashboard')
  await expect(places.getByRole('link', { name: 'Órdenes' })).toHaveAttribute('href', '/admin/orders')
  for (const label of ['Ingresos', 'Valor promedio', 'Conversión', 'Vistas del listado', '% Empresa', 'Completitud']) {
    await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Top 5 por ingresos' })).toContainText(/\d+ personas/)
  await expect(page.getByRole('link', { name: 'Órdenes pendientes' })).toHaveAttribute(
    'href',
    '/admin/orders?status=pending',
  )
  await page.getByText('Ver como tabla').click()
  await expect(page.getByRole('columnheader', { name: 'Ingresos' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Menú lateral' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Menú lateral' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Menú lateral' }).click()

  await page.getByRole('button', { name: 'Período: Últimos 30 días' }).click()
  await page.getByRole('link', { name: 'Últimos 7 días' }).click()
  await expect(page).toHaveURL('/admin?periodo=7d')
  await places.getByRole('link', { name: 'Auditoría' }).click()
  await expect(page).toHaveURL('/admin/audit?periodo=7d')
  await places.getByRole('link', { name: 'Dashboard' }).click()
  // The audit's screen has the same menu: it is opened on the dashboard's only when that is there.
  await expect(page).toHaveURL('/admin?periodo=7d')
  await page.getByRole('button', { name: 'Período: Últimos 7 días' }).click()
  await page.getByLabel('Desde').fill('2026-01-05')
  await page.getByLabel('Hasta').fill('2026-01-06')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page).toHaveURL('/admin?desde=2026-01-05&hasta=2026-01-06')
  await expect(page.getByText('05-01-2026 al 06-01-2026').first()).toBeVisible()
  await expect(page.getByText('Sin ventas en este período')).toBeVisible()
  await expect(page.getByText('Ningún ingreso en estas fechas')).toBeVisible()
  const first = page.getByRole('region', { name: 'Primeros pasos' })
  await expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^\d de \d pasos$/)
  await expect(first.getByRole('link', { name: /^Di quién vende/ })).toHaveAttribute('href', /^\/admin\/settings/)
  await first.getByRole('button', { name: 'Ocultar' }).click()
  await page.reload()
  await expect(page.getByText('Ningún ingreso en estas fechas')).toBeVisible()
  await expect(first).toHaveCount(0)

  const downloads = ['PDF', 'Excel (XLSX)']
  for (const [index, name] of downloads.entries()) {
    await page.getByRole('button', { name: 'Exportar Reporte' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, 2).toString('latin1')).toBe(index === 0 ? '%P' : 'PK')
  }

  await page.locator('body').press('/')
  await page.keyboard.type('tamarug')
  const results = page.getByRole('listbox', { name: 'Resultados' })
  await expect(results.getByRole('group', { name: 'Órdenes' }).getByRole('option')).toHaveCount(2)
  await expect(results.getByRole('group', { name: 'Clientes' }).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders/)
  await expect(page.getByText(team.order_number).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tamarugal')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados de «tamarugal»')
  await expect(page.getByRole('region', { name: 'Clientes' })).toContainText('Quilla Tamarugal')

  // Not-found errors are shown within the frame, also by screens with their own.
  for (const path of ['/admin/orders/no-es-un-id', '/admin/clients/00000000-0000-4000-8000-000000000000']) {
    const missing = await page.request.get(path)
    expect(missing.status()).toBe(404)
    const html = await missing.text()
    for (const text of ['>No existe</h1>', 'Volver a la sección', 'aria-label="Menú lateral"'])
      expect(html).toContain(text)
  }
})

// shows: B2.12, B2.14, B2.16, B2.23, B2.24, B2.27
test('orders are filtered, sorted, shown with selected columns, receipts sent again, and exported', {
  tag: '@full',
}, async ({ page }) => {
  const { buyer, team, alone } = await sell('Aconcagua')
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/orders')
  for (const card of ['Total de órdenes', 'Ingresos totales', 'Pendientes', '% Empresa']) {
    await expect(page.getByRole('term').filter({ hasText: card })).toBeVisible()
  }
  await page.getByPlaceholder('Buscar por ID, cliente, empresa...').fill('aconcag')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Total' }).click()
  await expect(rows(page).first()).toContainText(team.order_number)
  await page.getByRole('link', { name: 'Total' }).click()
  await expect(page).toHaveURL(/sort=menor-total/)
  await expect(rows(page).first()).toContainText(alone.order_number)
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Total' }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page.getByRole('columnheader', { name: 'Fecha' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('combobox', { name: 'Modo' }).selectOption('Empresa')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(['Quilla Aconcagua'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Pago' }).uncheck()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Estado' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Pago' })).toHaveCount(0)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Exportar CSV' }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`${team.order_number};`)
  expect(csv).toContain(`;Quilla Aconcagua;${buyer.email};Aconcagua SpA;1;20;Empresa;20000;`)

  await page.getByRole('button', { name: `Acciones de ${team.order_number}` }).click()
  await page.getByRole('button', { name: 'Reenviar Comprobante' }).last().click()
  await expect(page.getByText('El comprobante va en camino al correo de quien compró.')).toBeVisible()
  const { rows: mails } = await pool.query("select 1 from mails where order_id = $1 and template = 'order_receipt'", [
    team.order_id,
  ])
  expect(mails).toHaveLength(1)

  await page.getByRole('link', { name: 'Limpiar' }).click()
  await expect(page.getByRole('link', { name: 'Limpiar' })).toHaveCount(0)
  await page.getByPlaceholder('Buscar por ID, cliente, empresa...').fill('aconcag')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: `Seleccionar ${alone.order_number}` }).check()
  await expect(page.getByText('1 seleccionada')).toBeVisible()
  const [selection] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar selección' }).click(),
  ])
  const taken = await readFile(await selection.path(), 'utf8')
  expect(taken.split('\r\n')).toHaveLength(3)
  expect(taken).toContain(`${alone.order_number};`)
  await page.getByRole('button', { name: 'Reenviar Comprobante' }).first().click()
  await expect(page.getByText('El comprobante va en camino al correo de quien compró.')).toBeVisible()
  await page.getByRole('checkbox', { name: `Seleccionar ${alone.order_number}` }).uncheck()
  await expect(page.getByRole('button', { name: 'Reenviar Comprobante' })).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('combobox', { name: 'Estado' })).toBeHidden()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Reembolsado')
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('1 persona')).toBeHidden()
  await page.getByRole('button', { name: `Más datos de ${alone.order_number}` }).click()
  await expect(page.getByText('1 persona')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a list is dense, counted, narrowed by chips, and worked with the keyboard', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { team, alone } = await sell('Colchagua')
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/orders?search=colchagua')
  const list = page.getByRole('group', { name: 'Órdenes' })
  const first = rows(page).first()
  expect((await first.boundingBox())?.height).toBe(44)
  // With the chips of a search eleven rows fit, and twelve without.
  expect((await list.boundingBox())?.y).toBeLessThan(400)
  await expect(page.getByText(/^2 de \d+$/)).toBeVisible()

  await page.getByRole('combobox', { name: 'Estado' }).selectOption('paid')
  const chips = page.getByRole('list', { name: 'Filtros aplicados' })
  await expect(chips.getByRole('link', { name: 'Quitar filtro Estado: Pagado' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page)
  await chips.getByRole('link', { name: 'Quitar filtro Estado: Pagado' }).click()
  await expect(page).toHaveURL(/\?search=colchagua$/)
  await expect(rows(page)).toHaveCount(2)

  await page.keyboard.press('j')
  await expect(rows(page).nth(0).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 seleccionada')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Buscar por ID, cliente, empresa...')).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByPlaceholder('Buscar por ID, cliente, empresa...')).toHaveValue('j')

  const row = rows(page).filter({ hasText: team.order_number })
  await row.hover()
  await row.getByRole('button', { name: `Copiar ${team.order_number}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(team.order_number)
  await row.getByText('Empresa', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.order_number)
  await page.goBack()

  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Vista cómoda' }).check()
  await page.getByRole('checkbox', { name: 'Atajos de teclado' }).uncheck()
  await page.reload()
  expect((await first.boundingBox())?.height).toBeGreaterThan(55)
  await page.keyboard.press('j')
  await expect(rows(page).filter({ hasText: alone.order_number }).getByRole('link').first()).not.toBeFocused()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Vista cómoda' }).uncheck()
  expect(await list.evaluate(box => box.scrollWidth - box.clientWidth)).toBe(0)
})

// shows: B2.25
test('lists, periods and the search work without scripts', { tag: '@full' }, async ({ browser, baseURL }) => {
  const { team } = await sell('Lonquimay')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/orders')
  await page.getByPlaceholder('Buscar por ID, cliente, empresa...').fill('lonquimay')
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Pagado')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/search=lonquimay&status=paid/)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('checkbox', { name: `Seleccionar ${team.order_number}` }).check()
  await page.getByRole('button', { name: 'Reenviar Comprobante' }).first().click()
  await expect(page.getByText('El comprobante va en camino al correo de quien compró.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar...' }).fill('lonquimay')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Órdenes' })).toContainText(team.order_number)
  await context.close()
})

test('a list is kept as a view of its own, opened again and removed', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'vistas', 'admin')
  await page.goto('/admin/orders?status=pending&mode=business&sort=mayor-total&periodo=todo')
  await page.getByText('Guardar vista').click()
  await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill('Cada mañana')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const views = page.getByRole('navigation', { name: 'Vistas guardadas' })
  const mine = views.getByRole('link', { name: 'Cada mañana' })
  await expect(mine).toHaveAttribute('aria-current', 'true')
  await auditPage(page, [1440, 390])
  await page.goto('/admin/orders')
  await mine.click()
  await expect(page).toHaveURL(/status=pending&mode=business&periodo=todo&sort=mayor-total/)
  await views.getByRole('link', { name: 'Editar vistas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vistas guardadas' })).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.getByText('Renombrar la vista Cada mañana').click()
  await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill('Los lunes')
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(page.getByText('Nombre cambiado.')).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar la vista Los lunes' }).click()
  await expect(page.getByText('Vista eliminada.')).toBeVisible()
  await page.goto('/admin/orders')
  await expect(views).toHaveCount(0)
})
