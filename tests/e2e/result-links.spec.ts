import type { Browser, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'

const WIDTHS = [1440, 390]

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A new client's purchase that six people answered. */
async function measured(page: Page): Promise<string> {
  const email = await openAccount(page, 'enlaces')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const { id: productId } = await findProduct(pool)
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId, seats: 8 })
  const { rows: closed } = await pool.query<{ field: string }>(
    "select field from private.closed_fields('dama-dmbok2', 1)",
  )
  const answersOf = (one: number) => Object.fromEntries(closed.map(({ field }, at) => [field, 1 + ((one + at) % 4)]))
  const team = Array.from({ length: 6 }, (_, one) => ({
    area: 'Ventas',
    position: 'Analista',
    answers: answersOf(one),
  }))
  await completePeople(pool, { itemId, userId }, team)
  return `/account/items/${itemId}/results`
}

/** Another browser, without an account. */
const openAsStranger = async (browser: Browser, link: string): Promise<Page> => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  return stranger
}

test('whoever has a link reads the results without an account, until it is revoked', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const results = await measured(page)
  await page.goto(results.replace(/results$/, 'settings'))
  const panel = page.getByRole('region', { name: 'Enlaces para ver los resultados' })
  const links = panel.getByRole('list', { name: 'Enlaces creados' }).getByRole('listitem')

  await panel.getByLabel('Para quién es').fill('Directorio')
  await panel.getByLabel('Vigencia').selectOption('7 días')
  await panel.getByRole('button', { name: 'Crear enlace' }).click()
  await expect(field(page, 'Enlace')).toBeFocused()
  await expect(panel.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await expect(links).toHaveCount(1)
  await expect(links).toContainText('Directorio')
  await expect(links).toContainText('Sin abrir')
  await auditPage(page, WIDTHS)
  const link = await field(page, 'Enlace').inputValue()
  expect(link).toMatch(/\/resultados\?token=[\w-]{43}$/)

  await test.step('it is opened, and each view once or more is one opening', async () => {
    const reader = await openAsStranger(browser, link)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Resultados consolidados')
    await auditPage(reader, WIDTHS)
    for (const view of ['Plan', 'Áreas', 'Grupos', 'Preguntas', 'Resumen']) {
      await reader.getByRole('link', { name: view, exact: true }).click()
      await expect(reader.getByRole('link', { name: view, exact: true })).toHaveAttribute('aria-current', 'page')
      await auditPage(reader)
    }
    const views = reader.getByRole('navigation', { name: 'Vistas de los resultados' }).getByRole('link')
    await expect(views).toHaveText(['Resumen', 'Para el directorio', 'Plan', 'Áreas', 'Grupos', 'Preguntas'])
    const downloading = reader.waitForEvent('download')
    await reader.getByRole('link', { name: 'Descargar informe' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
    const answer = await reader.request.get(link)
    expect(answer.headers()).toMatchObject({
      'cache-control': expect.stringContaining('no-store'),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    // Neither of them is somebody who reads.
    const accept = 'text/html'
    await reader.request.head(link, { headers: { accept } })
    await reader.request.get(link, { headers: { accept, 'sec-purpose': 'prefetch' } })
    await reader.context().close()
  })

  await page.reload()
  await expect(page.getByText(link)).toHaveCount(0)
  await expect(links).toContainText(/Abierto una vez, el \d\d-\d\d-\d{4}/)

  await test.step('it is revoked, and opens nothing any more', async () => {
    await links.getByRole('button', { name: 'Revocar: Directorio' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar', exact: true }).click()
    await expect(panel.getByText('Revocaste el enlace: ya no abre los resultados.')).toBeVisible()
    await expect(links).toContainText('Revocado')
    const reader = await openAsStranger(browser, link)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Este enlace no abre resultados')
    expect((await reader.request.get(link)).status()).toBe(404)
    await auditPage(reader, WIDTHS)
    await reader.context().close()
  })
})
