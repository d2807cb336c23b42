import { expect, test } from './journey.ts'

// Where messages lie, and that every journey notices one that lies wrong.

test('a message moves off an action that stands where it would lie', { tag: ['@one-size', '@full'] }, async ({
  page,
  context,
}) => {
  await page.goto('/legal/cookies')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const button = document.createElement('button')
    Object.assign(button, { className: 'button button-primary button-md', textContent: 'Guardar' })
    Object.assign(button.style, { position: 'fixed', left: '2rem', bottom: '2rem', zIndex: '5' })
    document.body.append(button)
  })
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mi Cuenta' }).click()
  const message = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Descartar mensaje' }) })
  await expect(message).toContainText('Esa página se abre cuando vuelva la red.')
  const action = await page.getByRole('button', { name: 'Guardar' }).boundingBox()
  await expect
    .poll(async () => {
      const lying = await message.boundingBox()
      return lying && action ? action.y - (lying.y + lying.height) : 0
    })
    .toBeGreaterThanOrEqual(8)
})

test.describe('what journeys notice', () => {
  test.use({ provoked: /^The message/ })

  for (const [what, over, found] of [
    [
      'covers an action',
      '<button class="button button-primary" style="position:fixed;top:0;left:0">Ir</button>',
      /lies over/,
    ],
    [
      'repeats an alert',
      '<p role="alert" style="margin-top:6rem">No se guardó: inténtalo otra vez</p>',
      /repeats the alert/,
    ],
  ] as const) {
    test(`a message that ${what}`, { tag: ['@one-size', '@full'] }, async ({ page }) => {
      const complaint = page.waitForEvent('console', message => found.test(message.text()))
      await page.goto('/legal/cookies')
      await page.evaluate(html => {
        document.body.insertAdjacentHTML('afterbegin', html)
        const message = document.createElement('p')
        Object.assign(message, { className: 'toast', popover: 'manual', textContent: 'No se guardó' })
        Object.assign(message.style, { top: '0', left: '0' })
        document.body.append(message)
        message.showPopover()
      }, over)
      await complaint
    })
  }
})
