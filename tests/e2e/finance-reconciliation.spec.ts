import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import {
  type CardPayment,
  createCardPayment,
  salesReport,
} from '../../app/features/reconciliation/card-payments.test-support.ts'
import { dayOf, formatDay, shiftDay } from '../../app/kernel/dates.ts'
import { readXlsx } from '../../app/platform/sheets/xlsx.server.ts'
import { createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, openAccount, signIn } from './accounts.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { addToCart, pay } from './shopping.ts'

const WIDTHS = [1440, 390]

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** The second day of a month that is over, and in which no other journey pays. */
const monthsAgo = (months: number) => {
  let day = dayOf(new Date())
  for (let step = 0; step < months; step += 1) day = shiftDay(`${day.slice(0, 7)}-01` as typeof day, -1)
  return shiftDay(`${day.slice(0, 7)}-01` as typeof day, 1)
}

async function sell(day: string, amount: number, code: string): Promise<CardPayment> {
  const [buyer, product] = [await createProfile(pool), await findProduct(pool)]
  return createCardPayment(pool, {
    userId: buyer.id,
    productId: product.id,
    amount,
    at: `${day}T15:00:00Z`,
    code,
    gateway: 'simulator',
  })
}

async function upload(page: Page, text: string, name = 'ventas.csv') {
  await page.goto('/admin/finance/reconciliation/upload')
  await page
    .getByRole('button', { name: 'Reporte', exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  await page.getByRole('button', { name: 'Revisar el reporte' }).click()
}
const keep = async (page: Page) => {
  await page.getByRole('button', { name: 'Guardar y conciliar' }).click()
  await expect(page.getByRole('status').filter({ hasText: /Guardamos|El reporte no traía/ })).toBeVisible()
}

test('a report is uploaded, its differences are reviewed, and the month is closed', { tag: '@full' }, async ({
  page,
}) => {
  const day = monthsAgo(4)
  const month = day.slice(0, 7)
  const equal = await sell(day, 10_000, '410001')
  const other = await sell(day, 20_000, '410002')
  await signIn(page, ADMIN_EMAIL)

  await upload(page, 'Orden de compra;Fecha;Código autorización\nALH-1;02/01/2026;1')
  await expect(
    page.getByText('Al archivo (reporte de ventas) le falta la columna Monto. No guardamos nada.'),
  ).toBeVisible()

  await upload(
    page,
    salesReport([
      [equal.reference, equal.code, formatDay(day), '$10.000'],
      [other.reference, other.code, formatDay(day), '$19.000'],
    ]),
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisar el reporte')
  await expect(page.getByRole('rowheader')).toHaveText(['2', '3'], { useInnerText: true })
  await auditPage(page, WIDTHS)
  await keep(page)
  await page.getByRole('link', { name: 'Ver los días' }).click()
  const row = page.getByRole('row').filter({ hasText: formatDay(day) })
  await expect(row).toContainText('Con diferencias')
  await expect(row).toContainText('$30.000 (2)')
  await expect(row).toContainText('$29.000 (2)')
  await auditPage(page, WIDTHS)

  await row.getByRole('link').click()
  await auditPage(page, WIDTHS)
  await page.getByRole('link', { name: 'Otro monto' }).click()
  await expect(page.getByText('El banco tiene $1.000 menos que la tienda.')).toBeVisible()
  await expect(page.getByRole('link', { name: other.orderNumber })).toBeVisible()
  await auditPage(page, WIDTHS)
  await page.getByRole('button', { name: 'Marcar como revisada' }).click()
  await expect(page.getByText('Escribe qué encontraste')).toBeVisible()
  await page.getByLabel('Nota').fill('El banco descontó mil pesos: se reclamó')
  await auditPage(page, WIDTHS)
  await page.getByRole('button', { name: 'Marcar como revisada' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Diferencia revisada.' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'Conciliación' }).click()
  await expect(row).toContainText('Conciliado')

  await page.getByRole('link', { name: 'Cierre del mes' }).click()
  await expect(page.getByText('No cuadra')).toHaveCount(0)
  await auditPage(page, WIDTHS)
  await page.getByRole('button', { name: 'Cerrar el mes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Mes cerrado.' })).toBeVisible()
  await auditPage(page, WIDTHS)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel para el contador' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`cierre-${month}.xlsx`)
  const totals = readXlsx(await readFile(await file.path()), 10)
  expect(totals?.slice(1, 5).map(([label, closed, today]) => [label, closed, today])).toEqual([
    ['Órdenes pagadas', '2', '2'],
    ['Ventas, neto', '25210', '25210'],
    ['Ventas, IVA', '4790', '4790'],
    ['Ventas, total', '30000', '30000'],
  ])
})

test('the simulated bank’s files agree with what was bought', { tag: '@full' }, async ({ page }) => {
  await openAccount(page, 'conciliada')
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await pay(page, 'Autorizar')
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, ADMIN_EMAIL)
  for (const name of ['Ventas del banco simulado', 'Abonos del banco simulado']) {
    await page.goto('/admin/finance/reconciliation')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    await page.goto('/admin/finance/reconciliation/upload')
    await page.getByRole('button', { name: 'Reporte', exact: true }).setInputFiles(await file.path())
    await page.getByRole('button', { name: 'Revisar el reporte' }).click()
    await keep(page)
    await expect(page.getByText('Sin pago en la tienda').locator('..')).toContainText('0')
  }
  await page.goto(`/admin/finance/reconciliation/days/${dayOf(new Date())}`)
  await expect(page.getByText('Sin diferencias')).toBeVisible()
})

test('a month with open differences is closed with a reason, also on a phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const day = monthsAgo(6)
  await sell(day, 10_000, '610001')
  await signIn(page, ADMIN_EMAIL)
  await upload(page, salesReport([['OTRA-TIENDA-6', '610002', formatDay(day), '$7.000']]))
  await keep(page)
  await page.goto(`/admin/finance/reconciliation/differences?estado=open&desde=${day}&hasta=${day}`)
  await expect(page.getByRole('link', { name: 'Está en el reporte, no está pagada aquí' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pagada aquí, no está en el reporte' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto(`/admin/finance/reconciliation/month/${day.slice(0, 7)}`)
  await page.getByRole('button', { name: 'Cerrar de todos modos' }).click()
  await expect(
    page.getByText('Escribe por qué se cierra con 1 día sin conciliar y 2 diferencias abiertas'),
  ).toBeVisible()
  await page.getByLabel('Motivo').fill('El portal no responde; se revisa el próximo mes')
  await page.getByRole('button', { name: 'Cerrar de todos modos' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Mes cerrado.' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await sell(day, 5000, '610003')
  await page.reload()
  await expect(page.getByText('Hubo cambios después del cierre')).toBeVisible()
})
