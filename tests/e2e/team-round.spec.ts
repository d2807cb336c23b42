import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { addDays, type Day, formatLongDate, startOfDay, toSantiago } from '../../app/kernel/dates.ts'
import { createInvitation, createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, shownMail, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** Invited now, without a mail yet. */
async function openRound(page: Page, people: number) {
  const email = await openAccount(page, 'coordina')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await findProduct(pool, 'dama-assessment')
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId: product.id, seats: people + 1 })
  const invited = await Promise.all(Array.from({ length: people }, () => createInvitation(pool, { itemId, userId })))
  return { itemId, invited }
}

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('a round gets its targets and its due date, and who is pending is reminded', { tag: '@full' }, async ({
      page,
      browser,
      baseURL,
    }) => {
      const { itemId, invited } = await openRound(page, 2)
      await page.goto(`/account/items/${itemId}/settings`)
      const targets = page.getByRole('region', { name: 'Objetivos por área' })
      const area = targets.getByLabel('Objetivo', { exact: true }).first()
      await area.selectOption({ label: 'Nivel 5: Optimizado' })
      const importance = targets.getByLabel('Importancia', { exact: true }).nth(1)
      await importance.selectOption({ label: 'Normal' })
      await targets.getByRole('button', { name: 'Guardar objetivos' }).click()
      await expect(page.getByText('Guardamos los objetivos.')).toBeVisible()
      await auditPage(page, [width])
      await page.reload()
      await expect(area).toHaveValue('5')
      await expect(importance).toHaveValue('1')

      const due = toSantiago(addDays(new Date(), 9)).day
      const save = page.getByRole('button', { name: 'Guardar plazo y recordatorios' })
      await field(page, 'Fecha límite').fill(toSantiago(addDays(new Date(), -2)).day)
      await save.click()
      await expect(page.getByText('Elige hoy o un día que venga.')).toBeVisible()
      await field(page, 'Fecha límite').fill(due)
      await save.click()
      await expect(page.getByText('Guardamos el plazo y los recordatorios.')).toBeVisible()
      await expect(field(page, 'Fecha límite')).toHaveValue(due)

      await page.goto(`/account/items/${itemId}/participants`)
      await expect(page.getByText('2 personas pendientes')).toBeVisible()
      await page.getByRole('button', { name: 'Recordar ahora a los pendientes' }).click()
      await expect(page.getByText('Enviamos un recordatorio a 2 personas.')).toBeVisible()
      await auditPage(page, [width])
      await page.getByRole('button', { name: 'Recordar ahora a los pendientes' }).click()
      await expect(page.getByText(/^No enviamos recordatorios: 2 personas ya recibieron un correo/)).toBeVisible()

      const [{ email, code }] = [...invited] as [(typeof invited)[number]]
      await expect(async () => {
        await page.goto('/demo/correo')
        await page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click({ timeout: 500 })
      }).toPass()
      const day = formatLongDate(startOfDay(due as Day))
      await expect(shownMail(page).getByText(`Hasta el ${day}`).filter({ visible: true })).toBeVisible()

      const guest = await (
        await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 900 } })
      ).newPage()
      await guest.goto('/dama-assessment')
      await field(guest, 'Correo electrónico').fill(email)
      await field(guest, 'Código de acceso').fill(code)
      await guest.getByRole('button', { name: 'Acceder al Assessment' }).click()
      await expect(guest.getByText(`hasta el ${day}`)).toBeVisible()
      await guest.context().close()
    })

    test('who coordinates a round answers it as one of its people', { tag: '@full' }, async ({ page }) => {
      await openRound(page, 1)
      await gotoPurchase(page)
      await page.getByRole('button', { name: 'Comenzar', exact: true }).click()
      await expect(page.getByRole('heading', { name: '1. Identificación del Respondente' })).toBeVisible()
      await field(page, 'Cargo / posición').fill('Gerenta de datos')
      await field(page, 'Área organizacional').fill('Tecnología')
      await field(page, 'Rol respecto a los datos').fill('Coordino')
      await auditPage(page, [width])
    })
  })
}
