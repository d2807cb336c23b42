import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A purchase of the signed-in buyer that three people answered, most of them level 2. */
async function openPlan(page: Page): Promise<void> {
  const email = await openAccount(page, 'plan')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const { id: productId } = await findProduct(pool)
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId, seats: 5 })
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answers = Object.fromEntries(fields.rows.map(({ field }, at) => [field, at % 4 === 0 ? 3 : 2]))
  await completePeople(
    pool,
    { itemId, userId },
    Array.from({ length: 3 }, () => ({ answers })),
  )
  await page.goto(`/account/items/${itemId}/results?vista=plan`)
}

const titlesOf = async (plan: Locator): Promise<string[]> => plan.locator('details h3').allTextContents()

test('a buyer works with the plan: owner and date, done, dropped with a reason, an own action, another order', async ({
  page,
}) => {
  await openPlan(page)
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  const before = await titlesOf(plan)
  await plan.getByRole('button', { name: 'Trabajar con este plan' }).click()
  await expect(plan).toContainText(`0 de ${before.length} acciones hechas`)
  expect(await titlesOf(plan)).toEqual(before)
  const [first = '', second = '', third = ''] = before
  const unfold = async (title: string) => {
    await plan.getByRole('heading', { name: title, exact: true }).click()
    return plan.getByRole('region', { name: `Seguimiento: ${title}` })
  }

  await test.step('somebody of the purchase answers for the first, by a day', async () => {
    const form = await unfold(first)
    await form.getByLabel('Responsable').selectOption({ label: 'Persona 2' })
    await form.getByLabel('Fecha').fill('2099-12-31')
    await form.getByLabel('Estado').selectOption('Hecha')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form.getByText('Guardado.')).toBeVisible()
    await expect(plan).toContainText(`1 de ${before.length} acciones hecha`)
    await auditPage(page)
  })

  await test.step('a reason is asked for to drop one, and what was typed stays', async () => {
    const form = await unfold(second)
    await form.getByLabel('Estado').selectOption('Descartada')
    await form.getByLabel('Responsable').selectOption('Otra persona')
    await form.getByLabel('Nombre').fill('Rosa Díaz')
    await form.getByLabel(/Email/).fill('rosa@example.cl')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form.getByLabel(/Motivo/)).toBeFocused()
    await expect(form.getByText('Escribe por qué se descarta.')).toBeVisible()
    await expect(form.getByLabel('Nombre')).toHaveValue('Rosa Díaz')
    await form.getByLabel(/Motivo/).fill('Lo hace la casa matriz.')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(plan).toContainText(`1 de ${before.length - 1} acciones hecha`)
  })

  await test.step('an own action goes to the end', async () => {
    await plan.getByRole('textbox', { name: 'Acción', exact: true }).fill('Contratar una asesoría')
    await plan.getByLabel('Fecha').last().fill('2099-06-30')
    await plan.getByRole('button', { name: 'Agregar acción' }).click()
    await expect(plan.getByRole('heading', { name: 'Contratar una asesoría' })).toBeVisible()
    await expect(plan.getByRole('textbox', { name: 'Acción', exact: true })).toHaveValue('')
  })

  await test.step('the days go to a calendar', async () => {
    const downloading = page.waitForEvent('download')
    await plan.getByRole('link', { name: 'Agregar las fechas al calendario' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^Acción 30-06-2099\.ics$/)
    expect(await readFile(await file.path(), 'utf8')).toContain('DTSTART;VALUE=DATE:20990630')
  })

  await test.step('the third moves up, and one is hidden', async () => {
    const form = await unfold(third)
    await form.getByRole('button', { name: `Subir: ${third}` }).click()
    await expect.poll(async () => (await titlesOf(plan)).slice(0, 3)).toEqual([first, third, second])
    await form.getByRole('button', { name: `Ocultar: ${third}` }).click()
    await expect(plan.getByRole('button', { name: `Mostrar: ${third}` })).toBeVisible()
  })

  await page.reload()
  expect((await titlesOf(plan)).slice(0, 2)).toEqual([first, second])
  expect((await titlesOf(plan)).at(-1)).toBe('Contratar una asesoría')
  await expect(plan.locator('details').first()).toContainText('Persona 2')
  await expect(plan.locator('details').first()).toContainText('Para el 31-12-2099')
  await expect(plan.locator('details').nth(1)).toContainText('Rosa Díaz')
  await expectNoSidewaysScroll(page)
})
