import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '../support/read-pdf.ts'
import { openAccount } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'
import { addToCart, openCart, pay } from './shopping.ts'

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /carrito/i })

/** A visitor with one product in the cart requests a quotation, creates an account, and returns to the form. */
async function atQuotationForm(page: Page): Promise<void> {
  await addToCart(page, 'agilidad')
  const cart = await openCart(page)
  await cart.getByRole('link', { name: 'Descargar cotización' }).click()
  await expect(page).toHaveURL(/\/auth\?aviso=cotizacion&redirect=%2Faccount%2Fquotations%2Fnew/)
  await openAccount(page, 'cotizante')
  await page.goto('/account/quotations/new')
  await expect(page.getByRole('heading', { name: 'Nueva cotización' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crear cotización' })).toBeEnabled()
}

test('a cart becomes a document, and the document a cart again, which is paid', { tag: '@full' }, async ({ page }) => {
  await atQuotationForm(page)
  await expect(field(page, 'Persona de contacto')).toHaveValue('Ana Rojas')
  await page.getByRole('textbox', { name: /^Empresa/ }).fill('Comercial Ñandú SpA')
  await page.getByRole('textbox', { name: /^RUT de la empresa/ }).fill('76.192.083-1')
  await page.getByRole('button', { name: 'Crear cotización' }).click()
  await expect(page.getByText('El RUT no es válido: revisa el dígito verificador')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Empresa/ })).toHaveValue('Comercial Ñandú SpA')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^RUT de la empresa/ }).fill('76.192.083-9')
  await test.step('a lost connection keeps typed input', async () => {
    await page.route('**/account/quotations/new.data*', route => route.abort('failed'))
    await page.getByRole('button', { name: 'Crear cotización' }).click()
    await expect(page.getByText('La tienda no respondió y no sabemos', { exact: false })).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^RUT de la empresa/ })).toHaveValue('76.192.083-9')
    await page.unroute('**/account/quotations/new.data*')
  })
  await page.getByRole('button', { name: 'Crear cotización' }).click()

  await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Cotización COT-\d{4}-\d{6}$/)
  const number = ((await heading.textContent()) ?? '').replace('Cotización ', '')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Descargar PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`cotizacion-${number}.pdf`)
  const pdf = await readPdf(await readFile(await download.path()))
  expect(pdf).toMatchObject({ title: `Cotización ${number}`, author: 'Alhena Demostración SpA', language: 'es-CL' })
  for (const text of ['Comercial Ñandú SpA', '76.192.083-9', '$119.990', 'Página 1 de 1'])
    expect(pdf.pages.join()).toContain(text)

  await page.getByRole('button', { name: 'Enviar a mi correo' }).click()
  await expect(page.getByText('Te enviamos un enlace a esta cotización')).toBeVisible()

  const cart = await openCart(page)
  await cart.getByRole('button', { name: 'Vaciar Carrito' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Cotizaciones' }).click()
  await expect(page.getByText('Vigente')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: number }).first().click()
  await page.getByRole('button', { name: 'Abrir como carrito' }).click()
  const opened = page.getByRole('dialog', { name: 'Mi Carrito' })
  await expect(opened.getByText(`Precios de la cotización ${number}`)).toBeVisible()
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Proceder al pago' }).click()
  // The closing drawer says the same.
  await expect(page.getByRole('main').getByText(`Precios de la cotización ${number}`)).toBeVisible()
  await expectAccessible(page)
  await pay(page, 'Autorizar')
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await page.goto('/account/orders')
  await page.getByRole('link', { name: /orden ALH-/ }).click()
  await page.getByRole('main').getByRole('link', { name: number }).click()
  await expect(heading).toHaveText(`Cotización ${number}`)
  await page.goto('/account/quotations')
  await expect(page.getByText('Comprada')).toBeVisible()
})

test("a cart with other contents is not replaced without asking, and other lines cost today's prices", {
  tag: '@full',
}, async ({ page }) => {
  await atQuotationForm(page)
  await page.getByRole('button', { name: 'Crear cotización' }).click()
  await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  await page.getByRole('button', { name: 'Abrir como carrito' }).click()
  const question = page.getByRole('dialog', { name: '¿Reemplazar tu carrito?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Precios de la cotización')).toHaveCount(0)
  await page.getByRole('button', { name: 'Abrir como carrito' }).click()
  await question.getByRole('button', { name: 'Reemplazar' }).click()
  const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
  await expect(cart.getByText('Precios de la cotización')).toBeVisible()
  await cart.getByRole('radio', { name: 'Empresa' }).check({ force: true })
  await expect(cart.getByText('se aplican los precios actuales')).toBeVisible()
  await cart.getByRole('button', { name: 'Entendido' }).click()
  await expect(cart.getByText('se aplican los precios actuales')).toHaveCount(0)
  await expect(cart.getByRole('heading', { name: 'Mi Carrito' })).toBeFocused()
})

test('a quotation works with the keyboard alone, in the dark theme', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await atQuotationForm(page)
  await expectAccessible(page)
  await field(page, 'Persona de contacto').press('Enter')
  await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Abrir como carrito' }).press('Enter')
  await page
    .getByRole('dialog', { name: '¿Reemplazar tu carrito?' })
    .getByRole('button', { name: 'Reemplazar' })
    .press('Enter')
  const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
  await expect(cart.getByText('Precios de la cotización')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/account/quotations')
  await expect(page.getByText('Vigente')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/checkout')
  await expect(page.getByText('Precios de la cotización')).toBeVisible()
  await expectAccessible(page)
})

test('the page of a product leads to a quotation for the people chosen there', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'cotizante')
  await page.goto('/assessment/dama-assessment')
  await page.getByRole('radio', { name: /Empresa/ }).check()
  const seats = page.getByRole('main').getByRole('textbox', { name: /personas/i })
  for (const count of ['5', '11']) {
    await seats.fill(count)
    await seats.press('Enter')
    await page.getByRole('button', { name: 'Pedir cotización' }).click()
    await expect(page.getByRole('heading', { name: 'Nueva cotización' })).toBeVisible()
    await expect(page.getByRole('main').getByText(`Empresa, ${count} personas`)).toBeVisible()
    await page.goBack()
    await page.getByRole('radio', { name: /Empresa/ }).check()
  }
})

test("another user's and unknown quotations are not found", { tag: ['@one-size', '@full'] }, async ({
  page,
  browser,
}) => {
  await atQuotationForm(page)
  await page.getByRole('button', { name: 'Crear cotización' }).click()
  await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  const address = new URL(page.url()).pathname
  const other = await (await browser.newContext()).newPage()
  await other.goto(address)
  await expect(other).toHaveURL(/\/auth\?redirect=/)
  expect((await other.request.get(`${address}/pdf`, { maxRedirects: 0 })).status()).toBe(302)
  await openAccount(other, 'otra')
  expect((await other.request.get(address)).status()).toBe(404)
  expect((await other.request.get(`${address}/pdf`)).status()).toBe(404)
  expect((await other.request.get("/account/quotations/1'%20or%20'1'='1")).status()).toBe(404)
  expect((await other.request.get('/account/quotations?pagina=-9e99')).status()).toBe(200)
  expect((await other.request.post(address, { form: { intent: 'mail' } })).status()).toBeGreaterThanOrEqual(400)
  await other.context().close()
  const own = await page.request.get(`${address}/pdf`)
  expect(own.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  })
  await expect(cartButton(page)).toBeVisible()
})
