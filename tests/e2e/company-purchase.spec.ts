import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPaidItem, createProduct } from '../support/factories.ts'
import { readPdf } from '../support/read-pdf.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { buyForNothing, fillCart } from './buyer.ts'
import { auditPage, expect, test } from './journey.ts'
import { addToCart, fillFactura, openCart, pay } from './shopping.ts'

// A company buys for its people, begins with them, and finds its purchases again.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** The cart holds one product for a team of three. */
async function addForTeam(page: Page, slug: string): Promise<void> {
  await page.goto(`/assessment/${slug}`)
  await page.getByRole('radio', { name: /Empresa/ }).check()
  const count = page.getByRole('main').getByRole('textbox', { name: 'Personas' })
  await count.fill('3')
  await count.press('Enter')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await openCart(page)
}

const success = (page: Page) => page.getByRole('heading', { name: '¡Compra exitosa!' })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })
const orders = (page: Page) => page.getByRole('list', { name: 'Compras, la más reciente primero' })

for (const width of [1440, 390]) {
  test(`a company pays with the factura of its last purchase and invites at once, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = await openAccount(page, 'empresa')
    await addForTeam(page, 'agilidad')
    await page.goto('/checkout')
    await expect(payButton(page)).toBeEnabled()
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Alhena', 'Volver a la tienda', /^Ayuda/])
    await expect(page.getByText('Tarjeta de prueba', { exact: true })).toBeVisible()
    // The lines fold on a phone, and the button is in reach all the way.
    await expect(page.getByText('Empresa, 3 personas')).toBeVisible({ visible: width > 390 })
    if (width === 390) await expect(payButton(page)).toBeInViewport({ ratio: 1 })
    await auditPage(page)
    await fillFactura(page)
    await pay(page, 'Autorizar')

    await expect(success(page)).toBeVisible()
    await expect(page.getByText(/^Pagado: \$/)).toBeVisible()
    await expect(
      page.getByText(new RegExp(`^(El comprobante va en camino|Enviamos el comprobante) a ${email}\\.$`)),
    ).toBeVisible()
    await auditPage(page)
    const list = page.getByRole('region', { name: 'Invitar a tu equipo' })
    await list.getByLabel('Pega la lista').fill('Eva;Soto;eva@example.cl;Gerente;Ventas')
    await list.getByRole('button', { name: 'Revisar lista' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Preparar las invitaciones' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invitar a 1 persona' })).toBeVisible()

    await test.step('the next purchase starts with its data', async () => {
      await addForTeam(page, 'ciberseguridad-pyme')
      await page.goto('/checkout')
      await expect(page.getByRole('radio', { name: /Factura/ })).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'RUT' })).toHaveValue('76.192.083-9')
      const name = page.getByRole('textbox', { name: 'Razón social' })
      await expect(name).toHaveValue('Viña Ñuble SpA')
      await name.fill('Viña Itata SpA')
      await page.getByRole('textbox', { name: 'RUT' }).fill('')
      await page.getByRole('textbox', { name: 'RUT' }).pressSequentially('761920839')
      await expect(page.getByText('Son los datos de tu última factura con este RUT')).toBeVisible()
      await expect(name, 'what was corrected stays').toHaveValue('Viña Itata SpA')
      await pay(page, 'Autorizar')
      await expect(success(page)).toBeVisible()
    })
  })

  test(`a person starts at once, and finds, pays and buys purchases again, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = await openAccount(page, 'repite')
    const userId = (await pool.query('select id from profiles where email = $1', [email])).rows[0].id
    const gone = await createProduct(pool)
    await createPaidItem(pool, { userId, productId: gone.id, seats: 4 })
    await pool.query("update assessments set status = 'archived' where id = $1", [gone.id])

    await addToCart(page, 'agilidad')
    await page.goto('/checkout')
    await pay(page, 'Rechazar')
    await expect(page.getByText('El banco rechazó el pago')).toBeVisible()
    await page.goto('/account/orders')
    await expect(page.getByText('comprobante va en camino')).toBeHidden()
    await page.getByRole('button', { name: /^Volver a pagar: ALH/ }).click()
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await pay(page, 'Autorizar')
    await expect(success(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Invitar a tu equipo' })).toBeHidden()
    await expect(page.getByRole('button', { name: /^Comenzar ahora/ })).toBeVisible()
    await auditPage(page)

    await page.goto('/account/orders')
    await auditPage(page)
    const team = orders(page).getByRole('listitem').filter({ hasText: gone.name }).first()
    await expect(team).toContainText('1 de 4 asientos asignados · 0 completados')
    await expect(team).toContainText(`${gone.name} ya no está a la venta.`)
    await expect(team.getByRole('button', { name: /^Comprar de nuevo/ })).toBeHidden()
    await expect(team.getByRole('link', { name: /^Invitar personas/ })).toBeVisible()

    const search = page.getByRole('searchbox', { name: 'Buscar en tus compras' })
    await search.fill('agilidad nadie')
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: 'No encontramos compras con ese texto' })).toBeVisible()
    await search.fill('119.990')
    await search.press('Enter')
    await expect(orders(page).getByRole('heading')).toHaveCount(2)
    await expect(page).toHaveURL(/\?q=119\.990/)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Comprobante en PDF/ }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^comprobante-ALH-.*\.pdf$/)
    expect((await readPdf(await readFile(await file.path()))).pages.join()).toContain('Total $119.990')

    await page.getByRole('button', { name: /^Comprar de nuevo/ }).click()
    const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
    await expect(cart.getByText('$119.990').first()).toBeVisible()
  })
}

test("nobody else's receipt opens, and an unpaid order has none", { tag: ['@one-size', '@full'] }, async ({
  page,
  browser,
}) => {
  await openAccount(page, 'propia')
  await buyForNothing(page.request, await fillCart(page, ['agilidad']))
  await page.goto('/account/orders')
  const path = (await page.getByRole('link', { name: /^Comprobante en PDF/ }).getAttribute('href')) ?? ''
  expect((await page.request.get(path)).headers()['content-type']).toBe('application/pdf')
  expect((await page.request.get('/account/orders?q=a%00b')).status()).toBe(200)
  const other = await (await browser.newContext()).newPage()
  expect((await other.request.get(path, { maxRedirects: 0 })).status()).toBe(302)
  await openAccount(other, 'ajena')
  expect((await other.request.get(path)).status()).toBe(404)
  await other.context().close()

  await page.evaluate(() => localStorage.removeItem('alhena.cart'))
  await addToCart(page, 'ciberseguridad-pyme')
  await page.goto('/checkout')
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await payButton(page).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  await page.goto('/account/orders')
  const unpaid = await page
    .getByRole('link', { name: /orden ALH-/ })
    .first()
    .getAttribute('href')
  expect((await page.request.get(`${unpaid}/pdf`)).status()).toBe(404)
  await page.getByRole('button', { name: /^Continuar al pago/ }).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
})
