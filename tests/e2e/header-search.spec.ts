import { expect, test } from './journey.ts'

test("the header's search comes when the page's own is out of view, and on phones by one tap", {
  tag: ['@one-size'],
}, async ({ page }) => {
  const header = page.getByRole('banner')
  for (const path of ['/', '/assessments']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByPlaceholder('Buscar assessments...')).toBeVisible()
    await expect(header.getByPlaceholder('Buscar assessments...').first()).toBeHidden()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await header.getByPlaceholder('Buscar assessments...').first().fill('agilidad')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/assessments?search=agilidad')
  }
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/')
  await header.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(header.getByPlaceholder('Buscar assessments...').last()).toBeFocused()
})

test('the wheel over the filters scrolls the page', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.goto('/assessments')
  await page.getByRole('complementary', { name: 'Filtros' }).hover({ position: { x: 40, y: 60 } })
  await page.mouse.wheel(0, 4000)
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
})
