import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { createLogin, openAccount, profileOf, signIn } from './accounts.ts'
import { expect, expectAccessible, field, newEmail, test } from './journey.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

// In one browser somebody else signs in while a form is open in another tab.

test.use({ provoked: /status of 412/ })

const refusal = (page: Page) => page.getByRole('dialog', { name: 'No se guardó: cambiaste de cuenta' })

async function openProfile(page: Page) {
  await page.goto('/account?editar=1')
  await field(page, 'Teléfono').fill('+56 9 1111 2222')
}

test("a profile opened by one account is never saved as another's", async ({ page }) => {
  const antonia = await openAccount(page, 'antonia')
  const marcela = await createLogin('marcela')
  await openProfile(page)
  await signIn(page, marcela)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(refusal(page)).toContainText(`Iniciaste sesión como ${marcela} en otra pestaña`)
  await expectAccessible(page)
  const login = page.waitForEvent('popup')
  await refusal(page).getByRole('link', { name: 'Iniciar sesión con la otra' }).click()
  await expect((await login).getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión')
  await refusal(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(field(page, 'Teléfono')).toHaveValue('+56 9 1111 2222')
  expect(await profileOf(marcela)).toEqual({ first_name: 'Ana', phone: null })
  await signIn(page, antonia)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
  expect((await profileOf(antonia))?.phone).toBe('+56 9 1111 2222')
})

test('a profile whose session has ended stays on the page, and is saved once its account is back', async ({ page }) => {
  const antonia = await openAccount(page, 'antonia')
  await openProfile(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  const ended = page.getByRole('dialog', { name: 'No se guardó: tu sesión terminó' })
  await expect(ended.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  await ended.getByRole('button', { name: 'Cerrar' }).click()
  await expect(field(page, 'Teléfono')).toHaveValue('+56 9 1111 2222')
  await signIn(page, antonia)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
  expect((await profileOf(antonia))?.phone).toBe('+56 9 1111 2222')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the answer to a form whose session has ended brings back what was typed', async ({ page }) => {
    const antonia = await openAccount(page, 'antonia')
    await openProfile(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(page.getByRole('heading', { name: 'No se guardó: tu sesión terminó' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: '+56 9 1111 2222' })).toBeVisible()
    await page.getByRole('button', { name: 'Enviar otra vez' }).click()
    await signIn(page, antonia)
    await page.getByRole('button', { name: 'Enviar otra vez' }).click()
    await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
    expect((await profileOf(antonia))?.phone).toBe('+56 9 1111 2222')
  })

  test('the answer brings back what was typed, to be sent again', async ({ page }) => {
    const antonia = await openAccount(page, 'antonia')
    const marcela = await createLogin('marcela')
    await openProfile(page)
    await signIn(page, marcela)
    await page.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      `Iniciaste sesión como ${marcela} en otra pestaña`,
    )
    await expect(page.getByRole('listitem').filter({ hasText: '+56 9 1111 2222' })).toBeVisible()
    expect((await profileOf(marcela))?.phone).toBeNull()
    await signIn(page, antonia)
    await page.getByRole('button', { name: 'Enviar otra vez' }).click()
    await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
    expect((await profileOf(antonia))?.phone).toBe('+56 9 1111 2222')
  })
})

test.describe('the link of a sign-up', () => {
  test("opened by the mailbox's owner, shuts out whoever made the account, and asks for a new password", async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = newEmail('duena')
    const stranger = await browser.newPage({ baseURL: baseURL ?? '' })
    await signUpOnly(stranger, email)
    await signUpOnly(page, email)
    await expect(page.getByText('Ya existe una cuenta con este email')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enviarme el enlace' })).toBeVisible()
    await page.goto(await linkInMail(DATA_DIR, email, '/auth/confirm'))
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(page.getByRole('heading', { name: 'Crea una contraseña nueva' })).toBeVisible()
    await expect(page.getByText('la contraseña de entonces ya no sirve')).toBeVisible()
    await expect(field(page, 'Nombre')).toHaveValue('')
    await expectAccessible(page)
    await field(page, 'Nombre').fill('Elena')
    await field(page, 'Apellido').fill('Soto')
    await field(page, 'Contraseña nueva').fill('la clave de su dueña')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/account')
    await expect(page.getByText(email).first()).toBeVisible()
    await expect(page.getByRole('main').getByText('Elena Soto').first()).toBeVisible()
    await stranger.goto('/auth')
    await field(stranger, 'Email').fill(email)
    await field(stranger, 'Contraseña').fill(PASSWORD)
    await stranger.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(stranger.getByText('Email o contraseña incorrectos')).toBeVisible()
    await stranger.context().close()
  })

  test('asks before it replaces the session of somebody else', { tag: '@full' }, async ({ page }) => {
    const email = newEmail('nueva')
    await signUpOnly(page, email)
    const link = await linkInMail(DATA_DIR, email, '/auth/confirm')
    await page.goto(link)
    // Somebody else signs in while the page is open.
    const marcela = await openAccount(page, 'marcela')
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(page.getByText(`Iniciaste sesión como ${marcela}`)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/account')
    await expect(page.getByText(marcela).first()).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Cerrar esa sesión y confirmar mi correo' }).click()
    await expect(page.getByText('Tu correo está confirmado')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByText(email).first()).toBeVisible()
  })
})

/** Fills in the sign-up; what comes of it is the journey's. */
async function signUpOnly(page: Page, email: string) {
  await page.goto('/auth?mode=register')
  await field(page, 'Nombre').fill('Ana')
  await field(page, 'Apellido').fill('Rojas')
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear Cuenta' }).click()
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /cuenta/ })
      .first(),
  ).toBeVisible()
}
