import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the cart drawer, if it is not open already, and waits until it shows the server's prices. */
export async function openCart(page: Page): Promise<Locator> {
  const drawer = page.getByRole('dialog', { name: 'Mi Carrito' })
  const button = page.getByRole('banner').getByRole('button', { name: /carrito/i })
  // Adding to the cart opens the drawer, whose code may still be loading.
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  await expect(drawer.getByText('Total', { exact: false }).first()).toBeVisible()
  return drawer
}

/** Adds a product to the cart from its page. */
export async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/assessment/${slug}`)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await openCart(page)
}

/** Shows the lines, the sums and the discount field of the checkout, which fold on phones. */
export async function showSummary(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: /^Ver el detalle/ })
  await expect(page.getByRole('heading', { name: 'Tu compra' })).toBeVisible()
  if (await fold.isVisible()) await fold.click()
}

/** The fields of a factura, and what a company writes. */
export const FACTURA = [
  ['RUT', '76.192.083-9'],
  ['Razón social', 'Viña Ñuble SpA'],
  ['Giro', 'Vinos'],
  ['Dirección', 'Camino Real 45'],
  ['Comuna', 'Chillán'],
] as const

/** Fills in the data of a factura, which company purchases start with. */
export async function fillFactura(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /Factura/ })).toBeChecked()
  for (const [label, value] of FACTURA) await page.getByRole('textbox', { name: label }).fill(value)
}

/** Accepts the terms on the checkout screen, goes to the bank and decides there. */
export async function pay(page: Page, decision: string): Promise<void> {
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  await page.getByRole('button', { name: decision, exact: true }).click()
}

/** The cart's button in the header, with its count. */
export const badge = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Mi Carrito/ })

/** The message on screen, by its title. */
export const toast = (page: Page, title: string): Locator => page.getByText(title, { exact: true })
