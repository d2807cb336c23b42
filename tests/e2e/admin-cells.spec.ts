import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createInvitation, createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, signIn } from './accounts.ts'
import { expect, expectNoSidewaysScroll, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** The texts of cells of the page's tables that are cut, of the columns that say who, how and when. */
const cutCells = (page: Page): Promise<string[]> =>
  page.locator('table').evaluateAll(tables =>
    tables.flatMap(table => {
      const heads = [...table.querySelectorAll<HTMLElement>('thead th')].map(head => head.innerText)
      const isCut = (element: Element) =>
        getComputedStyle(element).overflowX !== 'visible' &&
        (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1)
      return [...table.querySelectorAll<HTMLElement>('tbody tr > *')]
        .filter(
          cell =>
            cell.querySelector('[data-whole]') ||
            /ID|Número|Estado|Fecha|Vence|Emitida|Registro$|Actividad/.test(
              heads[(cell as HTMLTableCellElement).cellIndex] ?? '',
            ),
        )
        .filter(cell => {
          const whole = cell.querySelector('[data-whole]')
          for (let at: Element | null = whole ?? cell; at && cell.contains(at); at = at.parentElement)
            if (isCut(at)) return true
          return !whole && [...cell.querySelectorAll(':not(.sr-only)')].some(isCut)
        })
        .map(cell => cell.innerText)
    }),
  )

test('no e-mail, number, state or date of a list is cut at 1280 px', { tag: ['@one-size', '@full'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const surname = `Ñ${randomUUID().slice(0, 8)}`
  const longest = `maria.fernanda.${surname.slice(1)}@subgerencia.gobierno-de-datos.empresa-larga.example.cl`
  const buyer = await createProfile(pool, {
    first_name: 'María Fernanda',
    last_name: surname,
    email: longest,
  })
  const product = await findProduct(pool)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 5 })
  await createInvitation(pool, {
    itemId: item.item_id,
    userId: buyer.id,
    email: `invitada.${longest}`,
    name: `Rosa ${surname}`,
  })
  await signIn(page, ADMIN_EMAIL)
  for (const list of ['orders', 'access', 'clients']) {
    await page.goto(`/admin/${list}?search=${encodeURIComponent(surname)}&periodo=todo`)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.getByRole('row').filter({ hasText: longest }).first()).toBeVisible()
    expect(await cutCells(page), list).toEqual([])
    await expectNoSidewaysScroll(page)
    const table = page.getByRole('table').first()
    expect(await table.evaluate(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth), list).toBe(0)
  }
  await page.goto('/admin/audit?periodo=todo')
  expect(await cutCells(page)).toEqual([])
})
