import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { PASSWORD } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { confirmIdentity, signIn } from './accounts.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

// Settings: an administrator's change reaches visitors at once, and the state of mails and payments is shown and
// tested.

const PRODUCT = '/assessment/estilo-comunicacion-lider'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// shows: B2.71, B2.72, B2.73, B8.4, B8.12
test('an administrator sets seller, days and a notice, resolves a conflict, and restores the defaults', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(PRODUCT)
  await expect(page.getByText('Acceso por 180 días desde la compra')).toBeVisible()
  await signIn(page, 'admin@alhena.test')
  await page.goto('/admin/settings')
  await auditPage(page, [1440, 390])

  const seller = part(page, 'Quién vende')
  await field(seller, 'RUT').fill('12.345.678-4')
  await field(seller, 'Razón social').fill('Vendedora del Viaje SpA')
  await seller.getByRole('button', { name: 'Guardar' }).click()
  await expect(field(seller, 'RUT')).toBeFocused()
  await expect(seller.getByText('El RUT no es válido: revisa el dígito verificador.')).toBeVisible()
  await expect(field(seller, 'Razón social')).toHaveValue('Vendedora del Viaje SpA')
  await field(seller, 'RUT').fill('123456785')
  await seller.getByRole('button', { name: 'Guardar' }).click()
  await expect(seller.getByText('Guardado. La tienda ya lo usa.')).toBeVisible()
  await expect(field(seller, 'RUT')).toHaveValue('12.345.678-5')

  const groups = page.getByRole('navigation', { name: 'Configuración' })
  await groups.getByRole('link', { name: 'Ventas y plazos' }).click()
  await expect(page).toHaveURL('/admin/settings/sales')
  const sales = part(page, 'Ventas y plazos')
  await field(sales, 'Vigencia de los accesos').fill('90')
  await field(sales, 'IVA junto a los precios').fill('con IVA')
  await sales.getByRole('button', { name: 'Guardar' }).click()
  await expect(sales.getByText('Guardado. La tienda ya lo usa.')).toBeVisible()

  await field(sales, 'Validez de las cotizaciones').fill('20')
  await sales.getByRole('button', { name: 'Guardar' }).click()
  await expect(sales.getByText('Días corridos, en las nuevas. Original: 15.')).toBeVisible()
  await expect(field(sales, 'Validez de las cotizaciones')).toHaveValue('20')

  // What was typed is said to be unsaved, and another group asks first.
  await groups.getByRole('link', { name: 'Aviso en la tienda' }).click()
  await field(part(page, 'Aviso en la tienda'), 'Aviso').fill('A medio escribir')
  await expect(page.getByText('Cambios sin guardar', { exact: true })).toBeVisible()
  await groups.getByRole('link', { name: 'Quién vende' }).click()
  const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(field(part(page, 'Aviso en la tienda'), 'Aviso')).toHaveValue('A medio escribir')

  // Another administrator saves the notice while this one edits it.
  const notice = part(page, 'Aviso en la tienda')
  await field(notice, 'Aviso').fill('El domingo no se podrá pagar.')
  const other = await page.request.post('/admin/settings', {
    form: { intent: 'save', setting: 'notice', seen: '0', text: 'Otro aviso', password: PASSWORD },
  })
  expect(other.status()).toBe(200)
  await confirmIdentity(notice)
  await notice.getByRole('button', { name: 'Guardar' }).click()
  await expect(notice.getByText(/admin@alhena\.test guardó estos datos/)).toBeVisible()
  await expect(field(notice, 'Aviso')).toHaveValue('El domingo no se podrá pagar.')
  await notice.getByRole('button', { name: 'Guardar' }).click()
  await expect(notice.getByText('Guardado. La tienda ya lo usa.')).toBeVisible()

  await page.goto(PRODUCT)
  await expect(page.getByText('Acceso por 90 días desde la compra')).toBeVisible()
  await expect(page.getByText('con IVA', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Aviso de la tienda' })).toHaveText('El domingo no se podrá pagar.')
  await expect(page.getByRole('contentinfo')).toContainText('Vendedora del Viaje SpA · RUT 12.345.678-5')
  await auditPage(page, [1440, 390])

  await page.goto('/admin/settings/sales')
  const history = part(page, 'Ventas y plazos')
  await history.getByText('Historial').click()
  await expect(history.getByText('original con IVA')).toBeVisible()
  await auditPage(page, [1440, 390])
  await history.getByRole('link', { name: 'Ajuste cambiado' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuste cambiado' })).toBeVisible()
  await page.goto('/admin/settings')
  for (const name of ['Quién vende', 'Ventas y plazos', 'Aviso en la tienda']) {
    await groups.getByRole('link', { name }).click()
    await part(page, name).getByRole('button', { name: 'Volver al valor original' }).click()
    await page.getByRole('button', { name: 'Volver al original' }).click()
    await expect(part(page, name).getByText('Son los valores originales.')).toBeVisible()
  }
  await page.goto(PRODUCT)
  await expect(page.getByText('Acceso por 180 días desde la compra')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Aviso de la tienda' })).toBeHidden()
})

// shows: B2.71, B7.8
test('an administrator sees the state of mails and payments, tests both, and finds the administrators', {
  tag: '@full',
}, async ({ page }) => {
  const lost = newEmail('rebotado')
  await pool.query(
    `insert into mails (template, recipient, params, status, attempts, last_error)
     values ('password_changed', $1, '{"fecha_cambio": "hoy", "enlace_recuperar": "/auth/forgot"}', 'failed', 14, 'no such user')`,
    [lost],
  )
  await signIn(page, 'admin@alhena.test')
  await page.goto('/admin/settings/services')
  await auditPage(page, [1440, 390])
  await part(page, 'Correo').getByRole('button', { name: 'Enviarme una prueba' }).click()
  await expect(page.getByText('La prueba salió hacia admin@alhena.test.')).toBeVisible()
  await part(page, 'Pagos').getByRole('button', { name: 'Probar la conexión' }).click()
  await expect(page.getByText(/El medio de pago responde y acepta las credenciales/)).toBeVisible()
  await page.getByRole('button', { name: `Reintentar Aviso de contraseña cambiada a ${lost}` }).click()
  await expect(page.getByText('1 correo vuelve a la cola.')).toBeVisible()
  await expect(page.getByRole('row', { name: lost })).toBeHidden()
  await page.getByRole('link', { name: 'Equipo y sistema' }).click()
  await expect(page.getByRole('row', { name: /admin@alhena\.test/ })).toBeVisible()
  await auditPage(page, [1440, 390])
})

// shows: B2.71
test('an administrator sees the background work, and retries and discards what failed at every try', {
  tag: '@full',
}, async ({ page }) => {
  // The first run of a new shop would settle these failures at once.
  const done = () => pool.query("select from pgboss.job where name = 'ledger-check' and state = 'completed'")
  await expect.poll(async () => (await done()).rowCount).toBeGreaterThan(0)
  await pool.query(
    `insert into pgboss.job (name, source_name, source_retry_count, source_output)
     select 'dead-letters', 'ledger-check', 5, '{"message": "canceling statement due to lock timeout"}' from generate_series(1, 2)`,
  )
  await signIn(page, 'admin@alhena.test')
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Tareas' }).click()
  const failed = part(page, 'Tareas que fallaron').getByRole('row', { name: /Cuadratura del libro/ })
  await expect(failed).toHaveCount(2)
  await expect(part(page, 'Tareas de la tienda').getByRole('row', { name: /^Correos/ })).toBeVisible()
  await auditPage(page, [1440, 390])
  await failed
    .first()
    .getByRole('button', { name: /^Reintentar Cuadratura del libro/ })
    .click()
  await expect(page.getByText('La tarea vuelve a la cola.')).toBeVisible()
  // Its success settles the other failure as well.
  await expect(async () => {
    await page.reload()
    await expect(failed).toHaveCount(0)
  }).toPass()
  await pool.query(
    `insert into pgboss.job (name, source_name, source_output) values ('dead-letters', 'mail', '{"message": "no such user"}')`,
  )
  await page.reload()
  await page.getByRole('button', { name: /^Descartar Correos/ }).click()
  await expect(page.getByText('La tarea se descartó.')).toBeVisible()
})
