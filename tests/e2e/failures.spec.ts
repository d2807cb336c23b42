import { scriptNamed } from '../support/page-scripts.ts'
import { openAccount } from './accounts.ts'
import { fillCart } from './buyer.ts'
import { expect, expectAccessible, field, stopClock, test } from './journey.ts'
import { badge, openCart, toast } from './shopping.ts'

// Failures of the network, the server and after a release.

test('the log-in screen keeps typed input when the server fails', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/auth.data*', route => route.fulfill({ status: 404, body: 'nadie' }))
  await field(page, 'Email').fill('ana@example.cl')
  await field(page, 'Contraseña').fill('una clave larga')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('ana@example.cl')
  await expect(field(page, 'Contraseña')).toHaveValue('una clave larga')
  await page.unroute('**/auth.data*')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Email o contraseña incorrectos')).toBeVisible()
})

test('a page that fails to load says so under the header, with what to do', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.route('**/legal/privacidad.data*', route =>
    route.fulfill({ status: 400, contentType: 'text/plain', body: 'nadie' }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidad', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No pudimos/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Alhena, inicio' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/legal/privacidad.data*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^No pudimos/)
})

test('without a network the page stays, whatever is clicked', { tag: '@full' }, async ({ page, context }) => {
  await page.goto('/auth')
  await field(page, 'Email').fill('ana@example.cl')
  await field(page, 'Contraseña').fill('una clave larga')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText(/^Sin conexión\. Tu carrito/)).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
  await expect(page.getByText('Esa página se abre cuando vuelva la red.', { exact: false })).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('ana@example.cl')
  await expect(page).toHaveURL('/auth')
  await context.setOffline(false)
  await expect(page.getByText('Esa página se abre cuando vuelva la red.', { exact: false })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Crear Cuenta' })).toBeVisible()
})

test('a slow shop shows skeletons for prices, and a second click does nothing more', { tag: '@full' }, async ({
  page,
}) => {
  await openAccount(page, 'lenta')
  await fillCart(page, ['agilidad'])
  const drawer = await openCart(page)
  await drawer.getByLabel('Código de descuento').fill('BIENVENIDA100')
  await drawer.getByRole('button', { name: 'Aplicar' }).click()
  await expect(toast(page, '¡Código aplicado!')).toBeVisible()
  const slow = Promise.withResolvers<void>()
  await page.route('**/cart', async route => {
    await slow.promise
    await route.continue()
  })
  await page.goto('/checkout')
  const summary = page.getByText('Calculando los precios…')
  await expect(summary).toBeAttached()
  await expect(page.getByRole('button', { name: /^(Pagar|Confirmar)/ })).toBeDisabled()
  slow.resolve()
  await expect(summary).not.toBeAttached()

  let posts = 0
  const answer = Promise.withResolvers<void>()
  await page.route('**/checkout.data*', async route => {
    if (route.request().method() === 'POST') {
      posts += 1
      await answer.promise
    }
    await route.continue()
  })
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: 'Confirmar compra gratis' }).dblclick()
  const pending = page.getByRole('button', { name: 'Procesando…' })
  await expect(pending).toBeVisible()
  await pending.dispatchEvent('click')
  answer.resolve()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  expect(posts).toBe(1)
  await expect(badge(page)).toHaveText('')
  await page.goto('/account/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('typed input at the checkout survives a lost connection, a failure and the end of the session', {
  tag: '@full',
}, async ({ page, context }) => {
  const email = await openAccount(page, 'factura')
  await fillCart(page, ['agilidad'])
  await page.goto('/checkout')
  const typed = {
    RUT: '76.192.083-9',
    'Razón social': 'Viña Ñuble SpA',
    Giro: 'Vinos',
    Dirección: 'Camino Real 45',
    Comuna: 'Chillán',
  }
  await page.getByRole('radio', { name: /Factura/ }).check()
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value)
  const terms = page.getByRole('checkbox', { name: /condiciones de compra/ })
  const pay = page.getByRole('button', { name: 'Pagar $119.990' })
  const expectTyped = async () => {
    await expect(page.getByRole('radio', { name: /Factura/ })).toBeChecked()
    for (const [label, value] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(value)
  }

  await test.step('an invalid field', async () => {
    await pay.click()
    await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
    await expectTyped()
    await terms.check()
  })
  await test.step('a lost connection, and a failing server', async () => {
    await page.route('**/checkout.data*', route => route.abort('failed'))
    await pay.click()
    await expect(page.getByText('La tienda no respondió y no sabemos', { exact: false })).toBeVisible()
    await expectTyped()
    await expect(terms).toBeChecked()
    await page.unroute('**/checkout.data*')
    await page.route('**/checkout.data*', route => route.fulfill({ status: 404, body: 'nadie' }))
    await pay.click()
    await expect(page.getByText('La tienda no respondió y no sabemos', { exact: false })).toBeVisible()
    await expectTyped()
    await expectAccessible(page)
    await page.unroute('**/checkout.data*')
  })
  await test.step('the end of the session', async () => {
    await context.clearCookies()
    await pay.click()
    await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
    await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible()
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill('una clave de prueba 7')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await expectTyped()
  })
  await test.step('nothing is left after the purchase', async () => {
    await terms.check()
    await pay.click()
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await expect(badge(page)).toHaveText('')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('alhena.checkout'))).toBeNull()
  })
})

test('typed input of a quotation survives a lost connection, and is sent once', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'cotiza')
  await fillCart(page, ['agilidad'])
  await page.goto('/account/quotations/new')
  const company = page.getByRole('textbox', { name: /^Empresa/ })
  await company.fill('Viña Ñuble SpA')
  await field(page, 'Persona de contacto').fill('Eva Soto')
  const create = page.getByRole('button', { name: 'Crear cotización' })
  const lost = Promise.withResolvers<void>()
  await page.route('**/account/quotations/new.data*', async route => {
    // The shop creates it, and its response is lost.
    await route.fetch({ maxRedirects: 0 })
    await route.abort('failed')
    lost.resolve()
  })
  await create.click()
  await lost.promise
  await expect(page.getByText('no sabemos si tu cotización alcanzó a llegar', { exact: false })).toBeVisible()
  await expect(company).toHaveValue('Viña Ñuble SpA')
  await expect(field(page, 'Persona de contacto')).toHaveValue('Eva Soto')
  await page.unroute('**/account/quotations/new.data*')
  await create.click()
  await expect(page.getByText('Tu cotización está lista')).toBeVisible()
  await page.goto('/account/quotations')
  await expect(page.getByRole('link', { name: /^COT-/ })).toHaveCount(1)
})

test("the account's forms keep typed input when no response arrives", { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'segura')
  await page.goto('/account/security')
  await page.route(/\.data/, route => (route.request().method() === 'POST' ? route.abort('failed') : route.continue()))
  const emailPanel = page.getByRole('region', { name: 'Correo', exact: true })
  await field(emailPanel, 'Correo nuevo').fill('ana.nueva@example.cl')
  await field(emailPanel, 'Contraseña actual').fill('una clave larga')
  await emailPanel.getByRole('button', { name: 'Cambiar correo' }).click()
  await expect(page.getByText('Lo que escribiste sigue aquí: inténtalo otra vez', { exact: false })).toBeVisible()
  await expect(field(emailPanel, 'Correo nuevo')).toHaveValue('ana.nueva@example.cl')
  await expect(field(emailPanel, 'Contraseña actual')).toHaveValue('una clave larga')
  await expectAccessible(page)

  await page.goto('/account/security/delete')
  await field(page, 'Contraseña').fill('una clave larga')
  await field(page, 'Escribe ELIMINAR').fill('ELIMINAR')
  await page.getByRole('main').getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('No sabemos si tu cuenta se eliminó')).toBeVisible()
  await expect(field(page, 'Contraseña')).toHaveValue('una clave larga')
  await expect(field(page, 'Escribe ELIMINAR')).toHaveValue('ELIMINAR')

  for (const [address, label, send] of [
    ['/auth/forgot', 'Email', 'Enviar enlace'],
    ['/auth/reset?token=uno', 'Contraseña nueva', 'Guardar contraseña'],
  ] as const) {
    await page.goto(address)
    await field(page, label).fill('ana.nueva@example.cl')
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
    await expect(field(page, label)).toHaveValue('ana.nueva@example.cl')
  }
})

test('signing out right after saving the profile is final', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'apurada')
  await page.clock.install()
  await page.goto('/account?editar=1')
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  await field(page, 'Empresa').fill('Prueba SpA')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
  const slow = Promise.withResolvers<void>()
  const request = page.waitForRequest('**/sign-out.data*')
  await page.route('**/sign-out.data*', async route => {
    await slow.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /Cuenta de Ana/ }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await request
  await page.clock.runFor(2_000)
  slow.resolve()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a file removed by a new release causes one reload, not a loop', { tag: '@full' }, async ({ page }) => {
  await fillCart(page, ['agilidad'])
  await page.goto('/')
  let gone = 0
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const drawer = await scriptNamed('cart-drawer')
  const isDrawer = (url: URL) => url.pathname === drawer
  await page.route(isDrawer, route => {
    gone += 1
    return gone === 1 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  })
  await badge(page).click()
  await expect(page.getByRole('dialog', { name: 'Mi Carrito' }).getByText('$119.990').first()).toBeVisible()
  expect(loads).toBe(1)
  await page.unroute(isDrawer)

  await page.route(isDrawer, route => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/')
  await badge(page).click()
  await expect(toast(page, 'No pudimos abrir tu carrito')).toBeVisible()
  expect(loads).toBe(2)
})
