import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, logIn, newEmail, signUp, test } from './journey.ts'
import { answerEverything, openAsRespondent } from './respondent.ts'
import { openCart, pay } from './shopping.ts'

const DAMA = 'Madurez en Gobierno de Datos (DAMA-DMBOK2)'

async function looksRight(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('buys for a team, invites a colleague who answers without an account, and reads the result', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const email = newEmail('compradora')
  const colleague = newEmail('colega')

  await test.step('finds two products and puts them into the cart', async () => {
    await page.goto('/')
    await expect(page.getByText('5000+')).toBeVisible()
    await looksRight(page)
    await page.goto('/assessment/dama-assessment')
    await page.getByRole('radio', { name: /Empresa/ }).check()
    await page.getByRole('textbox', { name: /personas/i }).first().fill('11')
    await page.getByRole('textbox', { name: /personas/i }).first().press('Enter')
    await looksRight(page)
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const cart = await openCart(page)
    await expect(cart.getByText('$1.770.000').first()).toBeVisible()
    await expect(cart.getByText(/IVA.*incluido/i).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/assessment/liderazgo-360')
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const both = await openCart(page)
    await expect(both.getByText('$1.809.990').first()).toBeVisible()
    await looksRight(page)
  })

  await test.step('applies a code, takes it off again, and finds everything after a reload', async () => {
    const cart = await openCart(page)
    await cart.getByLabel(/Código de descuento/i).fill('demo20')
    await cart.getByRole('button', { name: 'Aplicar' }).click()
    await expect(cart.getByText('$1.447.992').first()).toBeVisible()
    await page.reload()
    const reloaded = await openCart(page)
    await expect(reloaded.getByText('$1.447.992').first()).toBeVisible()
    await reloaded.getByRole('button', { name: /Quitar.*(código|descuento|DEMO20)/i }).click()
    await expect(reloaded.getByText('$1.809.990').first()).toBeVisible()
  })

  await test.step('is asked to sign in, signs up, confirms and comes back to pay', async () => {
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Proceder al pago' }).click()
    await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
    await looksRight(page)
    await page.getByRole('link', { name: /Crear cuenta|Regístrate|Crear Cuenta/i }).first().click()
    await looksRight(page)
    await signUp(page, email)
    await logIn(page, email)
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await expect(page.getByText('$1.809.990').first()).toBeVisible()
    await looksRight(page)
  })

  await test.step('pays at the bank and gets the order’s number', async () => {
    await pay(page, 'Autorizar')
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await expect(page.getByText(/ALH-\d{13}-[0-9a-f]{6}-\w{4}/).first()).toBeVisible()
    await looksRight(page)
    await page.getByRole('link', { name: 'Ir a mi dashboard' }).click()
  })

  const invitation = await test.step('invites a colleague from the dashboard', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard de Assessments' })).toBeVisible()
    const item = page.getByRole('listitem').filter({ hasText: DAMA }).first()
    await expect(item.getByText(/1\s*\/\s*11/)).toBeVisible()
    await looksRight(page)
    await item.getByRole('button', { name: 'Invitar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre', { exact: true }).fill('Pedro')
    await dialog.getByLabel('Apellido').fill('Soto')
    await dialog.getByLabel('Email').fill(colleague)
    await dialog.getByLabel('Rol').selectOption('analista')
    await dialog.getByLabel('Área').fill('Finanzas')
    await looksRight(page)
    await dialog.getByRole('button', { name: /Invitar|Generar|Enviar/ }).click()
    const made = page.getByRole('dialog').filter({ hasText: /AC-[2-9A-Z]{8}/ })
    const code = /AC-[2-9A-HJ-NP-Z]{8}/.exec((await made.innerText()) + (await made.locator('input').first().inputValue().catch(() => '')))?.[0] ?? ''
    expect(code).toMatch(/^AC-/)
    await looksRight(page)
    await page.keyboard.press('Escape')
    await expect(item.getByText(/2\s*\/\s*11/)).toBeVisible()
    return { email: colleague, code }
  })

  await test.step('the colleague answers 40 questions in another browser, through a cut of the network', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const other = await context.newPage()
    await openAsRespondent(other, '/dama-assessment', invitation)
    await answerEverything(other, context)
    await expect(other.getByText('40 preguntas completadas')).toBeVisible()
    await looksRight(other)
    await context.close()
  })

  await test.step('the buyer reads the result', async () => {
    await page.reload()
    const item = page.getByRole('listitem').filter({ hasText: DAMA }).first()
    await item.getByRole('button', { name: 'Ver resultados' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Pedro Soto').first()).toBeVisible()
    await looksRight(page)
    await dialog.getByRole('link', { name: /completo|página|informe/i }).first().click()
    await expect(page.getByRole('img', { name: /Nivel|nivel|Radar|radar|sección/ }).first()).toBeVisible()
    await expect(page.getByText('Optimizado').or(page.getByText('Definido')).first()).toBeVisible()
    await looksRight(page)
  })

  await test.step('the administrator finds order and access in the lists', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const admin = await context.newPage()
    await admin.goto('/auth?redirect=/admin/orders')
    await logIn(admin, 'admin@alhena.test')
    await admin.getByPlaceholder('Buscar por ID, cliente, empresa...').fill(email)
    await admin.keyboard.press('Enter')
    await expect(admin.getByText('$1.809.990').first()).toBeVisible()
    await looksRight(admin)
    await admin.goto(`/admin/access?search=${encodeURIComponent(colleague)}`)
    await expect(admin.getByText(colleague).first()).toBeVisible()
    await looksRight(admin)
    await context.close()
  })
})
