import { scriptNamed } from '../support/page-scripts.ts'
import { expect, expectAccessible, test } from './journey.ts'

// On a phone the filters are in a drawer, whose code is loaded when it opens.
test('a filter selected before its code is loaded applies, and the focus stays', {
  tag: '@one-size',
}, async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(`**${await scriptNamed('filter-form')}`, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/assessments')
  const category = page.getByRole('group', { name: 'Categorías' }).getByRole('checkbox', { name: 'Liderazgo' })
  await category.check()
  await expect(page).toHaveURL('/assessments?category=liderazgo')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liderazgo')
  await category.focus()
  held.resolve()
  // Only the form's own code shows the link to clear.
  await expect(page.getByRole('link', { name: 'Limpiar' })).toBeVisible()
  await expect(category).toBeChecked()
  await expect(category).toBeFocused()
  await expectAccessible(page)
})

test('the covers of products are drawn, with the right ratio', async ({ page }) => {
  await page.goto('/assessments')
  const cover = page.locator('main img').first()
  await expect(cover).toHaveJSProperty('complete', true)
  await expect(cover).toHaveJSProperty('naturalWidth', 640)
  await expect(cover).toHaveJSProperty('naturalHeight', 320)
})
