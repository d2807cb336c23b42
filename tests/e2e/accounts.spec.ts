import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { openAccount, storedPassword } from './accounts.ts'
import { auditPage, expect, field, logIn, newEmail, test } from './journey.ts'
import { addToCart, openCart } from './shopping.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
const NEW_PASSWORD = 'cobre y luna 9'

/** A page opened by a new, signed-in account. */
async function signedIn(page: Page, name: string, path: string): Promise<string> {
  const email = await openAccount(page, name)
  await page.goto(path)
  return email
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('changes the password with a notification by mail; only the new one works', { tag: '@full' }, async ({ page }) => {
  const email = await signedIn(page, 'clave', '/account')
  await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Seguridad' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguridad' })).toBeVisible()
  await auditPage(page)
  const form = panel(page, 'Contraseña')
  await field(form, 'Contraseña actual').fill('equivocada')
  await field(form, 'Contraseña nueva').fill('123456')
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(form.getByText('Esa contraseña es de las más usadas')).toBeVisible()
  await field(form, 'Contraseña nueva').fill(NEW_PASSWORD)
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(form.getByText('Esa no es tu contraseña actual')).toBeVisible()
  await expect(field(form, 'Contraseña actual')).toBeFocused()
  await auditPage(page)
  // Keyboard only: the field has the focus, Enter submits.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tu contraseña cambió y cerramos tus demás sesiones')).toBeVisible()
  await expect(field(form, 'Contraseña actual')).toHaveValue('')
  await linkInMail(DATA_DIR, email, '/auth/forgot')
  // Journeys create accounts with a precomputed hash; this one is the shop's own (scrypt).
  expect(await storedPassword(email)).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)

  await page.getByRole('button', { name: 'Cuenta de Ana' }).click()
  await page
    .getByRole('menuitem', { name: 'Cerrar Sesión' })
    .or(page.getByRole('button', { name: 'Cerrar Sesión' }))
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.goto('/auth?redirect=/account')
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Email o contraseña incorrectos')).toBeVisible()
  await logIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/account')
})

test('changes the e-mail by the link in the new mailbox, and the old one can undo it', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signedIn(page, 'vieja', '/account/security')
  const requested = newEmail('nueva')
  const form = panel(page, 'Correo')
  await field(form, 'Correo nuevo').fill(requested)
  await field(form, 'Contraseña actual').fill(PASSWORD)
  await form.getByRole('button', { name: 'Cambiar correo' }).click()
  await expect(page.getByText('Te enviamos un enlace al nuevo correo')).toBeVisible()
  await expect(form.getByText(`Abre el enlace que llegó a ${requested}`)).toBeVisible()
  await auditPage(page)

  const link = await linkInMail(DATA_DIR, requested, '/auth/email')
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('Inicia sesión con esa cuenta para terminar')).toBeVisible()
  await auditPage(elsewhere)
  await elsewhere.getByRole('button', { name: 'Iniciar sesión con esa cuenta' }).click()
  await field(elsewhere, 'Email').fill(email)
  await field(elsewhere, 'Contraseña').fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Confirmar mi nuevo correo' })).toBeVisible()
  await elsewhere.context().close()

  await page.goto(link)
  await auditPage(page)
  await page.getByRole('button', { name: 'Confirmar mi nuevo correo' }).click()
  await expect(page.getByRole('heading', { name: 'Tu correo cambió' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir a Mi Cuenta' }).click()
  await expect(page.getByRole('main').getByText(requested).first()).toBeVisible()
  await page.getByRole('link', { name: 'Editar' }).click()
  await expect(page.getByText('El email no se puede cambiar')).toBeVisible()

  await page.goto(await linkInMail(DATA_DIR, email, '/auth/email-objection'))
  await auditPage(page)
  await page.getByRole('button', { name: 'No fui yo: recuperar mi cuenta' }).click()
  await expect(page.getByText('la contraseña anterior ya no sirve')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Faccount/)
})

test('lists open sessions and closes the others', { tag: '@full' }, async ({ page, browser, baseURL }) => {
  const email = await signedIn(page, 'sesiones', '/account/security')
  const elsewhere = await browser.newContext({
    ...(baseURL && { baseURL }),
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  const other = await elsewhere.newPage()
  await other.goto('/auth?redirect=/account')
  await logIn(other, email)
  await expect(other.getByRole('heading', { name: 'Mi Cuenta' })).toBeVisible()

  await page.reload()
  const sessions = panel(page, 'Sesiones abiertas')
  await expect(sessions.getByText('Esta sesión')).toHaveCount(1)
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('button', { name: /Cerrar la sesión de Firefox en Windows/ })).toBeVisible()
  await auditPage(page)
  await sessions.getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(page.getByText('Cerramos tus demás sesiones.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL(/\/auth/)
  await elsewhere.close()
})

test('links every page of the account to the others, on the narrowest phone too', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAccount(page, 'caminante')
  for (const path of [
    '',
    '/orders',
    '/quotations',
    '/quotations/new',
    '/dashboard',
    '/organisation',
    '/security',
    '/security/delete',
  ]) {
    await page.goto(`/account${path}`)
    const links = page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link')
    await expect(links).toHaveText(['Perfil', 'Compras', 'Cotizaciones', 'Dashboard', 'Organización', 'Seguridad'])
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
    const tops = await links.evaluateAll(all => new Set(all.map(link => link.getBoundingClientRect().top)).size)
    expect(tops, 'lines').toBe(2)
  }
})

test('shows a free purchase with its receipt, and deletes the account', { tag: '@full' }, async ({ page }) => {
  const email = await signedIn(page, 'compra', '/account/orders')
  await expect(page.getByRole('heading', { name: 'Todavía no tienes compras' })).toBeVisible()
  await auditPage(page)
  await addToCart(page, 'agilidad')
  const cart = await openCart(page)
  await cart.getByLabel(/Código de descuento/i).fill('BIENVENIDA100')
  await cart.getByRole('button', { name: 'Aplicar' }).click()
  await cart.getByRole('button', { name: 'Proceder al pago' }).click()
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: /^(Pagar|Confirmar|Obtener|Completar|Finalizar)/ }).click()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()

  await page.goto('/account/orders')
  await auditPage(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /orden ALH-/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Comprobante de compra' })).toBeVisible()
  const receipt = page.getByRole('main')
  await expect(receipt.getByText('Descuento (BIENVENIDA100)')).toBeVisible()
  await expect(receipt.getByText('Total (IVA incluido)')).toBeVisible()
  await expect(receipt.getByText('no es un documento tributario')).toBeVisible()
  await expect(receipt.getByText(email)).toBeVisible()
  await auditPage(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Mi cuenta' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await receipt.getByRole('link', { name: 'Ver mis accesos' }).click()
  await expect(page).toHaveURL('/account/dashboard')

  await page.goto('/account/security')
  await page.getByRole('link', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('1 compra con su comprobante')).toBeVisible()
  await auditPage(page)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('Escribe ELIMINAR para confirmar')).toBeVisible()
  await field(page, 'Contraseña').fill(PASSWORD)
  await field(page, 'Escribe ELIMINAR').fill('eliminar')
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('Tu cuenta quedó eliminada')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Email o contraseña incorrectos')).toBeVisible()
})

test('continues a payment that was left at the bank', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await signedIn(page, 'pendiente', '/account')
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  await page.goto('/account/orders')
  await page
    .getByRole('main')
    .getByRole('link', { name: /orden ALH-/ })
    .click()
  await expect(page.getByText('Esta compra espera su pago')).toBeVisible()
  await auditPage(page)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
})

test('refuses a change of the account posted by another site', { tag: ['@one-size', '@full'] }, async ({
  page,
  baseURL,
}) => {
  const email = await signedIn(page, 'ajena', '/account/security')
  for (const path of ['/account/security', '/account/security/delete', '/auth/email', '/auth/email-objection']) {
    const posted = await page.request.post(path, {
      headers: { origin: 'https://evil.example' },
      form: { intent: 'close_others', password: PASSWORD, word: 'ELIMINAR' },
    })
    expect([path, posted.status()]).toEqual([path, 403])
  }
  const own = await page.request.post('/account/security', {
    headers: { origin: baseURL ?? '' },
    form: { intent: 'close_others' },
    maxRedirects: 0,
  })
  expect(own.status()).toBe(302)
  await page.reload()
  await expect(panel(page, 'Correo').getByText(email)).toBeVisible()
})
