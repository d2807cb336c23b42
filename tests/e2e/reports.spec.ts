import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { readWorkbook } from '../../app/platform/sheets/xlsx.server.ts'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { readPdf } from '../support/read-pdf.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { gotoPurchase } from './buyer.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

async function downloadOf(page: Page, click: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await click()
  const download = await downloading
  return { download, bytes: await readFile(await download.path()) }
}

const linesOf = async (bytes: Buffer): Promise<string> => (await readPdf(bytes)).pages.join(' ').replaceAll(/\s+/g, ' ')

// shows: A2.30
test('a buyer downloads the report and the data, from the dashboard and the results pages', { tag: '@full' }, async ({
  page,
}) => {
  const email = await openAccount(page, 'informes')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await findProduct(pool, 'agilidad')
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId: product.id, seats: 9 })

  await gotoPurchase(page)
  const results = page.getByRole('link', { name: 'Resultados', exact: true })
  await results.click()
  await expect(page.getByRole('heading', { name: 'Nadie ha completado todavía' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Descargar informe' })).toHaveCount(0)
  await expectAccessible(page)
  const refused = await page.request.get(`/account/items/${itemId}/report`)
  expect(await refused.text()).toContain('Nadie ha completado todavía: podrás descargarlo')
  await gotoPurchase(page)

  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('agilidad', 1)")
  const people = Array.from({ length: 6 }, (_, person) => ({
    area: 'Finanzas',
    position: 'analista',
    answers: Object.fromEntries(fields.rows.map(({ field }, index) => [field, 1 + ((person + index) % 5)])),
  }))
  await completePeople(pool, { itemId, userId, questionnaireId: 'agilidad' }, people)

  await test.step("the dashboard's button shows that it is busy, then downloads the report", async () => {
    await page.reload()
    await page.route('**/report', async route => {
      await expect(page.getByRole('link', { name: 'Preparando informe…' })).toBeVisible()
      await route.continue()
    })
    const { download, bytes } = await downloadOf(page, () => results.click())
    await page.unroute('**/report')
    expect(download.suggestedFilename()).toBe(`Informe de ${product.name}.pdf`)
    const text = await linesOf(bytes)
    expect(text).toContain('6 personas')
    expect(text).toContain('Resumen ejecutivo')
    await expect(results).toBeVisible()
  })

  await test.step('the consolidated page downloads the report with its own figures, and the data', async () => {
    await page.getByRole('link', { name: 'Ver resultados', exact: true }).click()
    const level = await page
      .getByRole('region', { name: 'Tres próximos pasos' })
      .getByText(/^\d,\d$/)
      .textContent()
    const report = await downloadOf(page, () => page.getByRole('link', { name: 'Descargar informe' }).click())
    expect(await linesOf(report.bytes)).toContain(`El nivel general es ${level} de 5`)
    const menu = page.getByRole('button', { name: 'Descargar datos' })
    await menu.click()
    await expectAccessible(page)
    const csv = await downloadOf(page, () => page.getByRole('link', { name: 'CSV', exact: true }).click())
    expect(csv.download.suggestedFilename()).toBe(`Datos de ${product.name}.csv`)
    expect(csv.bytes.toString()).toMatch(/^\uFEFFid;session_id;/)
    await expect(menu).toBeVisible()
    await menu.click()
    const xlsx = await downloadOf(page, () => page.getByRole('link', { name: 'Excel (XLSX)' }).click())
    const sheets = readWorkbook(xlsx.bytes, { mostRows: 20, numbers: 'exact' })
    const people = sheets.ok ? sheets.value.sheets.find(({ name }) => name === 'Personas') : undefined
    expect(people?.rows).toHaveLength(7)
  })

  await test.step('what is printed is the whole report', async () => {
    const print = page.getByRole('link', { name: 'Imprimir' })
    const shown = await page.request.get((await print.getAttribute('href')) ?? '')
    expect(shown.headers()['content-disposition']).toMatch(/^inline;/)
    expect(await linesOf(await shown.body())).toContain('Resumen ejecutivo')
  })

  await test.step("a person's page downloads that person's report", async () => {
    await page.getByRole('link', { name: 'Personas', exact: true }).click()
    await page.getByRole('link', { name: 'Ver resultados de Persona 3', exact: true }).click()
    // The previous page has a link of the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'Resultados de Persona Secreta' })).toBeVisible()
    const report = await downloadOf(page, () => page.getByRole('link', { name: 'Descargar informe' }).click())
    expect(report.download.suggestedFilename()).toBe('Informe de Persona Secreta.pdf')
    expect(await readPdf(report.bytes)).toMatchObject({ title: 'Informe de Persona Secreta', language: 'es-CL' })
    await expectAccessible(page)
  })

  await test.step('a lost connection is reported, and the page stays', async () => {
    await page.route('**/report', route => route.abort('failed'))
    await page.getByRole('link', { name: 'Descargar informe' }).click()
    await expect(page.getByText('No se pudo descargar')).toBeVisible()
    await expect(page.getByText('Revisa tu conexión y vuelve a intentarlo.')).toBeVisible()
    await page.unroute('**/report')
  })

  await test.step('on a phone everything is reachable', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`/account/items/${itemId}/results`)
    await expect(page.getByRole('button', { name: 'Descargar datos' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await gotoPurchase(page)
    await expect(page.getByRole('link', { name: 'Resultados', exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
