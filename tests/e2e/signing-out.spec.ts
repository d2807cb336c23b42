import { readBatch } from '../../app/features/analytics/analytics-schema.server.ts'
import { ADMIN_EMAIL, signIn } from './accounts.ts'
import { expect, test } from './journey.ts'

test.use({ consent: 'granted' })

// shows: S7.29
test('the menu of the back office reports that somebody signs out', async ({ page }) => {
  const actions: unknown[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname !== '/events') return
    const events = readBatch(request.postData() ?? '')?.events ?? []
    actions.push(...events.filter(({ type }) => type === 'user_action').map(({ data }) => data))
  })
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin')
  await page.getByRole('button', { name: `Cuenta de ${ADMIN_EMAIL}` }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/auth')
  await expect.poll(() => actions).toEqual([{ action: 'logout' }])
})
