import { linkInMail } from '../support/http-visitor.ts'
import { signInStaff } from './accounts.ts'
import { openPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, signUp, test } from './journey.ts'
import { answerEverything, openAsRespondent } from './respondent.ts'
import { fillFactura, openCart, pay } from './shopping.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
const DAMA = 'Madurez en Gobierno de Datos (DAMA-DMBOK2)'

// shows: S1.3, S2.65, S6.3, S6.4, S7.12, A1.1, A1.2, A2.5, A2.26, A4.8, B1.1
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
    await auditPage(page)
    await page.goto('/assessment/dama-assessment')
    await page.getByRole('radio', { name: /Empresa/ }).check()
    const seats = page.getByRole('main').getByRole('textbox', { name: /personas/i })
    await seats.fill('11')
    await seats.press('Enter')
    await auditPage(page)
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const cart = await openCart(page)
    await expect(cart.getByText('$1.770.000').first()).toBeVisible()
    await expect(cart.getByText(/IVA.*incluido/i).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/assessment/liderazgo-360')
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const both = await openCart(page)
    await expect(both.getByText('$1.809.990').first()).toBeVisible()
    await auditPage(page)
  })

  await test.step('applies a code, removes it again, and keeps everything after a reload', async () => {
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

  await test.step('is asked to sign in, signs up, confirms and returns to pay', async () => {
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Proceder al pago' }).click()
    await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Crear Cuenta' })).toBeVisible()
    await auditPage(page)
    await signUp(page, email)
    await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
    await expect(page.getByText('$1.809.990').first()).toBeVisible()
    await auditPage(page)
  })

  await test.step("pays at the bank and gets the order's number", async () => {
    await fillFactura(page)
    await pay(page, 'Autorizar')
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await expect(page.getByText(/ALH-\d{13}-[0-9a-f]{6}-\w{4}/).first()).toBeVisible()
    await auditPage(page)
    await page.getByRole('link', { name: 'Ir a mi panel' }).click()
  })

  const invitation = await test.step('invites a colleague from the dashboard', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard de Assessments' })).toBeVisible()
    const invite = page.getByRole('article').getByRole('link', { name: 'Invitar a 10 personas' })
    await expect(invite).toBeVisible()
    await auditPage(page)
    const item = await openPurchase(page, DAMA)
    await expect(item.getByText('1 de 11', { exact: true })).toBeVisible()
    await auditPage(page)
    await item.getByRole('button', { name: 'Invitar' }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Nombre').fill('Pedro')
    await field(dialog, 'Apellido').fill('Soto')
    await field(dialog, 'Email').fill(colleague)
    await dialog.getByLabel('Rol').selectOption('analista')
    await field(dialog, 'Área').fill('Finanzas')
    await auditPage(page)
    await dialog.getByRole('button', { name: /Enviar invitación|Invitar/ }).click()
    const made = page.getByRole('dialog', { name: 'Invitación generada' })
    const code = await made.getByText(/^AC-[2-9A-HJ-NP-Z]{8}$/).innerText()
    await expect(
      made.getByText(
        /\/dama-assessment\?access_id=[0-9a-f-]{36}&assessment_id=[0-9a-f-]{36}#codigo=AC-[2-9A-HJ-NP-Z]{8}$/,
      ),
    ).toBeVisible()
    await auditPage(page)
    await made.getByRole('button', { name: 'Listo' }).click()
    await expect(item.getByText('2 de 11', { exact: true })).toBeVisible()
    return { email: colleague, code, link: await linkInMail(DATA_DIR, colleague, '/dama-assessment') }
  })

  await test.step('the colleague answers 40 questions in another browser, despite a lost connection', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const other = await context.newPage()
    await other.goto(invitation.link)
    await expect(other.getByText(`${colleague.slice(0, 2)}•••@example.cl`)).toBeVisible()
    await expect(field(other, 'Correo electrónico')).toBeHidden()
    await field(other, 'Código de acceso').fill('AC-22222222')
    await other.getByRole('button', { name: 'Acceder al Assessment' }).click()
    await expect(other.getByText('Código de acceso o email inválido').first()).toBeVisible()
    await auditPage(other)
    await openAsRespondent(other, invitation.link, invitation)
    await answerEverything(other, context)
    await expect(other.getByText('40 preguntas completadas')).toBeVisible()
    await auditPage(other)
    await context.close()
  })

  await test.step('the buyer reads the result', async () => {
    await page.reload()
    const item = page.getByRole('article').filter({ hasText: DAMA })
    await item.getByRole('link', { name: 'Ver resultados de Pedro Soto' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Pedro Soto').first()).toBeVisible()
    await auditPage(page)
    await dialog.getByRole('link', { name: 'Ver informe completo' }).click()
    await expect(page.getByRole('img', { name: 'Nivel por área' })).toBeVisible()
    await expect(page.getByText('Optimizado').or(page.getByText('Definido')).first()).toBeVisible()
    await auditPage(page)
  })

  await test.step('the administrator finds order and access in the lists', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const admin = await context.newPage()
    await signInStaff(admin, 'sales')
    await admin.goto('/admin/orders')
    await admin.getByPlaceholder('Buscar por ID, cliente, empresa...').fill(email)
    await admin.keyboard.press('Enter')
    // The previous list shows the order as well, dimmed until that of the search is rendered, a moment after the address.
    await expect(admin).toHaveURL(url => url.search.includes(encodeURIComponent(email)))
    await expect(admin.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(admin.getByText('$1.809.990').first()).toBeVisible()
    await auditPage(admin)
    await admin.goto(`/admin/access?search=${encodeURIComponent(colleague)}`)
    // On a phone the row shows the name and collapses the e-mail.
    await expect(admin.getByRole('row').filter({ hasText: colleague })).toBeVisible()
    await auditPage(admin)
    await context.close()
  })
})
