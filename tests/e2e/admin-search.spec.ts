import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, signIn } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A paid order with a RUT, and both as people write them. */
async function sellWithInvoice(company: string) {
  const buyer = await createProfile(pool, { first_name: 'Quilla', last_name: company })
  const product = await findProduct(pool)
  const order = await createPaidItem(pool, {
    userId: buyer.id,
    productId: product.id,
    totalClp: 3_171_933,
    company: `${company} SpA`,
    rut: '78471293-4',
  })
  await pool.query("update companies set rut = '78471293-4' where name = $1", [`${company} SpA`])
  return { order, rut: '78.471.293-4', total: '$3.171.933' }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

test('the search finds a RUT and an amount as people write them, with state and date, and says when there is nothing', {
  tag: '@full',
}, async ({ page }) => {
  const { order, rut, total } = await sellWithInvoice('Ranco')
  await signIn(page, ADMIN_EMAIL)
  await page.goto('/admin')
  const box = page.getByRole('combobox', { name: 'Buscar...' })
  const results = page.getByRole('listbox', { name: 'Resultados' })
  await box.pressSequentially(rut)
  const found = results.getByRole('group', { name: 'Órdenes' }).getByRole('option')
  await expect(found).toContainText(order.order_number)
  await expect(found).toContainText('Pagado')
  await expect(found).toContainText(total)
  await expect(results.getByRole('group', { name: 'Empresas' })).toContainText('Ranco')
  await auditPage(page)
  await box.fill(total)
  await expect(found).toContainText(order.order_number)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page).toHaveURL(`/admin/orders/${order.order_id}`)
  await box.fill('zzqqxx')
  await expect(page.getByText('Sin coincidencias con «zzqqxx».')).toBeVisible()
  await box.press('Escape')
  await expect(page.getByText('Sin coincidencias con «zzqqxx».')).toHaveCount(0)
  await page.goto(`/admin/orders?search=${rut}&periodo=todo`)
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`/admin/clients?search=${rut}&periodo=todo`)
  await expect(rows(page)).toHaveCount(1)
})
