import { confirmIdentity, openAccount, signIn } from './accounts.ts'
import { fillCart, goToBank } from './buyer.ts'
import { auditPage, expect, field, test } from './journey.ts'

const ADMIN = 'admin@alhena.test'

test('an administrator records, answers and wins a chargeback, and reads it in the ledger', {
  tag: '@full',
}, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'contracargo')
  const [choice] = await fillCart(shop, ['dama-assessment'])
  await shop.goto(await goToBank(shop.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 3 }]))
  await shop.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(shop.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()

  await signIn(page, ADMIN)
  await page.goto(`/admin/orders?${new URLSearchParams({ search: email, periodo: 'todo' })}`)
  await page.getByRole('link', { name: /^ALH-/ }).first().click()
  const number = await page.getByRole('heading', { level: 1, name: /^ALH-/ }).innerText()
  await page.getByRole('link', { name: 'Registrar contracargo…' }).click()
  await auditPage(page, [1440, 390])
  await field(page, 'Monto reclamado').fill('99.000.000')
  await page.getByRole('textbox', { name: /^Referencia del banco/ }).fill(`CB-${email}`.slice(0, 80))
  await page.getByRole('button', { name: 'Registrar contracargo' }).click()
  await expect(page.getByText('Ingresa el último día para responder')).toBeVisible()
  await expect(page.getByText('Elige qué pasa con los accesos')).toBeVisible()
  await field(page, 'Responder a más tardar').fill('2035-01-31')
  await page.getByRole('radio', { name: /^Se revocan ahora/ }).check()
  await expect(page.getByText(/^1 acceso se revoca: 1 sin empezar/)).toBeVisible()
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Registrar contracargo' }).click()
  await expect(page.getByText('Confirma que entiendes lo que se revoca')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Entiendo lo que se revoca/ }).check()
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Registrar contracargo' }).click()
  await expect(page.getByText(/^Quedan \$[\d.]+ que no se han devuelto ni reclamado/)).toBeVisible()
  await field(page, 'Monto reclamado').fill('100.000')
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Registrar contracargo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contracargo de $100.000' })).toBeVisible()
  await auditPage(page, [1440, 390])

  // The buyer reads what is true, and nothing more.
  await shop.goto(`/account/orders/${number}`)
  await expect(shop.getByText('El banco recibió un reclamo por el pago de esta compra')).toBeVisible()

  await field(page, 'Qué respondimos').fill('Usó sus accesos el mismo día; va el registro.')
  await page.getByRole('button', { name: 'Marcar como respondido' }).click()
  await expect(page.getByText('Guardado: ahora espera lo que resuelva el banco.')).toBeVisible()
  await page.getByRole('radio', { name: /^Ganado/ }).check()
  await field(page, 'Qué resolvió el banco').fill('Carta del banco')
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Resolver' }).click()
  await expect(page.getByText('La orden está pagada otra vez, y quien compró tiene un acceso nuevo.')).toBeVisible()

  await page.getByRole('link', { name: number }).last().click()
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Contracargo ganado')
  const book = page.getByRole('region', { name: /^Libro/ })
  await book.getByText('Libro (3)').click()
  await expect(book.getByRole('table', { name: /^Venta/ })).toContainText('IVA débito fiscal')
  await expect(book.getByRole('table', { name: /^Contracargo ganado/ })).toContainText('$100.000')
  await auditPage(page, [1440, 390])

  await page.goto(`/admin/finance?${new URLSearchParams({ search: number, periodo: 'todo' })}`)
  await expect(page.getByRole('table', { name: 'Asientos del libro' })).toContainText('Contracargo ganado')
  // The sums of all days; another journey dates an order back, which the comparison by day tells rightly.
  await expect(page.getByText('el libro y las órdenes no dicen lo mismo')).toHaveCount(0)
  // Its scripts have started.
  await expect(page.locator('button:disabled', { hasText: 'Exportar selección' })).toHaveCount(1)
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: 'Contracargos', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Contracargos' })).toContainText('Ganado')
  await expect(page.locator('button:disabled', { hasText: 'Exportar selección' })).toHaveCount(1)
  await auditPage(page, [1440, 390])
  await client.close()
})
