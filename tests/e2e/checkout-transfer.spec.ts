import { openAccount } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'
import { badge, fillFactura, openCart } from './shopping.ts'

// The sum with the terms and the button, and a company's purchase by transfer.

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a company pays by transfer, at ${width} px`, { tag: ['@one-size', '@full'] }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openAccount(page, 'transfiere')
    await page.goto('/assessment/dama-assessment')
    await page.getByRole('radio', { name: /Empresa/ }).check()
    const seats = page.getByRole('main').getByRole('textbox', { name: /personas/i })
    await seats.fill('11')
    await seats.press('Enter')
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    await openCart(page)
    await page.goto('/checkout')
    const card = page.getByRole('button', { name: 'Pagar $1.770.000' })
    const terms = page.getByRole('checkbox', { name: /condiciones de compra/ })
    await expect(card).toBeEnabled()
    // In view from the beginning to the end of the form.
    for (const where of [page.getByRole('heading', { level: 1 }), page.getByRole('radio', { name: /Transferencia/ })]) {
      await where.scrollIntoViewIfNeeded()
      await expect(card).toBeInViewport({ ratio: 1 })
      if (width === 1440) await expect(terms).toBeInViewport({ ratio: 1 })
    }
    await fillFactura(page)
    await page.getByRole('radio', { name: /Transferencia/ }).check()
    const transfer = page.getByRole('button', { name: 'Comprar y transferir $1.770.000' })
    await transfer.click()
    await expect(page.getByText('Debes aceptar las condiciones de compra')).toBeVisible()
    await expect(terms).toBeFocused()
    await auditPage(page)
    await terms.check()
    await transfer.click()

    await expect(page).toHaveURL(/\/account\/orders\/ALH-/)
    const number = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const panel = page.getByRole('region', { name: 'Pagar por transferencia' })
    await expect(panel.or(page.getByText(/^Escribe a .* con el número de la orden/)).first()).toBeVisible()
    await expect(page.getByRole('main').getByText(number).first()).toBeVisible()
    await expect(badge(page)).toHaveText('')
    await auditPage(page)
  })
}
