import type { Locator, Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { expect, expectAccessible, stopClock, test } from './journey.ts'
import { addToCart, openCart } from './shopping.ts'

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Mi Carrito/ })
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Mi Carrito' })

/** The only message on screen. */
async function expectMessage(page: Page, title: string, description?: string): Promise<void> {
  const message = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Descartar mensaje' }) })
  await expect(message).toHaveCount(1)
  await expect(message).toContainText(title)
  if (description !== undefined) await expect(message).toContainText(description)
}

/** Adds a product for a team to the cart from its page, and leaves the drawer open. */
async function addForTeam(page: Page, slug: string, seats: number): Promise<Locator> {
  await page.goto(`/assessment/${slug}`)
  await page.getByRole('radio', { name: /Empresa/ }).check()
  const count = page.getByRole('main').getByRole('textbox', { name: 'Personas' })
  await count.fill(String(seats))
  await count.press('Enter')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  return openCart(page)
}

test.describe('the cart drawer', () => {
  // shows: S2.40, S4.14
  test('links to the catalogue when empty', async ({ page }) => {
    await page.goto('/legal/cookies')
    await cartButton(page).click()
    const drawer = drawerOf(page)
    await expect(drawer.getByRole('heading', { name: 'Mi Carrito' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Explorar Assessments' }).click()
    await expect(page).toHaveURL('/')
    await expect(drawer).toBeHidden()
  })

  // shows: S1.2, S2.41, S2.42, S2.43, S4.12, S4.13, S6.10, S9.2
  test('shows mode, seats and totals with VAT, and is emptied with its discount', { tag: '@phone' }, async ({
    page,
  }) => {
    await addToCart(page, 'agilidad')
    const drawer = await addForTeam(page, 'agilidad', 11)
    const lines = drawer.getByRole('list', { name: 'Productos' }).getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await expect(lines.nth(0).getByRole('radio', { name: 'Individual' })).toBeChecked()
    await expect(lines.nth(1).getByRole('radio', { name: 'Empresa' })).toBeChecked()
    await expect(lines.nth(1).getByRole('textbox', { name: /^Personas para/ })).toHaveValue('11')
    await expect(lines.nth(0).getByRole('textbox')).toHaveCount(0)
    await expect(lines.nth(1)).toContainText('$359.970')
    await expect(drawer).toContainText(/Incluye IVA \$[\d.]+ \(neto \$[\d.]+\)/)
    await expect(drawer.getByText('$479.960').first()).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Proceder al pago' })).toBeVisible()
    await drawer.getByLabel('Código de descuento').fill('demo20')
    await drawer.getByRole('button', { name: 'Aplicar' }).click()
    await expect(drawer.getByText('$383.968').first()).toBeVisible()
    await page.reload()
    await expect((await openCart(page)).getByText('$383.968').first()).toBeVisible()
    await drawer.getByRole('button', { name: 'Vaciar Carrito' }).click()
    await expect(drawer.getByText('Tu carrito está vacío')).toBeVisible()
    await page.reload()
    const again = await addForTeam(page, 'agilidad', 11)
    await expect(again.getByRole('button', { name: /^Quitar el código/ })).toHaveCount(0)
    await expect(again.getByText('$359.970').first()).toBeVisible()
  })

  // shows: S2.44, S2.45, S2.46, S2.47, S4.15, S5.4, S5.5, S5.6, S5.7
  test('changes the seats of a business line by buttons or typing; Enter commits and Escape cancels', async ({
    page,
  }) => {
    const drawer = await addForTeam(page, 'ciberseguridad-pyme', 2)
    const seats = drawer.getByRole('textbox', { name: /^Personas para/ })
    const fewer = drawer.getByRole('button', { name: /^Una persona menos/ })
    const more = drawer.getByRole('button', { name: /^Una persona más/ })
    await more.click()
    await expect(seats).toHaveValue('3')
    await expect(drawer.getByText('$161.982').first()).toBeVisible()
    await fewer.click()
    await fewer.click()
    await expect(seats).toHaveValue('1')
    await expect(fewer).toBeDisabled()
    await seats.fill('12')
    await seats.press('Escape')
    await expect(seats).toHaveValue('1')
    for (const [typed, message] of [
      ['doce', 'Ingresa un número válido'],
      ['0', 'Ingresa un número válido (1 o más)'],
      ['1001', 'Máximo 1000 personas'],
    ] as const) {
      await seats.fill(typed)
      await seats.press('Enter')
      await expect(drawer.getByText(message, { exact: true })).toBeVisible()
    }
    await seats.fill('90')
    await seats.press('Enter')
    await expect(seats).toHaveValue('50')
    await expectMessage(page, 'Ajustamos la cantidad a 50 personas')
    await expect(more).toBeDisabled()
    await expect(drawer).toBeVisible()
    await expectAccessible(page)
  })

  test('says the price per person, and remembers the seats of a company line', { tag: '@full' }, async ({ page }) => {
    const drawer = await addForTeam(page, 'agilidad', 7)
    const line = drawer.getByRole('list', { name: 'Productos' }).getByRole('listitem')
    await expect(line).toContainText(/\$[\d.]+ por persona/)
    await line.getByText('Individual', { exact: true }).click()
    await expect(line).toContainText('1 persona')
    await expect(line.getByRole('textbox')).toHaveCount(0)
    await line.getByText('Empresa', { exact: true }).click()
    await expect(line.getByRole('textbox', { name: /^Personas para/ })).toHaveValue('7')
  })

  // shows: S2.27
  test('counts its seats on the button, 99+ above 99', async ({ page }) => {
    await addForTeam(page, 'dama-assessment', 99)
    await page.keyboard.press('Escape')
    await expect(cartButton(page)).toHaveText('99')
    await addToCart(page, 'agilidad')
    await page.keyboard.press('Escape')
    await expect(cartButton(page)).toHaveText('99+')
    await expect(cartButton(page)).toHaveAccessibleName('Mi Carrito, 100 personas')
  })
})

// shows: S4.16, S5.10, S8.11, S8.12, S8.13, S8.14, S9.18
test('a discount code reports its result, one message at a time', { tag: '@one-size' }, async ({ page }) => {
  await addToCart(page, 'agilidad')
  const drawer = drawerOf(page)
  const code = drawer.getByLabel('Código de descuento')
  const apply = drawer.getByRole('button', { name: 'Aplicar' })
  await apply.click()
  await expectMessage(page, 'Código requerido', 'Por favor ingresa un código de descuento')
  await code.fill('no-existe')
  await apply.click()
  await expectMessage(page, 'Código inválido', 'El código de descuento no es válido')
  await expect(code).toHaveValue('no-existe')
  await page.route('**/cart', route => route.abort())
  await code.fill('demo20')
  await apply.click()
  await expectMessage(page, 'Error', 'No se pudo validar el código de descuento')
  await page.unroute('**/cart')
  await code.fill('  demo20 ')
  await apply.click()
  await expectMessage(page, '¡Código aplicado!', 'Descuento de $23.998 aplicado')
  await drawer.getByRole('button', { name: 'Quitar el código DEMO20' }).click()
  await expectMessage(page, 'Descuento removido')
})

// shows: S5.13, S6.11, S8.15
test('checkout without a session closes the drawer and redirects to log in', { tag: '@one-size' }, async ({ page }) => {
  await addToCart(page, 'agilidad')
  await drawerOf(page).getByRole('button', { name: 'Proceder al pago' }).click()
  await expect(page).toHaveURL('/auth?aviso=checkout&redirect=%2Fcheckout')
  await expect(drawerOf(page)).toBeHidden()
  await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
})

// shows: S4.17, S9.16
test('the checkout button accepts one click, and works again after a second', { tag: ['@one-size', '@full'] }, async ({
  page,
}) => {
  await openAccount(page, 'doble')
  await addToCart(page, 'agilidad')
  await page.clock.install()
  await page.goto('/checkout')
  // The checkout has no shop navigation: the cart opens from its summary.
  const edit = page.getByRole('button', { name: 'Editar' })
  await edit.click()
  const button = drawerOf(page).getByRole('button', { name: 'Proceder al pago' })
  await stopClock(page)
  await button.click()
  await expect(drawerOf(page)).toBeHidden()
  await edit.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(1000)
  await expect(button).not.toHaveAttribute('aria-busy')
})

// shows: S2.11, S2.65, S2.67, S2.70, S6.5, S7.13
test('a free purchase for a team shows its number, an empty cart and the next steps of a team', {
  tag: '@phone',
}, async ({ page }) => {
  await openAccount(page, 'gratis', 'assessment_manager')
  const drawer = await addForTeam(page, 'agilidad', 3)
  await drawer.getByLabel('Código de descuento').fill('bienvenida100')
  await drawer.getByRole('button', { name: 'Aplicar' }).click()
  await expect(drawer.getByText('$0').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Proceder al pago' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: 'Confirmar compra gratis' }).click()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  const address = new URL(page.url())
  expect(address.pathname).toBe('/payment-success')
  expect([...address.searchParams.keys()]).toEqual([
    'order',
    'total',
    'items',
    'assessment',
    'assessment_id',
    'mode',
    'seats',
  ])
  await expect(page.getByText(address.searchParams.get('order') ?? 'no number').first()).toBeVisible()
  expect(address.searchParams.get('order')).toMatch(/^ALH-\d{13}-[0-9a-f]{6}-\w{4}$/)
  await expect(
    page.getByText(
      'Desde tu panel puedes invitar a las personas de tu organización y revisar los resultados consolidados.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ir a mi panel' })).toHaveAttribute(
    'href',
    '/account/dashboard',
  )
  await expect(cartButton(page)).toHaveAccessibleName('Mi Carrito')
})

// shows: S2.63, S2.68, S2.69, S2.71
test('the success screen asks an anonymous visitor to sign up or in, and tells teams what to prepare', {
  tag: '@one-size',
}, async ({ page }) => {
  await page.goto('/payment-success?order=ALH-1700000000000-abcdef-2345&total=0&items=1&mode=business&seats=50')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute(
    'href',
    '/auth?mode=register&redirect=/account/dashboard',
  )
  await expect(main.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    '/auth?redirect=/account/dashboard',
  )
  const note = main.getByText('Para invitar a tu equipo debes indicar el nombre y la URL de tu empresa.')
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await page.goto('/payment-success')
  await expect(main.getByRole('link', { name: 'Crear cuenta' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('a click before the scripts have loaded is not lost', async ({ page }) => {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  await page.goto('/assessments', { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: /^Agregar al carrito/ }).first()
  await add.click()
  await add.click()
  await expect(add).toHaveAttribute('data-waiting')
  await expect(drawerOf(page)).toBeHidden()
  release()
  await expect(drawerOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(drawerOf(page).getByText('1 producto, 1 persona')).toBeVisible()
  await expect(add).not.toHaveAttribute('data-waiting')
})
