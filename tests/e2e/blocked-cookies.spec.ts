import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { createLogin } from './accounts.ts'
import { expect, expectAccessible, field, test } from './journey.ts'
import { startedRun } from './run-page.ts'

// A browser whose settings block cookies: nobody gets in, and everybody is told why.

test.use({ provoked: /status of 4\d\d|SecurityError|Access is denied/ })

const why = (page: Page) => page.getByRole('alert').filter({ hasText: 'Tu navegador bloquea las cookies' })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    let context: BrowserContext
    test.beforeEach(async ({ playwright }, info) => {
      const folder = info.outputPath('profile')
      mkdirSync(join(folder, 'Default'), { recursive: true })
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
      writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
      const { launchOptions, baseURL, viewport } = info.project.use
      context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: baseURL ?? '',
        viewport: viewport ?? null,
        javaScriptEnabled,
      })
    })
    test.afterEach(() => context.close())

    test('the log-in says why it can let nobody in', { tag: '@one-size' }, async () => {
      const email = await createLogin('sin-cookies')
      const page = await context.newPage()
      await page.goto('/auth')
      await field(page, 'Email').fill(email)
      await field(page, 'Contraseña').fill(PASSWORD)
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
      await expect(why(page)).toBeVisible()
      await expect(field(page, 'Email')).toHaveValue(email)
    })

    test('so does the form of the code', { tag: '@one-size' }, async () => {
      const pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
      const invitation = await startedRun(pool)
      await pool.end()
      const page = await context.newPage()
      await page.goto('/dama-assessment')
      await field(page, 'Correo electrónico').fill(invitation.email)
      await field(page, 'Código de acceso').fill(invitation.code)
      await page.getByRole('button', { name: 'Acceder al Assessment' }).click()
      await expect(page).toHaveURL(/access_id=/)
      await expect(why(page)).toBeVisible()
      await expect(page.getByText('Código de acceso válido')).toBeHidden()
      if (javaScriptEnabled) await expectAccessible(page)
    })
  })
}
