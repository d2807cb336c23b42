import type { Page } from '@playwright/test'
import { confirmIdentity } from './accounts.ts'
import { expect, expectAccessible, field } from './journey.ts'
import { addToCart } from './shopping.ts'
import { test, type WebpayShop } from './webpay-shop.ts'

// A shop with PAYMENTS=webpay and a bank at another address: what the browser sends, follows and allows is real.

// One shop for all of them.
test.describe.configure({ mode: 'default' })

const PRICE_CLP = 119_990

/** Fills a cart and follows the shop's form to the bank. */
async function goToBank(page: Page): Promise<void> {
  await page.goto('/checkout')
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: 'Pagar $119.990' }).click()
  await expect(page.getByRole('heading', { name: 'Webpay de prueba' })).toBeVisible()
  await expect(page.getByText('Vas a pagar $119.990')).toBeVisible()
}

async function atBank(page: Page, shop: WebpayShop, name: string): Promise<string> {
  const email = await shop.openAccount(page, name)
  await addToCart(page, 'agilidad')
  await goToBank(page)
  return email
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const success = (page: Page) => page.getByRole('heading', { name: '¡Compra exitosa!' })

test('a payment at the bank is a purchase, and its kind of card is kept', async ({ page, shop }) => {
  const before = shop.bank.book.net()
  await atBank(page, shop, 'webpay')
  // Another origin than the shop's: its policy let the form lead there.
  expect(new URL(page.url()).origin).toBe(shop.bank.url)
  expect(page.url()).not.toContain('token')
  await page.getByRole('combobox', { name: 'Tarjeta' }).selectOption({ label: 'Visa, 3 cuotas sin interés · 6623' })
  await press(page, 'Pagar')
  await expect(success(page)).toBeVisible()
  await expectAccessible(page)
  expect(shop.bank.book.net() - before).toBe(PRICE_CLP)
  await page.goto('/account/orders')
  await page
    .getByRole('link', { name: /ALH-|Ver/ })
    .first()
    .click()
  await expect(page.getByRole('main')).toContainText('6623')
  await expect(page.getByRole('main')).toContainText(/3 cuotas/)
})

test('a payment that fails at the bank keeps the cart and says why, and paying again works', { tag: '@full' }, async ({
  page,
  shop,
}) => {
  await atBank(page, shop, 'rechazada')
  for (const [button, message] of [
    ['Rechazar', 'El banco rechazó el pago'],
    // The only return by POST: the browser brings no cookie.
    ['Anular compra y volver', 'Cancelaste el pago'],
    ['Dejar que se acabe el tiempo', 'Se acabó el tiempo para pagar'],
    ['Error de formulario', 'El formulario de pago falló'],
  ] as const) {
    await press(page, button)
    await expect(page.getByText(message)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(shop.url)
    await goToBank(page)
  }
  await press(page, 'Pagar, con retorno duplicado')
  await expect(success(page)).toBeVisible()
  await page.goto('/account/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a lost answer shows that the purchase is under way, and then the purchase', { tag: '@full' }, async ({
  page,
  shop,
}) => {
  await atBank(page, shop, 'perdida')
  await press(page, 'Pagar, con respuesta perdida')
  await expect(page.getByRole('heading', { name: 'Procesando tu compra...' })).toBeVisible()
  await expect(success(page)).toBeVisible({ timeout: 60_000 })
})

test.describe('without a database', () => {
  test.use({ provoked: /status of 503/ })

  test('a return while the database is away waits and is confirmed when it is back', {
    tag: ['@full', '@one-size'],
  }, async ({ page, shop }) => {
    await atBank(page, shop, 'sin-base')
    const before = shop.bank.book.net()
    const startDatabase = await shop.stopDatabase()
    await press(page, 'Pagar')
    await expect(page.getByRole('heading', { name: 'Estamos confirmando tu pago' })).toBeVisible()
    expect(shop.bank.book.net()).toBe(before)
    await startDatabase()
    await expect(success(page)).toBeVisible({ timeout: 60_000 })
    expect(shop.bank.book.net() - before).toBe(PRICE_CLP)
  })
})

test('a refund from the back office goes back at the bank', { tag: ['@full', '@one-size'] }, async ({
  page,
  shop,
  browser,
}) => {
  const email = await atBank(page, shop, 'devuelta')
  const before = shop.bank.book.net()
  await press(page, 'Pagar')
  await expect(success(page)).toBeVisible()
  expect(shop.bank.book.net() - before).toBe(PRICE_CLP)
  const context = await browser.newContext({ baseURL: shop.url })
  const staff = await context.newPage()
  await shop.openAccount(staff, 'encargada', 'admin')
  await staff.goto(`/admin/orders?search=${encodeURIComponent(email)}`)
  await staff.getByRole('link', { name: /^ALH-/ }).first().click()
  await staff.getByRole('link', { name: 'Reembolsar…' }).click()
  const refund = staff.getByRole('dialog', { name: 'Reembolso' })
  await refund.getByRole('radio', { name: /^Todo/ }).check()
  await field(refund, 'Motivo').fill('Se inscribió dos veces')
  await confirmIdentity(refund)
  await refund.getByRole('button', { name: /^Reembolsar todo/ }).click()
  await expect(staff.getByText('La orden quedó reembolsada y sus accesos revocados.')).toBeVisible()
  await context.close()
  expect(shop.bank.book.net()).toBe(before)
  expect(shop.bank.book.entries.at(-1)).toMatchObject({ kind: 'reversed', amount: PRICE_CLP })
})
