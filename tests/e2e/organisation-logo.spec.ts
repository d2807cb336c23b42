import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { readPdf } from '../support/read-pdf.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { createLogin, openAccount, signIn } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const NAME = 'Viña Los Aromos SpA'
const ALT = `Logo de ${NAME}`

const idOf = async (email: string): Promise<string> =>
  (await pool.query<{ id: string }>('select id from profiles where email = $1', [email])).rows[0]?.id ?? ''

/** An organisation with these members, which holds a purchase with answers. */
async function createOrganisation(buyer: string, reader: string): Promise<string> {
  const [userId, readerId] = await Promise.all([idOf(buyer), idOf(reader)])
  const { id: productId } = await findProduct(pool)
  const item = await createPaidItem(pool, { userId, productId, seats: 6 })
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answers = Object.fromEntries(fields.rows.map(({ field }) => [field, 3]))
  await completePeople(pool, { itemId: item.item_id, userId }, [{ answers }, { answers }])
  await pool.query(
    `with made as (insert into organisations (name, created_at) values ($1, now()) returning id),
       members as (insert into organisation_members (organisation_id, user_id, role, joined_at)
         select id, unnest($2::uuid[]), unnest(array['buyer', 'results']), now() from made)
     update orders set organisation_id = made.id from made where orders.id = $3`,
    [NAME, [userId, readerId], item.order_id],
  )
  return item.item_id
}

async function download(page: Page, name: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return readFile(await (await waiting).path())
}

/** Alternative texts of the pictures in the board's PDF. */
async function picturesIn(page: Page, name: string): Promise<(string | undefined)[]> {
  const { structure } = await readPdf(new Uint8Array(await download(page, name)))
  return structure.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)
}

test('the logo of an organisation: uploaded, on the page for a board and in its files, and taken away', {
  tag: '@full',
}, async ({ page, browser }) => {
  const buyer = await openAccount(page, 'logo')
  const reader = await createLogin('lectora')
  const itemId = await createOrganisation(buyer, reader)
  const board = `/account/items/${itemId}/results?vista=directorio`
  const panel = page.getByRole('region', { name: 'Logo', exact: true })

  await test.step('what is no picture is refused beside its field', async () => {
    await page.goto('/account/organisation')
    const text = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('hola') }
    await panel.getByLabel('Imagen').setInputFiles(text)
    await panel.getByRole('button', { name: 'Subir logo' }).click()
    await expect(panel.getByText('Ese archivo no es una imagen PNG, JPG o WebP, o está dañado')).toBeVisible()
    await expect(panel.getByRole('img')).toHaveCount(0)
    const large = { ...text, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) }
    await panel.getByLabel('Imagen').setInputFiles(large)
    await expect(panel.getByText('La imagen pesa más de 2 MB: elige una más liviana')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Subir logo' })).toBeDisabled()
  })

  await test.step('a picture is shown beside the name', async () => {
    await panel.getByLabel('Imagen').setInputFiles('server/demo/los-aromos.png')
    await panel.getByRole('button', { name: 'Subir logo' }).click()
    await expect(page.getByText('Guardamos el logo.')).toBeVisible()
    await expect(panel.getByRole('img', { name: ALT })).toBeVisible()
    await auditPage(page)
    await page.goto(board)
    const shown = page.getByRole('article').getByRole('img', { name: ALT })
    await expect(shown).toHaveJSProperty('naturalWidth', 600)
    await expect(page.getByRole('article')).toContainText(NAME)
    await auditPage(page)
  })

  await test.step('paper and slides have it', async () => {
    for (const name of ['PDF en Carta', 'PDF en A4']) expect(await picturesIn(page, name)).toEqual([ALT])
    const slides = openZip(await download(page, 'Presentación (PPTX)'))
    expect(slides?.read('ppt/slides/slide1.xml')?.toString()).toContain(`descr="${ALT}"`)
    const { structure } = await readPdf(new Uint8Array(await download(page, 'Descargar informe')))
    expect(structure.filter(({ alt }) => alt === ALT)).toHaveLength(1)
  })

  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })).newPage()
  await test.step('who only sees results sees it, and nobody else does', async () => {
    await page.goto('/account/organisation')
    const address = (await panel.getByRole('img', { name: ALT }).getAttribute('src')) ?? ''
    await signIn(other, reader)
    await other.goto('/account/organisation')
    const region = other.getByRole('region', { name: 'Logo', exact: true })
    await expect(region.getByRole('img', { name: ALT })).toBeVisible()
    await expect(region.getByRole('button')).toHaveCount(0)
    expect((await other.request.get(address)).headers()['cache-control']).toContain('private')
    await signIn(other, await createLogin('ajena'))
    expect((await other.request.get(address)).status()).toBe(404)
  })

  await test.step('without it, nothing shows it', async () => {
    await panel.getByRole('button', { name: 'Quitar' }).click()
    await expect(page.getByText('Quitamos el logo.')).toBeVisible()
    await expect(panel.getByRole('img')).toHaveCount(0)
    await page.goto(board)
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('img', { name: ALT })).toHaveCount(0)
    expect(await picturesIn(page, 'PDF en A4')).toEqual([])
  })
})
