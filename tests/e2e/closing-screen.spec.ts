import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { gotoPurchase } from './buyer.ts'
import { auditPage, expect, test } from './journey.ts'
import { openRun, optionsOf, startedRun } from './run-page.ts'

// What somebody reads who has finished, by whether the answers are of the own account.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const results = (page: Page) => page.getByRole('link', { name: 'Ver mis resultados' })
const close = (page: Page) => page.getByText('Listo, puedes cerrar esta ventana')

/** Goes on to the last section and finishes with gaps. */
async function finish(page: Page, sections: number) {
  for (let section = 1; section < sections; section += 1) {
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByText(`Sección ${section + 1} de ${sections}`).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Finalizar Evaluación' }).click()
  await page.getByRole('button', { name: 'Finalizar de todos modos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Evaluación Completada' })).toBeVisible()
}

// shows: A2.12, A2.30, A4.21
test("the end of one's own questionnaire leads to the results, which name only what is known", {
  tag: '@one-size',
}, async ({ page }) => {
  const email = await openAccount(page, 'propia')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const product = await findProduct(pool, 'agilidad')
  await createPaidItem(pool, { userId: rows[0]?.id ?? '', productId: product.id })
  await gotoPurchase(page)
  await test.step("'Resultados' offers no file before the first answer", async () => {
    await page.getByRole('link', { name: 'Resultados', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sin resultados' })).toBeVisible()
    await expect(page.getByText('No se encontraron resultados para este assessment.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Descargar informe' })).toHaveCount(0)
    await auditPage(page, [1440, 390])
    await page.getByRole('link', { name: 'Volver al panel' }).click()
  })
  await page.getByRole('button', { name: 'Comenzar', exact: true }).click()
  await optionsOf(page, 0).nth(3).check()
  await finish(page, 4)
  const links = page.getByRole('main').getByRole('link')
  await expect(links.first()).toHaveAccessibleName('Ver mis resultados')
  await expect(links.last()).toHaveAccessibleName('Volver')
  await expect(close(page)).toHaveCount(0)
  await auditPage(page, [1440, 390])
  await results(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Resultados de / })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Descargar informe' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver a todas las personas' })).toHaveCount(0)
  const person = page.getByRole('region', { name: 'Persona' })
  await expect(person.getByRole('term')).toHaveText(['Nombre', 'Email', 'Duración', 'Fecha', 'Completitud'])
  await expect(page.getByText('No especificado')).toHaveCount(0)
  await auditPage(page, [1440, 390])
})

// shows: A2.12
test('who answers without an account reads that the window may be closed, beside the way back', {
  tag: '@one-size',
}, async ({ context, baseURL }) => {
  const page = await openRun(context, await startedRun(pool), baseURL)
  await finish(page, 8)
  await expect(close(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', '/account/dashboard')
  await expect(results(page)).toHaveCount(0)
  await auditPage(page, [1440, 390])
})
