import type { Pool } from 'pg'
import { linkInMail } from '../support/http-visitor.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { blockContent, translatePages } from '../support/strangers-software.ts'
import { signInStaff } from './accounts.ts'
import { openPurchase } from './buyer.ts'
import { expect, field, IS_FULL, newEmail, signUp, test } from './journey.ts'
import { answerEverything, openAsRespondent } from './respondent.ts'
import { choose, expectState, openRun, startedRun } from './run-page.ts'
import { openCart, toast } from './shopping.ts'

// Pages that a browser translates, or of which a content blocker refuses parts, work as they do without.

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

test('a translated shop sells, invites and shows current values', { tag: ['@one-size', '@full'] }, async ({
  page,
  browser,
}) => {
  await translatePages(page.context())
  await test.step('signs up, after a refusal', async () => {
    await page.goto('/auth?mode=register')
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(field(page, 'Nombre')).toHaveAttribute('aria-invalid', 'true')
    await signUp(page, newEmail('traducida'))
  })
  await test.step('sees the price of the number of people, applies a code and removes it', async () => {
    await page.goto('/assessment/dama-assessment')
    await page.getByRole('radio', { name: /Empresa/ }).check()
    const seats = page.getByRole('main').getByRole('textbox', { name: /personas/i })
    await seats.fill('11')
    await seats.press('Enter')
    await expect(page.getByRole('main').getByText('$1.770.000').first()).toBeVisible()
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const cart = await openCart(page)
    await expect(cart.getByText('$1.770.000').first()).toBeVisible()
    await cart.getByLabel('Código de descuento').fill('DEMO20')
    await cart.getByRole('button', { name: 'Aplicar' }).click()
    await expect(toast(page, '¡Código aplicado!')).toBeVisible()
    await expect(cart.getByText('$1.416.000').first()).toBeVisible()
    await cart.getByRole('button', { name: /Quitar.*(código|descuento|DEMO20)/i }).click()
    await expect(cart.getByText('$1.416.000')).toHaveCount(0)
    await cart.getByLabel('Código de descuento').fill('BIENVENIDA100')
    await cart.getByRole('button', { name: 'Aplicar' }).click()
    await cart.getByRole('button', { name: 'Proceder al pago' }).click()
  })
  await test.step('buys, and invites a colleague', async () => {
    await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
    await page.getByRole('button', { name: 'Confirmar compra gratis' }).click()
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await page.getByRole('link', { name: 'Ir a mi panel' }).click()
  })
  const colleague = newEmail('colega')
  const invitation = await test.step('invites a colleague', async () => {
    await openPurchase(page)
    await page.getByRole('button', { name: 'Invitar', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Nombre').fill('Pedro')
    await field(dialog, 'Apellido').fill('Soto')
    await field(dialog, 'Email').fill(colleague)
    await dialog.getByLabel('Rol').selectOption('analista')
    await field(dialog, 'Área').fill('Finanzas')
    await dialog.getByRole('button', { name: /Enviar invitación|Invitar/ }).click()
    const made = page.getByRole('dialog', { name: 'Invitación generada' })
    const code = await made
      .getByText(/^AC-[2-9A-HJ-NP-Z]{8}$/)
      .first()
      .innerText()
    await made.getByRole('button', { name: 'Listo' }).click()
    await expect(page.getByText('2 de 11', { exact: true })).toBeVisible()
    return { email: colleague, code, link: await linkInMail(DATA_DIR, colleague, '/dama-assessment') }
  })
  if (!IS_FULL) return
  await test.step('the colleague answers, and the buyer reads the result', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    await translatePages(context)
    const other = await context.newPage()
    const errors: string[] = []
    other.on('pageerror', error => errors.push(error.message))
    await openAsRespondent(other, invitation.link, invitation)
    await answerEverything(other, context)
    expect(errors).toEqual([])
    await context.close()
    await page.reload()
    await page.getByRole('link', { name: 'Ver resultados de Pedro Soto' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Ver informe completo' }).click()
    await expect(page.getByRole('img', { name: 'Nivel por área' })).toBeVisible()
  })
})

test('a translated questionnaire saves answers and says how far it is', { tag: '@one-size' }, async ({
  context,
  baseURL,
}) => {
  await translatePages(context)
  const page = await openRun(context, await startedRun(pool), baseURL)
  await choose(page, 0, 3)
  await expectState(page, 'Guardado')
  await expect(page.getByRole('banner').getByText('3%')).toBeVisible()
  for (const question of [1, 2, 3, 4]) await choose(page, question, 3)
  await expectState(page, 'Guardado')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Sección 2 de 8').first()).toBeVisible()
  await expect(page.getByText('Sección 1 de 8')).toHaveCount(0)
})

test.describe('with a content blocker', () => {
  test.use({ provoked: /net::ERR_BLOCKED_BY_CLIENT/, consent: 'granted' })

  test('the shop and the back office work', { tag: ['@one-size', '@full'] }, async ({ page, context }) => {
    const refused = await blockContent(context)
    await page.goto('/')
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const cart = await openCart(page)
    await expect(cart.getByRole('button', { name: 'Proceder al pago' })).toBeVisible()
    await page.keyboard.press('Escape')
    await signInStaff(page, 'admin')
    for (const [path, link] of [
      ['/admin', 'Órdenes'],
      ['/admin/orders', 'Accesos'],
      ['/admin/access', 'Analítica'],
      ['/admin/analytics', 'Órdenes'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(link))
    }
    expect([...refused].filter(path => path.startsWith('/assets/') || path.startsWith('/fonts/'))).toEqual([])
  })
})
