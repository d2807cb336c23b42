import type { Pool } from 'pg'
import { stopPath } from '#app/features/results/plan-actions/mails/optout-token.server.ts'
import { openTestSecrets } from '../support/access-codes.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { auditPage, expect, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(async () => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
  await openTestSecrets(pool)
})
test.afterAll(() => pool.end())

test('who was written down by somebody stops the mails without an account', async ({ page }) => {
  const count = async () => (await pool.query('select from private.plan_mail_optouts')).rowCount
  const before = (await count()) ?? 0
  await page.goto(stopPath(`${crypto.randomUUID()}@example.cl`))
  await expect(page.getByRole('heading', { name: 'Avisos de planes' })).toBeVisible()
  await auditPage(page)
  await expectNoSidewaysScroll(page)
  expect(await count()).toBe(before)
  await page.getByRole('button', { name: 'No recibir más avisos' }).click()
  await expect(page.getByText('Listo: no te enviaremos más avisos')).toBeVisible()
  expect(await count()).toBe(before + 1)
  await page.goto('/avisos-de-planes?token=incompleto')
  await expect(page.getByText('Este enlace no sirve. Cópialo completo desde el correo.')).toBeVisible()
})
