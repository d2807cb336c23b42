import type { Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { openPurchase } from './buyer.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { addToCart, pay, showSummary } from './shopping.ts'

/** A signed-in buyer with one product in the cart, at the checkout. */
async function atCheckout(page: Page): Promise<void> {
  await openAccount(page, 'pagadora')
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: 'Pagar $119.990' })).toBeEnabled()
}

const success = (page: Page) => page.getByRole('heading', { name: '¡Compra exitosa!' })

// shows: S7.12
test('a failed payment keeps the cart and says why, and paying again works', async ({ page }) => {
  await atCheckout(page)
  for (const [decision, message] of [
    ['Rechazar', 'El banco rechazó el pago'],
    ['Anular', 'Cancelaste el pago'],
    ['Tiempo agotado', 'Se acabó el tiempo para pagar'],
    ['Error de formulario', 'El formulario de pago falló'],
  ] as const) {
    await pay(page, decision)
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pagar $119.990' })).toBeEnabled()
  }
  await expectAccessible(page)
  await pay(page, 'Autorizar')
  await expect(success(page)).toBeVisible()
  await page.getByRole('link', { name: 'Ir a mi panel' }).click()
  const purchase = await openPurchase(page)
  await expect(purchase.getByText('1 de 1', { exact: true })).toHaveCount(1)
})

test('on a phone the outcome of the payment comes first', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await atCheckout(page)
  await pay(page, 'Rechazar')
  const [message, summary] = await Promise.all([
    page.getByRole('status').filter({ hasText: 'El pago no se realizó' }).boundingBox(),
    page.getByRole('heading', { name: 'Tu compra' }).boundingBox(),
  ])
  expect(message?.y).toBeLessThan(summary?.y ?? 0)
})

test("a bank's response that arrives twice makes one purchase", { tag: '@full' }, async ({ page }) => {
  await atCheckout(page)
  await pay(page, 'Retorno duplicado')
  await expect(success(page)).toBeVisible()
  await page.goto('/account/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
})

// shows: S2.64
test('a lost response of the bank shows that the purchase is under way, and then the purchase', {
  tag: '@full',
}, async ({ page }) => {
  await atCheckout(page)
  await pay(page, 'Respuesta perdida')
  await expect(page.getByRole('heading', { name: 'Procesando tu compra...' })).toBeVisible()
  await expect(success(page)).toBeVisible({ timeout: 30_000 })
})

test('BIENVENIDA100 ends at the same screen without a payment', async ({ page }) => {
  await atCheckout(page)
  await showSummary(page)
  await page.getByRole('textbox', { name: 'Código de descuento' }).fill('BIENVENIDA100')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: 'Confirmar compra gratis' }).dblclick()
  await expect(success(page)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /carrito/i })).not.toContainText('1')
  await page.goto('/account/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
})

// shows: S7.15
test('buying the same again within ten minutes asks for confirmation', { tag: '@full' }, async ({ page }) => {
  await atCheckout(page)
  await pay(page, 'Autorizar')
  await expect(success(page)).toBeVisible()
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(
    page.getByRole('heading', { name: /Ya compraste esto hace 1 minuto. ¿Comprar otra vez\?/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sí, comprar otra vez' }).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
})

test('an answer that takes longer than a moment gives the button back', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await atCheckout(page)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/checkout\.data/, async route => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByRole('button', { name: 'Procesando…' })).toBeDisabled()
  await page.clock.runFor(1500)
  answer.resolve()
  await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
  await page.clock.runFor(1500)
  await expect(page.getByRole('button', { name: 'Pagar $119.990' })).toBeEnabled()
})

// shows: S7.17
test('a factura without its data is refused field by field and keeps typed input', { tag: '@full' }, async ({
  page,
}) => {
  await atCheckout(page)
  await page.getByRole('radio', { name: /Factura/ }).check()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText('Ingresa el RUT')).toBeVisible()
  await page.getByRole('textbox', { name: 'RUT' }).fill('76.192.083-1')
  await page.getByRole('textbox', { name: 'Razón social' }).fill('Empresa de Prueba SpA')
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText('El RUT no es válido: revisa el dígito verificador')).toBeVisible()
  await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Razón social' })).toHaveValue('Empresa de Prueba SpA')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'RUT' }).fill('76.192.083-9')
  await page.getByRole('textbox', { name: 'Giro' }).fill('Servicios')
  await page.getByRole('textbox', { name: 'Dirección' }).fill('Av. Providencia 1234')
  await page.getByRole('textbox', { name: 'Comuna' }).fill('Providencia')
  await pay(page, 'Autorizar')
  await expect(success(page)).toBeVisible()
})
