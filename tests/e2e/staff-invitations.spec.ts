import type { Browser, Locator, Page } from '@playwright/test'
import { linkInMail } from '../support/http-visitor.ts'
import { ADMIN_EMAIL, confirmIdentity, createLogin, signIn } from './accounts.ts'
import { auditPage, expect, field, newEmail, signUp, test } from './journey.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

const openBrowser = async (browser: Browser, page: Page): Promise<Page> =>
  (
    await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL ?? '' })
  ).newPage()

const pending = (page: Page, email: string): Locator =>
  page.getByRole('region', { name: 'Invitaciones pendientes' }).getByRole('row').filter({ hasText: email })

async function invite(page: Page, email: string, role: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Invitar a alguien' })
  await field(form, 'Email').fill(email)
  await form.getByRole('combobox', { name: 'Rol' }).selectOption(role)
  await confirmIdentity(form)
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(page.getByText(`La invitación va en camino a ${email}. Vale 7 días.`)).toBeVisible()
  await expect(pending(page, email)).toContainText(role)
}

for (const width of [1440, 390]) {
  test(`an administrator invites somebody to the staff, who makes an account and accepts, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page, browser }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, ADMIN_EMAIL)
    await page.goto('/admin/settings/team')
    const email = newEmail('nueva')
    const form = page.getByRole('region', { name: 'Invitar a alguien' })
    await form.getByRole('button', { name: 'Enviar invitación' }).click()
    await expect(form.getByText('Escribe el correo de la persona')).toBeVisible()
    await field(form, 'Email').fill('admin@alhena.test')
    await confirmIdentity(form)
    await form.getByRole('button', { name: 'Enviar invitación' }).click()
    await expect(form.getByText('Ya es parte del equipo')).toBeVisible()
    await invite(page, email, 'Contenidos')
    await expect(field(form, 'Email')).toHaveValue('')
    await auditPage(page)
    const link = await linkInMail(DATA_DIR, email, '/equipo')

    const other = await openBrowser(browser, page)
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Únete al equipo de Alhena' })).toBeVisible()
    await expect(other.getByRole('main')).toContainText('Contenidos')
    await auditPage(other)
    await other.getByRole('link', { name: 'Entrar o crear cuenta' }).click()
    await expect(other).toHaveURL(`/auth?redirect=${encodeURIComponent(link)}`)
    await other.goto(`/auth?mode=register&redirect=${encodeURIComponent(link)}`)
    await signUp(other, email)
    await other.goto(link)
    await other.getByRole('button', { name: 'Aceptar la invitación' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Contenidos' })).toBeVisible()
    await page.reload()
    await expect(pending(page, email)).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Equipo' }).getByRole('row').filter({ hasText: email })).toContainText(
      'Contenidos',
    )
    // Used.
    await other.goto(link)
    await expect(other.getByText('Ya eres parte del equipo.')).toBeVisible()
    await other.context().clearCookies()
    await other.goto(link)
    await expect(other.getByText('Esta invitación ya se usó.')).toBeVisible()
  })
}

test('an invitation is sent again and withdrawn, and is of no use to another account', {
  tag: ['@one-size', '@full'],
}, async ({ page, browser }) => {
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/settings/team')
  const email = await createLogin('invitada')
  await invite(page, email, 'Ventas')
  const former = await linkInMail(DATA_DIR, email, '/equipo')

  const other = await openBrowser(browser, page)
  await signIn(other, await createLogin('ajena'))
  await other.goto(former)
  await expect(other.getByText('Esta invitación es para otra dirección.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Aceptar la invitación' })).toHaveCount(0)
  await auditPage(other)

  await page.getByRole('button', { name: `Reenviar la invitación a ${email}` }).click()
  await expect(page.getByText(`Va otra invitación en camino a ${email}.`)).toBeVisible()
  await expect(pending(page, email)).toHaveCount(1)
  await signIn(other, email)
  await other.goto(former)
  await expect(other.getByText('Esta invitación ya no vale')).toBeVisible()
  await expect.poll(() => linkInMail(DATA_DIR, email, '/equipo')).not.toBe(former)
  const link = await linkInMail(DATA_DIR, email, '/equipo')
  await other.goto(link)
  await expect(other.getByRole('button', { name: 'Aceptar la invitación' })).toBeVisible()
  await page.getByRole('button', { name: `Anular la invitación a ${email}` }).click()
  await expect(page.getByText(`Anulaste la invitación a ${email}.`)).toBeVisible()
  await expect(pending(page, email)).toHaveCount(0)
  await other.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await expect(other.getByText('Esta invitación ya no vale')).toBeVisible()
  expect((await other.request.get('/admin/orders')).status()).toBe(403)
  await other.goto('/equipo?token=inventado')
  await expect(other.getByText('Este enlace no corresponde a ninguna invitación.')).toBeVisible()
  await auditPage(other)
})
