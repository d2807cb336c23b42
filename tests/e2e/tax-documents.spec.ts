import type { Pool } from 'pg'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount, signIn } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A paid order of a buyer, with the payment of a card. */
async function paidOrder(email: string) {
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const product = await findProduct(pool)
  return createPaidItem(pool, {
    userId: rows[0]?.id ?? '',
    productId: product.id,
    totalClp: 119_000,
    gateway: 'webpay',
  })
}

test('the staff attach a boleta that the shop issued by its own means, and its buyer alone finds it', {
  tag: ['@one-size', '@full'],
}, async ({ page, browser }) => {
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const { order_id, order_number } = await paidOrder(await openAccount(shop, 'boleta'))
  await shop.goto(`/account/orders/${order_number}`)
  await expect(shop.getByText('La boleta la emite la tienda por su cuenta.')).toBeVisible()

  await signIn(page, 'admin@alhena.test')
  await page.goto(`/admin/orders/${order_id}`)
  const documents = page.getByRole('region', { name: 'Documentos tributarios' })
  await expect(documents).toContainText('Por su cuenta')
  await documents.getByRole('link', { name: 'Adjuntar el documento' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Boleta electrónica' })).toBeVisible()
  await page.getByRole('button', { name: 'Adjuntar' }).click()
  await expect(page.getByText('Ingresa el folio')).toBeVisible()
  await field(page, 'Folio').fill('4711')
  await page.getByLabel(/^PDF/).setInputFiles({
    name: 'boleta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no es un PDF'),
  })
  await page.getByRole('button', { name: 'Adjuntar' }).click()
  await expect(page.getByText('Ese archivo no es un PDF')).toBeVisible()
  await page.getByLabel(/^PDF/).setInputFiles({
    name: 'boleta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await page.getByRole('button', { name: 'Adjuntar' }).click()
  await expect(page.getByText(/^Adjuntado: quien compró lo encuentra/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Boleta electrónica N.º 4711' })).toBeVisible()
  await auditPage(page, [1440, 390])

  await page.goto(`/admin/finance/tax-documents?search=4711&periodo=todo`)
  await expect(page.getByRole('link', { name: 'Boleta electrónica N.º 4711' })).toBeVisible()
  await auditPage(page, [1440, 390])

  await shop.goto('/account/orders')
  await expect(shop.getByRole('list', { name: 'Documentos tributarios' })).toContainText('Boleta electrónica N.º 4711')
  await shop.goto(`/account/orders/${order_number}`)
  await expect(shop.getByText(/La boleta de esta compra es la N\.º 4711/)).toBeVisible()
  await auditPage(shop, [1440, 390])
  const path = (await shop.getByRole('link', { name: 'Boleta electrónica N.º 4711 en PDF' }).getAttribute('href')) ?? ''
  const file = await shop.request.get(path)
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(file.headers()['content-disposition']).toContain('attachment')
  expect((await file.body()).toString()).toContain('%PDF-1.4')
  expect((await shop.request.get(path.replace('/pdf', '/xml'))).status()).toBe(404)

  const stranger = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  await openAccount(stranger, 'extraña')
  expect((await stranger.request.get(path)).status()).toBe(404)
  await stranger.close()
  await client.close()
})
