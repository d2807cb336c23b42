import { ADMIN_EMAIL, signIn } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

test('the parts of a section are one line on a phone, with the shown one in sight', { tag: '@one-size' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin/orders')
  const parts = page.getByRole('navigation', { name: 'Órdenes' })
  const height = async () => (await parts.boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(50)
  await expectNoSidewaysScroll(page)
  await parts.getByRole('link', { name: 'Documentos tributarios' }).click()
  const shown = parts.locator('[aria-current=page]')
  await expect(shown).toHaveText('Documentos tributarios')
  await expect(shown).toBeInViewport({ ratio: 1 })
  // Opened by its address as well.
  await page.reload()
  await expect(shown).toBeInViewport({ ratio: 1 })
  expect(await height()).toBeLessThan(50)
  await expectAccessible(page)
})
