import { fillCart, signUpDirectly } from './buyer.ts'
import { expect, expectAccessible, field, test } from './journey.ts'
import { badge, openCart, toast } from './shopping.ts'

// What the shop does when the network, the server or a release gets in the way.

test('a server that fails leaves the log-in screen with what was typed', async ({ page }) => {
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

test('a page that does not come says so under the header, and how to go on', async ({ page }) => {
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

test('without a network the page stays, whatever is pressed', async ({ page, context }) => {
  await page.goto('/auth')
  await field(page, 'Email').fill('ana@example.cl')
  await field(page, 'Contraseña').fill('una clave larga')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText(/^Sin conexión\. Tu carrito/)).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Lo que escribiste sigue aquí.', { exact: false })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
  await expect(field(page, 'Email')).toHaveValue('ana@example.cl')
  await expect(page).toHaveURL('/auth')
  await context.setOffline(false)
  await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Crear Cuenta' })).toBeVisible()
})

test('a slow shop shows where prices will be, and a second click does nothing more', async ({ page }) => {
  await signUpDirectly(page.request, 'lenta')
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

test('what is typed at the checkout outlives a cut, a failure and the end of the session', async ({
  page,
  context,
}) => {
  const email = await signUpDirectly(page.request, 'factura')
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
  const expectKept = async () => {
    await expect(page.getByRole('radio', { name: /Factura/ })).toBeChecked()
    for (const [label, value] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(value)
  }

  await test.step('a refused field', async () => {
    await pay.click()
    await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
    await expectKept()
    await terms.check()
  })
  await test.step('a cut of the connection, and a server that fails', async () => {
    await page.route('**/checkout.data*', route => route.abort('failed'))
    await pay.click()
    await expect(page.getByText('La tienda no respondió y no sabemos', { exact: false })).toBeVisible()
    await expectKept()
    await expect(terms).toBeChecked()
    await page.unroute('**/checkout.data*')
    await page.route('**/checkout.data*', route => route.fulfill({ status: 404, body: 'nadie' }))
    await pay.click()
    await expect(page.getByText('La tienda no respondió y no sabemos', { exact: false })).toBeVisible()
    await expectKept()
    await expectAccessible(page)
    await page.unroute('**/checkout.data*')
  })
  await test.step('the end of the session', async () => {
    await context.clearCookies()
    await pay.click()
    await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill('una clave de prueba 7')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await expectKept()
  })
  await test.step('and nothing is left after the purchase', async () => {
    await terms.check()
    await pay.click()
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await expect(badge(page)).toHaveText('')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('alhena.checkout'))).toBeNull()
  })
})

test('a file that a new release took away costs one reload, not a loop', async ({ page }) => {
  await fillCart(page, ['agilidad'])
  await page.goto('/')
  let gone = 0
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const isDrawer = (url: URL) => /\/assets\/cart-drawer-[\w-]+\.js$/.test(url.pathname)
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
