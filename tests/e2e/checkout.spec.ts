import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import type { Quote } from '../../app/features/cart/cart.ts'
import { createProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'
import { addToCart, fillFactura, pay, showSummary } from './shopping.ts'

// What a checkout does when the cart is no longer as the buyer saw it, and when a payment was left unfinished.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const WIDTHS = [1440, 390]

/**
 * Shows the buyer what the shop said before: prices are of one shop that all journeys share, so the older answer is made
 * here. Answers are changed until `end` is called.
 */
async function showEarlierQuote(page: Page, change: (quote: Quote) => void): Promise<() => Promise<void>> {
  await page.route('**/cart', async route => {
    const response = await route.fetch()
    const quote: Quote = await response.json()
    change(quote)
    await route.fulfill({ response, json: quote })
  })
  return () => page.unroute('**/cart')
}

const add = <Amount extends number>(amount: Amount, pesos: number) => (amount + pesos) as Amount

/** The price of each line before it rose. */
function cheaper(quote: Quote): void {
  for (const line of quote.lines) line.total_clp = add(line.total_clp, -10_000)
  quote.total_clp = add(quote.total_clp, -10_000)
}

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pagar ${amount}`, exact: true })
const acceptTerms = (page: Page) => page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
const comparison = (page: Page) => page.getByRole('table', { name: 'Lo que cambió en tu carrito' })
/** The reason of a refusal has the focus and is on screen, however long the form below it is. */
async function expectReasonInView(page: Page): Promise<void> {
  await expect(page.locator(':focus').getByRole('alert')).toBeInViewport()
}
const success = (page: Page) => page.getByRole('heading', { name: '¡Compra exitosa!' })

for (const width of WIDTHS) {
  test(`a price that rose is shown beside the old one, and can be paid, at ${width} px`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAccount(page, 'atenta')
    await addToCart(page, 'agilidad')
    const end = await showEarlierQuote(page, cheaper)
    await page.goto('/checkout')
    await expect(payButton(page, '$109.990')).toBeEnabled()
    await end()
    await page.getByRole('radio', { name: /Factura/ }).check()
    await fillFactura(page)
    await acceptTerms(page)
    await payButton(page, '$109.990').click()
    await expectReasonInView(page)
    await expect(comparison(page).getByRole('row', { name: 'Total $109.990 $119.990' })).toBeVisible()
    await expect(comparison(page).getByRole('row', { name: /, Individual \$109.990 \$119.990$/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await payButton(page, '$119.990').click()
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
    await expect(success(page)).toBeVisible()
  })

  test(`a quotation shows a price that rose, and is created with it, at ${width} px`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAccount(page, 'cotiza')
    await addToCart(page, 'agilidad')
    const end = await showEarlierQuote(page, cheaper)
    await page.goto('/account/quotations/new')
    await field(page, 'Persona de contacto').fill('Eva Soto')
    await expect(page.getByText('$109.990').first()).toBeVisible()
    await end()
    await page.getByRole('button', { name: 'Crear cotización' }).click()
    await expectReasonInView(page)
    await expect(comparison(page).getByRole('row', { name: 'Total $109.990 $119.990' })).toBeVisible()
    await expect(field(page, 'Persona de contacto')).toHaveValue('Eva Soto')
    await page.getByRole('button', { name: 'Crear cotización' }).click()
    await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  })

  test(`a product that is no longer sold leaves the checkout, and the rest can be paid, at ${width} px`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const gone = await createProduct(pool, { status: 'draft' })
    await openAccount(page, 'surtida')
    await addToCart(page, 'agilidad')
    await page.evaluate(id => {
      const cart = JSON.parse(localStorage.getItem('alhena.cart') ?? '{}')
      cart.choices.push({ product_id: id, mode: 'self', seats: 1 })
      localStorage.setItem('alhena.cart', JSON.stringify(cart))
    }, gone.id)
    const end = await showEarlierQuote(page, quote => {
      const [line] = quote.lines
      if (!line) return
      quote.notices = []
      quote.lines.push({ ...line, product_id: gone.id, assessment: { ...line.assessment, name: 'Un curso que hubo' } })
      quote.total_clp = add(quote.total_clp, line.total_clp)
    })
    await page.goto('/checkout')
    await expect(payButton(page, '$239.980')).toBeEnabled()
    await end()
    await acceptTerms(page)
    await payButton(page, '$239.980').click()
    await expectReasonInView(page)
    const row = comparison(page).getByRole('row', { name: /^Un curso que hubo, Individual/ })
    await expect(row).toContainText('Ya no está')
    await expect(comparison(page).getByRole('row', { name: 'Total $239.980 $119.990' })).toBeVisible()
    await payButton(page, '$119.990').click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  })

  test(`a code that was stopped is said, taken off and replaced on the checkout, at ${width} px`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const code = `C${randomUUID().slice(0, 8).toUpperCase()}`
    await pool.query(
      "insert into discount_codes (code, name, type, value, valid_from) values ($1, $1, 'percentage', 50, '2020-01-01')",
      [code],
    )
    await openAccount(page, 'rebajada')
    await addToCart(page, 'agilidad')
    await page.goto('/checkout')
    await showSummary(page)
    const typed = page.getByRole('textbox', { name: 'Código de descuento' })
    await typed.fill(code)
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expect(payButton(page, '$59.995')).toBeEnabled()
    await pool.query("update discount_codes set status = 'inactive' where code = $1", [code])
    await acceptTerms(page)
    await payButton(page, '$59.995').click()
    await expectReasonInView(page)
    await expect(comparison(page).getByRole('row', { name: 'Total $59.995 $119.990' })).toBeVisible()
    await page
      .getByRole('alert')
      .getByRole('button', { name: `Quitar el código ${code}` })
      .click()
    await expect(typed).toBeVisible()
    await expectAccessible(page)
    await payButton(page, '$119.990').click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  })

  test(`a payment left unfinished is continued, or replaced by another cart, at ${width} px`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAccount(page, 'indecisa')
    await addToCart(page, 'agilidad')
    await page.goto('/checkout')
    await acceptTerms(page)
    await payButton(page, '$119.990').click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()

    // Back in the shop without deciding at the bank, with another cart.
    await addToCart(page, 'dama-assessment')
    await page.goto('/checkout')
    await acceptTerms(page)
    await page.getByRole('button', { name: /^Pagar/ }).click()
    const question = page.getByRole('region', { name: 'Dejaste un pago sin terminar' })
    await expect(question).toContainText('por $119.990')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Continuar y pagar $119.990' }).click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
    await expect(page.getByText('$119.990').first()).toBeVisible()

    await page.goto('/checkout')
    await acceptTerms(page)
    await page.getByRole('button', { name: /^Pagar/ }).click()
    await question.getByRole('button', { name: 'Reemplazarla por este carrito' }).click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
    await expect(success(page)).toBeVisible()
    await page.goto('/account/orders')
    await expect(page.getByText('Fallido')).toHaveCount(1)
    await expect(page.getByText('Pagado', { exact: true })).toHaveCount(1)
  })
}

for (const width of WIDTHS) {
  test(`a payment continued on another device and cancelled there is tried again at once, at ${width} px`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAccount(page, 'vuelve')
    await addToCart(page, 'agilidad')
    await page.goto('/checkout')
    await acceptTerms(page)
    await payButton(page, '$119.990').click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
    // Another device has a cart of its own.
    await page.goto('/legal/cookies')
    await page.evaluate(() => localStorage.clear())
    await addToCart(page, 'agilidad')
    await page.goto('/checkout')
    await acceptTerms(page)
    await payButton(page, '$119.990').click()
    await page.getByRole('button', { name: 'Continuar y pagar $119.990' }).click()
    await page.getByRole('button', { name: 'Anular', exact: true }).click()
    await expect(page.getByText('Cancelaste el pago')).toBeVisible()
    await pay(page, 'Autorizar')
    await expect(success(page)).toBeVisible()
    // The purchase is that of this cart.
    await expect(page.getByRole('banner').getByRole('button', { name: /^Mi Carrito/ })).toHaveText('')
  })
}

test('a payment that was cancelled at the bank is tried again at once', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'vuelve')
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await pay(page, 'Anular')
  await expect(page.getByText('Cancelaste el pago')).toBeVisible()
  await pay(page, 'Autorizar')
  await expect(success(page)).toBeVisible()
})
