import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

// Somebody who has never been here buys for themselves and answers the first question.

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

/** Taps and typed fields from the product to the first question, at most. */
const MOST = 11
/** The same before the confirmation link signed in. */
const BEFORE = 16

/** Counts what a person does: taps, and fields that they type. */
function countedHands(page: () => Page) {
  let count = 0
  return {
    tap: async (role: 'button' | 'link' | 'checkbox', name: string | RegExp) => {
      count += 1
      await page()
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click()
    },
    type: async (label: string, text: string) => {
      count += 1
      await field(page(), label).fill(text)
    },
    count: () => count,
  }
}

for (const { width, ways } of [
  { width: 390, ways: 'on a phone' },
  { width: 1440, ways: 'on a desktop' },
]) {
  test(`a new buyer gets from the product to the first question ${ways}, with few taps`, {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = newEmail('primera')
    await page.goto('/assessment/alfabetizacion-datos')
    const { tap, type, count } = countedHands(() => page)
    await tap('button', 'Comprar ahora')
    await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
    await type('Nombre', 'Ana')
    await type('Apellido', 'Rojas')
    await type('Email', email)
    await type('Contraseña', PASSWORD)
    await tap('button', 'Crear Cuenta')
    await expect(page.getByText('El enlace te trae de vuelta con tu carrito')).toBeVisible()
    await page.goto(await linkInMail(DATA_DIR, email, '/auth/confirm'))
    await tap('button', 'Confirmar mi correo')
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await tap('checkbox', /condiciones de compra/)
    await tap('button', /^Pagar \$/)
    await tap('button', 'Autorizar')
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await tap('button', /^Comenzar ahora/)
    await expect(page.getByRole('group').first()).toBeVisible()
    await expect(page.getByText(/^Sección 1 de/).first()).toBeVisible()
    console.log(`From the product to the first question ${ways}: ${count()} taps and fields (${BEFORE} before)`)
    expect(count()).toBeLessThanOrEqual(MOST)
  })
}

test('the confirmation link brings the cart to another device, once', { tag: ['@one-size', '@full'] }, async ({
  page,
  browser,
}) => {
  const email = newEmail('viajera')
  await page.goto('/assessment/dama-assessment')
  await page.getByRole('radio', { name: /Empresa/ }).check()
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
  await cart.getByLabel(/Código de descuento/i).fill('demo20')
  await cart.getByRole('button', { name: 'Aplicar' }).click()
  await expect(cart.getByText('DEMO20').first()).toBeVisible()
  await cart.getByRole('link', { name: 'Descargar cotización' }).click()
  await expect(page.getByText('Para cotizar, inicia sesión o crea tu cuenta.', { exact: false })).toBeVisible()
  await auditPage(page, [1440, 390])
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Mi Carrito/ })
    .click()
  await cart.getByRole('button', { name: 'Proceder al pago' }).click()
  await expect(page).toHaveURL('/auth?aviso=checkout&redirect=%2Fcheckout')
  await field(page, 'Nombre').fill('Ana')
  await field(page, 'Apellido').fill('Rojas')
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear Cuenta' }).click()
  const link = await linkInMail(DATA_DIR, email, '/auth/confirm')

  const baseURL = test.info().project.use.baseURL ?? ''
  const phone = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const there = await phone.newPage()
  await there.goto(link)
  await there.getByRole('button', { name: 'Confirmar mi correo' }).click()
  // Another browser than the one that signed up sets name and password anew.
  await field(there, 'Nombre').fill('Ana')
  await field(there, 'Apellido').fill('Rojas')
  await field(there, 'Contraseña nueva').fill('una clave para el teléfono')
  await there.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(there).toHaveURL('/checkout')
  await expect(there.getByRole('radio', { name: /Factura/ })).toBeChecked()
  await there.getByRole('button', { name: /^Ver el detalle/ }).click()
  await expect(there.getByText('DEMO20').first()).toBeVisible()
  await auditPage(there, [390])

  await phone.clearCookies()
  await there.goto(link)
  await there.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(there.getByText('Tu correo está confirmado. Ya puedes iniciar sesión.')).toBeVisible()
  await phone.close()
})
