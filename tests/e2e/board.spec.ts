import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { readPdf } from '../support/read-pdf.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

test('a buyer takes a result to the board: one page, decisions as they were left, PDF and presentation', {
  tag: '@full',
}, async ({ page }) => {
  const email = await openAccount(page, 'directorio')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const { id: productId } = await findProduct(pool)
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId, seats: 12 })
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answering = (area: string, base: number) =>
    Array.from({ length: 5 }, (_, person) => ({
      area,
      answers: Object.fromEntries(
        fields.rows.map(({ field }, at) => [field, base + ((at + person) % 4 === 0 ? 1 : 0)]),
      ),
    }))
  await completePeople(pool, { itemId, userId }, [...answering('Ventas', 3), ...answering('Finanzas', 1)])

  await page.goto(`/account/items/${itemId}/results?vista=directorio`)
  const board = page.getByRole('article')
  await expect(board.getByRole('heading', { level: 2 })).toHaveText(/^Ventas y Finanzas ven distinto /)
  await expect(board.getByRole('row', { name: /^Nivel general/ })).toBeVisible()
  await expect(board.getByRole('row', { name: /^Finanzas/ })).toContainText('5 personas')
  await auditPage(page)
  const headline = (await board.getByRole('heading', { level: 2 }).textContent()) ?? ''

  await test.step('what is asked is changed before it is printed', async () => {
    const first = page.getByRole('group', { name: 'Decisión 1' })
    await first.getByLabel('Decisión').fill('Aprobar media jornada para los datos')
    await first.getByLabel('Hasta cuándo').fill('2099-03-31')
    await page.getByRole('group', { name: 'Decisión 2' }).getByLabel('Decisión').fill('')
    await page.getByRole('button', { name: 'Guardar decisiones' }).click()
    await expect(page.getByText('Escribe la decisión.')).toBeVisible()
    await expect(first.getByLabel('Decisión')).toHaveValue('Aprobar media jornada para los datos')
    for (const label of ['Qué se pide', 'Quién responde', 'Cuánto trabajo', 'Hasta cuándo'])
      await page.getByRole('group', { name: 'Decisión 2' }).getByLabel(label).fill('')
    await page.getByRole('button', { name: 'Guardar decisiones' }).click()
    await expect(page.getByText('Guardamos las decisiones.')).toBeVisible()
    await expect(board).toContainText('Aprobar media jornada para los datos')
    await expect(board).toContainText('Hasta el 31-03-2099')
  })

  const download = async (name: string) => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    return readFile(await (await waiting).path())
  }
  await test.step('paper and slides have the same page', async () => {
    for (const name of ['PDF en Carta', 'PDF en A4']) {
      const { pages } = await readPdf(new Uint8Array(await download(name)))
      expect(pages).toHaveLength(1)
      expect(pages[0]?.replaceAll(/\s+/g, ' ')).toContain(headline)
      expect(pages[0]).toContain('Aprobar media jornada para los datos')
    }
    const slide =
      openZip(await download('Presentación (PPTX)'))
        ?.read('ppt/slides/slide1.xml')
        ?.toString() ?? ''
    expect(slide).toContain(headline)
    expect(slide).toContain('Aprobar media jornada para los datos')
  })

  await page.getByRole('button', { name: 'Volver a las propuestas' }).click()
  await expect(board).not.toContainText('Aprobar media jornada para los datos')
})
