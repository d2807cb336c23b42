import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { readXlsx } from '../../app/platform/sheets/xlsx.server.ts'
import { createPaidItem, createProfile, createRefund, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, openAccount, signIn } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A visit in another year, on days without other visits. */
async function visit(at: string, product: { id: string; slug: string }, referrer: string) {
  const session = randomUUID()
  const events: [type: string, page: string, data: object][] = [
    ['plp_view', '/', {}],
    ['plp_card_view', '/', { product_id: product.id }],
    ['page_view', `/assessment/${product.slug}`, {}],
    ['add_to_cart_self', `/assessment/${product.slug}`, { product_id: product.id, price_clp: 1000 }],
  ]
  for (const [type, page, data] of events) {
    await pool.query(
      `insert into analytics_events (created_at, session_id, event_type, event_data, page_url, referrer, notice_version)
       values ($1, $2, $3, $4, $5, $6, 2)`,
      [at, session, type, JSON.stringify(data), page, referrer],
    )
  }
}

const downloaded = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return readFile(await file.path())
}
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

test('analytics shows the funnel of a period, grouped four ways, compared with the previous one, and exports it', {
  tag: '@full',
}, async ({ page }) => {
  const product = await findProduct(pool)
  await visit('2024-05-06T15:00:00Z', product, 'https://boletin.example')
  await visit('2024-05-07T15:00:00Z', product, 'https://boletin.example')
  await visit('2024-05-05T15:00:00Z', product, 'https://otro.example')
  const buyer = await createProfile(pool)
  const { order_id } = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 20 })
  await pool.query(
    "update orders set created_at = '2024-05-06T15:00:00Z', paid_at = '2024-05-06T15:00:00Z' where id = $1",
    [order_id],
  )

  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: 'Analítica' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analítica')
  await page.getByRole('button', { name: 'Período: Últimos 30 días' }).click()
  await page.getByLabel('Desde').fill('2024-05-06')
  await page.getByLabel('Hasta').fill('2024-05-07')
  await page.getByRole('button', { name: 'Aplicar' }).click()

  await expect(page.getByText('cuentan solo a quienes aceptaron la medición')).toBeVisible()
  const funnel = page.getByRole('region', { name: 'Embudo', exact: true })
  await expect(funnel.getByRole('row', { name: /^Visitas medidas/ })).toHaveText(/2\D*100%\D*1\D*\+100%/)
  await expect(funnel.getByRole('row', { name: /^Pagaron/ })).toHaveText(/0\D*0%/)
  await expect(page.getByRole('definition').filter({ hasText: '$20.000' })).toBeVisible()
  const detail = page.getByRole('region', { name: 'El embudo en detalle' })
  await expect(rows(page).filter({ hasText: '06-05-2024' }).last()).toContainText('$20.000')
  await expect(
    page.getByRole('region', { name: 'Asientos por tamaño de compra' }).getByRole('row', { name: /1 a 10 personas/ }),
  ).toContainText('20')
  await expectAccessible(page)

  await detail.getByRole('link', { name: 'Por assessment' }).click()
  await expect(detail.getByRole('row').filter({ hasText: product.name })).toContainText('$20.000')
  await expect(page).toHaveURL(/desde=2024-05-06&hasta=2024-05-07&por=producto/)
  await detail.getByRole('link', { name: 'Por categoría' }).click()
  await expect(page).toHaveURL(/por=categoria/)
  await expect(detail.getByRole('rowheader')).toHaveCount(1)
  await detail.getByRole('link', { name: 'Por origen' }).click()
  await expect(detail.getByRole('rowheader')).toHaveText(['boletin.example'])
  const csv = (await downloaded(page, 'Exportar CSV')).toString('utf8')
  expect(csv.trim().split('\r\n')).toEqual([
    'Origen;Visitas medidas;Vieron assessments;Abrieron uno;Agregaron al carrito;Fueron a pagar;Pagaron',
    'boletin.example;2;2;2;2;0;0',
  ])
  expect((await downloaded(page, 'Exportar Excel')).subarray(0, 2).toString('latin1')).toBe('PK')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the audit log is searched and compared, and contains refused requests', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const stranger = await browser.newContext()
  const email = await openAccount(stranger, 'curiosa')
  expect((await stranger.request.get('/admin/audit')).status()).toBe(403)
  await stranger.close()
  const id = randomUUID()
  await pool.query(
    `insert into audit_log (actor_kind, actor_user_id, action, entity, entity_id, before, after)
     select 'admin', id, 'assessment_edited', 'assessment', $2, $3, $4 from profiles where email = $1`,
    [
      ADMIN_EMAIL,
      id,
      JSON.stringify({ name: 'Brújula de Putre', price: 10_000, level: 'básico' }),
      JSON.stringify({ name: 'Brújula de Visviri', price: 12_000, level: 'básico' }),
    ],
  )

  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/audit')
  await page.getByRole('link', { name: 'Accesos rechazados' }).click()
  await expect(rows(page).filter({ hasText: email })).toContainText('/admin/audit')
  await expect(page.getByRole('combobox', { name: 'Acción' })).toHaveValue('access_refused')
  await page.getByRole('link', { name: 'Limpiar' }).click()
  await expect(page.getByRole('combobox', { name: 'Acción' })).toHaveValue('')
  await page.getByPlaceholder('Buscar palabra o id del registro...').fill('visviri')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Nombre: Brújula de Putre → Brújula de Visviri, Precio')
  await expectAccessible(page)
  const csv = (await downloaded(page, 'Exportar CSV')).toString('utf8')
  // The search itself is in the log, too.
  const found = csv.split('\r\n').filter(line => !line.includes('Búsqueda de personas'))
  expect(found.filter(line => line.includes(id))).toHaveLength(1)

  await page.getByRole('link', { name: 'Assessment editado' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assessment editado')
  await expect(page.getByText('2 campos cambiaron')).toBeVisible()
  await expect(rows(page).first().getByRole('cell')).toContainText(['Brújula de Putre', 'Brújula de Visviri'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Todo de este registro' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Acciones de Assessment editado/ }).click()
  await page.getByRole('link', { name: 'Todo de esta persona' }).click()
  await expect(page).toHaveURL(/quien=/)
  await expect(rows(page).filter({ hasText: 'Brújula de Visviri' })).not.toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  expect((await page.request.get('/admin/audit/999999999')).status()).toBe(404)
})

test('the sales book of a month lists payments and refunds', { tag: '@full' }, async ({ page }) => {
  const buyer = await createProfile(pool, { first_name: 'Elisa', last_name: 'Tapia' })
  const product = await findProduct(pool)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 4 })
  await createRefund(pool, item.order_id, { amount: 1500 })
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/reports')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Mes' }).selectOption({ index: 0 })
  const book = page.getByRole('region', { name: 'Libro de ventas' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    book.getByRole('button', { name: 'Descargar Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^libro-de-ventas-\d{4}-\d\d\.xlsx$/)
  const table = readXlsx(await readFile(await file.path()), 10_000) ?? []
  const own = table.filter(row => row.includes(item.order_number))
  expect(own.map(row => [row[1], row[6], row.at(-1)])).toEqual([
    ['Venta', 'Elisa Tapia', '4000'],
    ['Reembolso', 'Elisa Tapia', '-1500'],
  ])
})
