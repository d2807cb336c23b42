import { PASSWORD } from '../support/factories.ts'
import { auditPage, expect, field, followMailLink, newEmail, shownMail, test } from './journey.ts'

const SIZES = [1440, 1280, 390]

test('the demo shows its mails as designed, and their links lead on in a tab of their own', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  const email = newEmail('lectora')
  await page.goto('/auth?mode=register')
  // No wider than a phone, whatever a word's length.
  await field(page, 'Nombre').fill('Anamaria'.repeat(6))
  await field(page, 'Apellido').fill('Rojas')
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear Cuenta' }).click()
  await page.getByRole('link', { name: 'Abrir el correo de demostración' }).click()
  const mail = page.getByRole('row').filter({ hasText: email })
  await expect(async () => {
    await page.getByRole('link', { name: 'Actualizar' }).click()
    await expect(mail).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await auditPage(page, SIZES)

  const subject = (await mail.getByRole('link').textContent()) ?? ''
  await mail.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(shownMail(page).getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  await auditPage(page, SIZES)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(
    await shownMail(page)
      .locator('html')
      .evaluate(mail => mail.scrollWidth - mail.clientWidth),
  ).toBe(0)

  const formats = page.getByRole('navigation', { name: 'Formatos del correo' })
  await formats.getByRole('link', { name: 'Texto' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Hola, Anamaria', { exact: false })).toBeVisible()
  await auditPage(page, SIZES)
  await page.reload()
  await expect(formats.getByRole('link', { name: 'Texto' })).toHaveAttribute('aria-current', 'page')
  await formats.getByRole('link', { name: 'Diseño' }).click()

  await followMailLink(page, 'Confirmar mi correo')
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByText('Tu correo está confirmado')).toBeVisible()
})
