import type { Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { fillCart, goToBank, gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'
import { pay } from './shopping.ts'

const openMore = (page: Page) => page.getByRole('button', { name: /^Más acciones/ }).click()

/** A buyer with this many seats of a product, paid at the bank, on the dashboard. */
async function buySeats(page: Page, seats: number): Promise<void> {
  await openAccount(page, 'compradora')
  const [choice] = await fillCart(page, ['dama-assessment'])
  await page.goto(await goToBank(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats }]))
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await gotoPurchase(page)
}

// shows: A2.22
test('two seats become eleven at the price of eleven, and invitations continue', { tag: '@full' }, async ({ page }) => {
  await buySeats(page, 2)
  await expect(page.getByText('1 de 2').first()).toBeVisible()
  await openMore(page)
  await page.getByRole('link', { name: 'Agregar asientos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agregar asientos' })).toBeVisible()
  await expect(page.getByText('Quedarás con 3 asientos.')).toBeVisible()

  const count = field(page, 'Asientos que agregas')
  await count.fill('muchos')
  await count.press('Enter')
  await expect(page.getByText('Ingresa un número válido')).toBeVisible()
  await count.fill('8')
  await count.press('Enter')
  await expect(page.getByText('Con 9 más pagas menos')).toBeVisible()
  await auditPage(page, [1280, 360])
  await page.getByRole('link', { name: 'Cambiar a 9' }).click()
  await expect(page.getByText('Quedarás con 11 asientos.')).toBeVisible()
  const sums = page.getByRole('region', { name: '¿Cuántos asientos más?' })
  // 590.000 + 10 × 20 % are 1.770.000, of which two seats have cost 826.000.
  for (const amount of ['$1.770.000', '-$826.000', '$944.000', 'Incluye IVA $150.723 (neto $793.277)']) {
    await expect(sums.getByText(amount, { exact: true })).toBeVisible()
  }

  const buy = page.getByRole('button', { name: 'Pagar $944.000 por 9 asientos' })
  await page.getByRole('radio', { name: 'Factura' }).check()
  await buy.click()
  await expect(field(page, 'RUT')).toBeFocused()
  await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
  await page.getByRole('radio', { name: 'Boleta' }).check()
  await pay(page, 'Rechazar')
  await expect(page.getByText('El banco rechazó el pago.')).toBeVisible()
  await expect(page.getByText('Quedarás con 11 asientos.')).toBeVisible()
  await pay(page, 'Autorizar')

  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await expect(page.getByText('Asientos adicionales, 9 personas')).toBeVisible()
  await auditPage(page, [1280, 360])
  await page.getByRole('link', { name: 'Ver comprobante' }).click()
  await expect(page.getByText(/Para la orden ALH-/)).toBeVisible()
  await page.goto('/account/orders')
  await expect(page.getByRole('link', { name: /^Asientos adicionales: / })).toHaveCount(2)

  await gotoPurchase(page)
  await expect(page.getByText('1 de 11').first()).toBeVisible()
  await page.getByRole('link', { name: 'Invitar a 10 personas' }).click()
  const people = Array.from({ length: 12 }, (_, index) => `Persona;Número;${newEmail(`p${index}`)};Analista;TI`)
  await field(page, 'Pega la lista').fill(people.join('\n'))
  await page.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(page.getByText('Faltan 2 asientos para toda la lista.')).toBeVisible()
  await page.getByRole('button', { name: 'Invitar a 10 personas' }).click()
  await expect(page.getByText('Invitamos a 10 personas')).toBeVisible()
  await gotoPurchase(page)
  await expect(page.getByText('11 de 11').first()).toBeVisible()
  await page.getByRole('link', { name: 'Agregar asientos' }).click()
  await expect(page.getByText('11 de 11 asientos usados')).toBeVisible()
})

test('without scripts, free additional seats are added at once; changed ones need confirmation', {
  tag: ['@one-size', '@full'],
}, async ({ browser, page, baseURL }) => {
  await buySeats(page, 10)
  await openMore(page)
  const address = (await page.getByRole('link', { name: 'Agregar asientos' }).getAttribute('href')) ?? ''
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.addCookies(await page.context().cookies())
  const still = await plain.newPage()
  await still.goto(address)
  await field(still, 'Asientos que agregas').fill('2000')
  await still.getByRole('button', { name: 'Calcular' }).click()
  await expect(still.getByText('Máximo 1000 personas')).toBeVisible()
  await field(still, 'Asientos que agregas').fill('1')
  await still.getByRole('button', { name: 'Calcular' }).click()
  await expect(still.getByText('Diferencia que no se devuelve')).toBeVisible()
  const add = still.getByRole('button', { name: 'Agregar 1 asiento sin costo' })
  const terms = still.getByRole('checkbox', { name: /condiciones de compra/ })
  await terms.check()

  // The same page in another tab was faster.
  const second = await plain.newPage()
  await second.goto(address)
  await second.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await second.getByRole('button', { name: 'Agregar 1 asiento sin costo' }).click()
  await expect(second.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await add.click()
  await expect(still.getByText('El precio o los asientos de esta compra cambiaron')).toBeVisible()
  await expect(still.getByText('1 de 11 asientos usados')).toBeVisible()
  await plain.close()
})
