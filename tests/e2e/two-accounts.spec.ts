import type { Page } from '@playwright/test'
import { createLogin, openAccount, profileOf, signIn } from './accounts.ts'
import { expect, expectAccessible, field, test } from './journey.ts'

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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

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
