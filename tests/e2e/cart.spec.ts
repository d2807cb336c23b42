import type { Locator, Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { fillCart } from './buyer.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { addToCart, badge, openCart } from './shopping.ts'

const seatsOf = (drawer: Locator) => drawer.getByRole('textbox', { name: /^Personas para/ })

/** Stores lines in the browser's storage, as after an earlier visit: an open page of the shop would repair them itself. */
async function storeCart(page: Page, cart: unknown): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(
    text => localStorage.setItem('alhena.cart', text),
    typeof cart === 'string' ? cart : JSON.stringify(cart),
  )
}

test('seats follow the rules, however they are changed', async ({ page }) => {
  await page.goto('/assessment/agilidad')
  await page.getByRole('radio', { name: /Empresa/ }).check()
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  const drawer = await openCart(page)
  const seats = seatsOf(drawer)
  const minus = drawer.getByRole('button', { name: /^Una persona menos/ })
  const plus = drawer.getByRole('button', { name: /^Una persona más/ })

  await test.step('typing and Enter', async () => {
    await seats.fill('12')
    await seats.press('Enter')
    await expect(seats).toHaveValue('12')
    await expect(badge(page)).toHaveText('12')
  })
  await test.step('Escape restores the number and leaves the drawer open', async () => {
    await seats.fill('33')
    await seats.press('Escape')
    await expect(seats).toHaveValue('12')
    await expect(drawer).toBeVisible()
  })
  await test.step('invalid input is refused with its message, and the number stays', async () => {
    for (const [typed, message] of [
      ['muchas', 'Ingresa un número válido'],
      ['2,5', 'Ingresa un número válido'],
      ['1e3', 'Ingresa un número válido'],
      ['0', 'Ingresa un número válido (1 o más)'],
      ['-4', 'Ingresa un número válido (1 o más)'],
      ['1001', 'Máximo 1000 personas'],
    ] as const) {
      await seats.fill(typed)
      await seats.press('Enter')
      await expect(drawer.getByText(message, { exact: true })).toBeVisible()
      await expect(badge(page)).toHaveText('12')
    }
    await expectAccessible(page)
    await seats.press('Escape')
    await expect(seats).toHaveValue('12')
  })
  await test.step('minus and plus change it by one, within the limits', async () => {
    await plus.click()
    await expect(seats).toHaveValue('13')
    await minus.click()
    await minus.click()
    await expect(seats).toHaveValue('11')
    await seats.fill('1')
    await seats.press('Enter')
    await expect(minus).toBeDisabled()
    await seats.fill('1000')
    await seats.press('Enter')
    await expect(plus).toBeDisabled()
    await expect(badge(page)).toHaveText('99+')
  })
  await test.step('a larger group that costs less is one click away', async () => {
    await seats.fill('10')
    await seats.press('Enter')
    await expect(drawer.getByText(/Con 11 personas pagas menos: ahorras \$[\d.]+/)).toBeVisible()
    await drawer.getByRole('button', { name: 'Cambiar a 11' }).click()
    await expect(seats).toHaveValue('11')
    await expect(drawer.getByText(/pagas menos/)).toBeHidden()
  })
  await expectNoSidewaysScroll(page)
})

test('the same product and mode is one line, two modes are two', { tag: '@full' }, async ({ page }) => {
  await addToCart(page, 'agilidad')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  const drawer = await openCart(page)
  await expect(drawer.getByRole('list', { name: 'Productos' }).getByRole('heading')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('radio', { name: /Empresa/ }).check()
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(drawer.getByRole('list', { name: 'Productos' }).getByRole('heading')).toHaveCount(2)
  await drawer.getByRole('button', { name: 'Vaciar Carrito' }).click()
  await expect(drawer.getByText('Tu carrito está vacío')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Explorar Assessments' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Deshacer' }).click()
  await expect(drawer.getByRole('list', { name: 'Productos' }).getByRole('heading')).toHaveCount(2)
})

test('failed prices are requested again, by a button or automatically', { tag: '@full' }, async ({ page, context }) => {
  await fillCart(page, ['agilidad'])
  await page.route('**/cart', route => route.fulfill({ status: 404, body: '' }))
  await page.goto('/')
  await badge(page).click()
  const drawer = page.getByRole('dialog', { name: 'Mi Carrito' })
  await expect(drawer.getByText('No pudimos actualizar los precios')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/cart')
  await drawer.getByRole('button', { name: 'Reintentar' }).click()
  await expect(drawer.getByText('$119.990').first()).toBeVisible()

  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await expect(page.getByText(/^Sin conexión\. Tu carrito/)).toBeVisible()
  await expectAccessible(page)
  await badge(page).click()
  await expect(drawer.getByText('No pudimos actualizar los precios')).toBeVisible()
  await context.setOffline(false)
  await expect(drawer.getByText('No pudimos actualizar los precios')).toBeHidden()
  await expect(drawer.getByText('$119.990').first()).toBeVisible()
  await expect(page.getByText(/^Sin conexión\. Tu carrito/)).toBeHidden()
})

test('a damaged cart is repaired, says what changed, and never breaks the shop', { tag: '@full' }, async ({ page }) => {
  const [line] = await fillCart(page, ['agilidad'])
  const gone = '00000000-0000-4000-8000-00000000000a'
  const drawer = page.getByRole('dialog', { name: 'Mi Carrito' })
  await storeCart(page, {
    version: 0,
    choices: [
      line,
      line,
      { ...line, mode: 'business', seats: -3 },
      { product_id: gone, mode: 'self', seats: 1 },
      'basura',
    ],
    code: '<script>',
  })
  await page.goto('/')
  await badge(page).click()
  await expect(drawer.getByText('no se pudo leer y salió', { exact: false })).toBeVisible()
  await expect(drawer.getByText('Corregimos cantidades o líneas repetidas', { exact: false })).toBeVisible()
  await expect(drawer.getByText('El código de descuento guardado', { exact: false })).toBeVisible()
  await expect(drawer.getByText('Un producto ya no está disponible y salió de tu carrito.')).toBeVisible()
  await expect(drawer.getByRole('list', { name: 'Productos' }).getByRole('heading')).toHaveCount(2)
  await expectAccessible(page)
  await page.reload()
  await badge(page).click()
  await expect(drawer.getByText('Total').first()).toBeVisible()
  await expect(drawer.getByText(/no se pudo leer|Corregimos/)).toBeHidden()

  await storeCart(page, '{"version":1,"choices":')
  await page.goto('/')
  await badge(page).click()
  await expect(
    drawer.getByText('El carrito guardado en este navegador no se pudo leer.', { exact: false }),
  ).toBeVisible()
  await expect(drawer.getByText('Tu carrito está vacío')).toBeVisible()
})

test('two tabs share one cart', { tag: ['@one-size', '@full'] }, async ({ page, context }) => {
  await page.goto('/assessment/agilidad')
  const other = await context.newPage()
  await other.goto('/assessment/liderazgo-360')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(badge(other)).toHaveText('1')
  await other.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Mi Carrito' })
  await expect(drawer.getByRole('list', { name: 'Productos' }).getByRole('heading')).toHaveCount(2)
  await expect(drawer.getByText('$159.980').first()).toBeVisible()
})

test('buying works where the browser refuses to store the cart', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await openAccount(page, 'privada')
  await page.goto('/assessment/agilidad')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: 'Proceder al pago' }).click()
  await expect(page.getByRole('button', { name: 'Pagar $119.990' })).toBeEnabled()
})
