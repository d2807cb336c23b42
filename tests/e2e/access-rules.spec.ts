import { createLogin, openAccount } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logIn, test } from './journey.ts'

// shows: S2.63, S2.66, S7.18
test('a made-up success address records and shows nothing', async ({ page }) => {
  const invented = '/payment-success?order=ALH-1700000000000-abcdef-2345&total=0&items=1&mode=business&seats=50'
  await page.goto(invented)
  await expect(page.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute(
    'href',
    '/auth?mode=register&redirect=/account/dashboard',
  )
  await expectAccessible(page)
  await openAccount(page, 'curiosa')
  await page.goto(invented)
  await expect(page.getByText('Error al registrar la compra. Por favor contacta al soporte.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Escribir a soporte' })).toHaveAttribute(
    'href',
    /^mailto:\S+\?subject=Mi%20compra%20ALH-1700000000000-abcdef-2345$/,
  )
  await page.goto('/account/dashboard')
  await expect(page.getByText('No tienes assessments')).toBeVisible()
  await expectAccessible(page)
})

// shows: S2.8, S2.16, S2.54, A2.1
test('protected pages send a visitor to sign in and bring them back', async ({ page }) => {
  const email = await createLogin('visita')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Mi Cuenta' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

// shows: S2.10, S2.20, S6.2, S8.17, B2.2
test('the back office is closed to a client, who sees why', async ({ page }) => {
  await openAccount(page, 'cliente')
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await expect(page.getByText('No tienes permisos para acceder a esta página.')).toBeVisible()
  await expectAccessible(page)
  for (const path of [
    '/admin.data',
    '/admin/orders.data',
    '/admin/access.data?_routes=features%2Faccesses%2Fadmin%2Flist',
  ]) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(403)
    expect(await answer.text()).not.toContain('ALH-')
  }
  await page.getByRole('link', { name: 'Ir al Inicio' }).click()
  await expect(page).toHaveURL('/')
})

// shows: S2.3
test('signing in leads to no other site', async ({ page }) => {
  const email = await createLogin('redirige')
  await page.goto('/auth?redirect=//evil.example')
  await logIn(page, email)
  await expect(page).toHaveURL('/')
})

test('unknown addresses and the legal pages', async ({ page }) => {
  const missing = await page.goto('/no-existe')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expectAccessible(page)
  for (const document of ['condiciones', 'privacidad', 'cookies']) {
    await page.goto(`/legal/${document}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
