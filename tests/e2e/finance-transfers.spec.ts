import type { Page } from '@playwright/test'
import { writeWorkbook } from '../../app/platform/sheets/workbook.server.ts'
import { confirmIdentity, openAccount, signIn } from './accounts.ts'
import { fillCart, goToBank } from './buyer.ts'
import { auditPage, expect, field, test } from './journey.ts'

const ADMIN = 'admin@alhena.test'

/** A buyer's pending order of three people; returns its number and its total. */
async function placeOrder(page: Page, name: string): Promise<{ number: string; total: number }> {
  const email = await openAccount(page, name)
  const [choice] = await fillCart(page, ['dama-assessment'])
  await goToBank(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 3 }])
  await signIn(page, ADMIN)
  await page.goto(`/admin/orders?${new URLSearchParams({ search: email, periodo: 'todo', status: 'pending' })}`)
  await page
    .getByRole('link', { name: /^ALH-|…/ })
    .first()
    .click()
  const heading = page.getByRole('heading', { level: 1, name: /^ALH-/ })
  await expect(heading).toBeVisible()
  const number = (await heading.textContent()) ?? ''
  await page.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await expect(page.getByText(/La orden espera su pago hasta el/)).toBeVisible()
  const total = (await page.getByText(/^La orden es por \$/).textContent()) ?? ''
  return { number, total: Number(total.replaceAll(/\D/g, '')) }
}

async function upload(page: Page, account: string, file: { name: string; buffer: Buffer }): Promise<void> {
  await page.goto('/admin/finance/transfers/upload')
  await page.getByRole('combobox', { name: 'Banco y cuenta' }).fill(account)
  await page.getByLabel('Cartola').setInputFiles({ ...file, mimeType: 'application/octet-stream' })
  await page.getByRole('button', { name: 'Revisar la cartola' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisar la cartola' })).toBeVisible()
}

const today = () =>
  new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(new Date())
    .replaceAll('-', '/')

const csv = (...lines: string[]) => ({
  name: 'cartola.csv',
  buffer: Buffer.from(['Cartola de prueba', 'Fecha;Descripción;N° documento;Cargo;Abono;Saldo', ...lines].join('\n')),
})

test('a statement is read, and the transfer that names an order pays it', { tag: '@one-size' }, async ({ page }) => {
  const { number, total } = await placeOrder(page, 'cartola')
  await upload(page, 'Banco de la prueba', csv(`${today()};TRANSF DE EMPRESA ${number};771;;${total};`))
  await page.getByRole('button', { name: 'Importar 1 abono' }).click()
  await expect(page.getByText('Importamos 1 abono nuevo')).toBeVisible()
  await page.getByRole('link', { name: 'Revisar propuestas' }).click()
  const sure = page.getByRole('region', { name: /^Seguras/ })
  await expect(sure.getByRole('row').filter({ hasText: number })).toContainText('Monto y número de orden coinciden')
  await confirmIdentity(sure)
  await sure.getByRole('button', { name: 'Confirmar los elegidos' }).click()
  await expect(page.getByText(/^\d+ abonos? confirmados?$/)).toBeVisible()
  await page.goto(`/admin/finance/transfers?${new URLSearchParams({ estado: 'settled', search: number })}`)
  await page.getByRole('link', { name: `TRANSF DE EMPRESA ${number}` }).click()
  await expect(page.getByRole('region', { name: 'Pagó una orden' })).toContainText('Pagado')
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Banco de la prueba')
})

test('columns are chosen and remembered, and other amounts, other credits and repeated lines are decided one by one', {
  tag: ['@full', '@one-size'],
}, async ({ page }) => {
  test.setTimeout(240_000)
  const { number, total } = await placeOrder(page, 'parcial')
  const titles = ['Cuando', 'Que', 'Cuanto', 'Otra'].map(label => ({ label, width: 12 }))
  const day = today().split('/').toReversed().join('-')
  const book = (...rows: [string, number][]) =>
    writeWorkbook([
      { name: 'Movimientos', columns: titles, rows: rows.map(([text, amount]) => [{ day }, text, amount, 'nada']) },
    ]).then(buffer => ({ name: 'cartola.xlsx', buffer }))
  await page.goto('/admin/finance/transfers/upload')
  await auditPage(page, [1440, 390])
  // An account that has statements is filled in.
  await page.getByRole('combobox', { name: 'Banco y cuenta' }).fill('')
  await page.getByRole('button', { name: 'Revisar la cartola' }).click()
  await expect(page.getByText('Escribe el banco y la cuenta')).toBeVisible()
  await upload(page, 'Banco parcial', await book([`Parte ${number}`, total - 1000], ['Devolución SII', 5000]))
  await expect(page.getByText('No reconocimos las columnas.')).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.getByLabel('Fila de títulos').selectOption('1')
  await page.getByRole('button', { name: 'Leer así' }).click()
  await expect(page.getByText('con los títulos en la fila 1')).toBeVisible()
  await page.getByLabel('Fecha', { exact: true }).selectOption({ label: 'A: Cuando' })
  await page.getByLabel('Descripción', { exact: true }).selectOption({ label: 'B: Que' })
  await page.getByLabel('Abono o monto').selectOption({ label: 'C: Cuanto' })
  await page.getByRole('button', { name: 'Leer así' }).click()
  await expect(page.getByRole('button', { name: 'Importar 2 abonos' })).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.getByRole('button', { name: 'Importar 2 abonos' }).click()
  await expect(page.getByText('Importamos 2 abonos nuevos')).toBeVisible()

  await page.goto('/admin/finance/transfers/proposals')
  const amounts = page.getByRole('region', { name: /^Con otro monto/ })
  await expect(amounts.getByRole('row').filter({ hasText: number })).toContainText('Faltan $1.000')
  await auditPage(page, [1440, 390])
  await amounts.getByRole('link', { name: `Parte ${number}` }).click()
  await expect(page.getByRole('textbox', { name: /^Texto para / })).toHaveValue(/Faltan \$1\.000\. Transfiérelos/)
  await auditPage(page, [1440, 390])

  // The rest comes with a statement that repeats the day; the columns are known by now.
  await upload(page, 'Banco parcial', await book([`Parte ${number}`, total - 1000], [`Resto ${number}`, 3000]))
  await page.getByRole('button', { name: 'Importar 1 abono' }).click()
  await expect(page.getByText('Importamos 1 abono nuevo')).toBeVisible()
  await page.goto(`/admin/finance/transfers?${new URLSearchParams({ search: number })}`)
  await expect(page.locator('button:disabled', { hasText: 'Exportar selección' })).toHaveCount(1)
  await auditPage(page, [1440, 390])
  await page.getByRole('link', { name: `Parte ${number}` }).click()
  const settle = page.getByRole('region', { name: '¿Qué orden pagó?' })
  await settle.getByRole('radio', { name: new RegExp(`^${number}`) }).check()
  await settle.getByRole('checkbox', { name: new RegExp(`Resto ${number}`) }).check()
  await confirmIdentity(settle)
  await settle.getByRole('button', { name: 'Confirmar' }).click()
  await expect(settle.getByText('Sobran $2.000: confirma que los devolverás.')).toBeVisible()
  await settle.getByRole('checkbox', { name: /^Si sobra dinero/ }).check()
  await confirmIdentity(settle)
  await settle.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Quedan $2.000 por devolver.')).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.goto(`/admin/finance/transfers?${new URLSearchParams({ estado: 'surplus', search: number })}`)
  await page
    .getByRole('link', { name: `Resto ${number}` })
    .or(page.getByRole('link', { name: `Parte ${number}` }))
    .click()
  const surplus = page.getByRole('region', { name: 'Devolver $2.000' })
  await confirmIdentity(surplus)
  await surplus.getByRole('button', { name: 'Marcar como devuelto' }).click()
  await expect(page.getByText('El excedente quedó como devuelto.')).toBeVisible()

  await page.goto(`/admin/finance/transfers?${new URLSearchParams({ search: 'devolucion' })}`)
  await page.getByRole('link', { name: 'Devolución SII' }).first().click()
  const aside = page.getByRole('region', { name: 'No es de una venta' })
  await aside.getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(aside.getByText('Escribe qué es, para quien lo lea después')).toBeVisible()
  await field(aside, 'Qué es').fill('Impuestos')
  await aside.getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(page.getByText('Quedó aparte')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('El abono está otra vez por decidir.')).toBeVisible()
})
