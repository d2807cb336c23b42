import type { Browser, Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { auditPage, expect, field, followMailLink, shownMail } from './journey.ts'
import { type OpenFacturaShop, test } from './openfactura-shop.ts'
import { addToCart, badge, fillFactura } from './shopping.ts'

// A shop with TAX_DOCUMENTS=openfactura: its documents are issued, corrected and found as its staff and its buyers do it.

// One shop for all of them.
test.describe.configure({ mode: 'default' })

const WIDTHS = [1440, 390]

test.beforeAll('the staff say who issues', async ({ shop, browser }) => {
  const staff = await openStaff(browser, shop)
  await staff.goto('/admin/settings/tax')
  const issuer = staff.getByRole('region', { name: 'Boletas y facturas', exact: true })
  for (const [label, value] of [
    ['Giro', 'Consultoría y capacitación'],
    ['Código de actividad económica', '620200'],
    ['Dirección de la casa matriz o sucursal', 'Camino Real 45'],
    ['Comuna', 'Ñuñoa'],
  ] as const)
    await field(issuer, label).fill(value)
  await issuer.getByRole('button', { name: 'Guardar' }).click()
  await expect(issuer.getByText('Guardado. La tienda ya lo usa.')).toBeVisible()
  await staff.context().close()
})

async function openStaff(browser: Browser, shop: OpenFacturaShop): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await shop.openAccount(page, 'encargada', 'admin')
  return page
}

/** A company's purchase with factura, paid at the bank; returns the buyer's address. */
async function buyWithFactura(page: Page, shop: OpenFacturaShop, name: string): Promise<string> {
  const email = await shop.openAccount(page, name)
  await addToCart(page, 'agilidad')
  await page.goto('/checkout')
  await page.getByRole('radio', { name: /Factura/ }).check()
  await fillFactura(page)
  await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await page.getByRole('button', { name: 'Pagar $119.990' }).click()
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await expect(badge(page)).toHaveText('')
  return email
}

/** The worker asks the provider within seconds: reloads until a text is on the page. */
const expectSoon = (page: Page, text: string | RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText(text, { timeout: 1000 })
  }).toPass()

/** Opens the newest mail to an address with a subject. */
async function openMail(page: Page, email: string, subject: string): Promise<void> {
  const mail = page.getByRole('row').filter({ hasText: subject }).filter({ hasText: email }).first()
  await page.goto('/demo/correo')
  await expectSoon(page, subject)
  await mail.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
}

async function openOrder(staff: Page, email: string): Promise<void> {
  await staff.goto(`/admin/orders?search=${encodeURIComponent(email)}`)
  await staff.getByRole('link', { name: /^ALH-/ }).first().click()
  await expect(staff.getByRole('region', { name: 'Documentos tributarios' })).toBeVisible()
}

test('a factura is found in the history and in the mail, and a refund asks for its nota de crédito', {
  tag: '@full',
}, async ({ page, shop, browser }) => {
  const email = await buyWithFactura(page, shop, 'facturada')
  const documents = page.getByRole('list', { name: 'Documentos tributarios' })
  await test.step('the buyer finds it in the history, as PDF and XML', async () => {
    await page.goto('/account/orders')
    await expectSoon(page, 'Factura electrónica N.º')
    await auditPage(page, WIDTHS)
    for (const [format, type] of [
      ['PDF', 'application/pdf'],
      ['XML', 'application/xml'],
    ] as const) {
      const path = await documents.getByRole('link', { name: new RegExp(`en ${format}$`) }).getAttribute('href')
      const file = await page.request.get(path ?? '')
      expect([file.status(), file.headers()['content-type']]).toEqual([200, expect.stringContaining(type)])
    }
  })
  const [factura] = shop.provider.issued.filter(({ dte }) => dte.Encabezado.IdDoc?.TipoDTE === 33).slice(-1)
  expect(factura?.dte.Encabezado).toMatchObject({
    Emisor: { GiroEmis: 'Consultoría y capacitación', Acteco: 620_200, CmnaOrigen: 'Ñuñoa' },
    Receptor: { RUTRecep: '76192083-9', RznSocRecep: 'Viña Ñuble SpA', GiroRecep: 'Vinos', CmnaRecep: 'Chillán' },
    Totales: { MntTotal: 119_990 },
  })
  const title = `Factura electrónica N.º ${factura?.folio}`
  await test.step('and by the mail', async () => {
    await openMail(page, email, `${title} de tu compra`)
    await expect(shownMail(page).getByText(title, { exact: true })).toBeVisible()
    await followMailLink(page, /\/account\/orders\/ALH-/)
    await expect(
      page.getByText(`La factura de esta compra es la N.º ${factura?.folio}`, { exact: false }),
    ).toBeVisible()
    await auditPage(page, WIDTHS)
  })

  const staff = await openStaff(browser, shop)
  await openOrder(staff, email)
  await auditPage(staff, WIDTHS)
  await staff.getByRole('link', { name: 'Reembolsar…' }).click()
  const refund = staff.getByRole('dialog', { name: 'Reembolso' })
  await expect(refund.getByText('Se pide sola la nota de crédito', { exact: false })).toBeVisible()
  await refund.getByRole('radio', { name: /^Todo/ }).check()
  await field(refund, 'Motivo').fill('Se compró dos veces')
  await refund.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await refund.getByRole('button', { name: /^Reembolsar todo/ }).click()
  await expect(staff.getByText('La orden quedó reembolsada y sus accesos revocados.')).toBeVisible()
  await expectSoon(staff, /Nota de crédito electrónica N\.º \d+/)
  await staff.context().close()

  const note = shop.provider.issued.at(-1)
  expect(note?.dte).toMatchObject({
    Encabezado: { IdDoc: { TipoDTE: 61 }, Totales: { MntTotal: 119_990 } },
    // 1: it annuls the whole factura.
    Referencia: [{ TpoDocRef: '33', FolioRef: String(factura?.folio), CodRef: '1', RazonRef: 'Se compró dos veces' }],
  })
  await page.goto('/account/orders')
  await expect(documents.getByRole('listitem')).toHaveCount(2)
  await expect(documents).toContainText(`Nota de crédito electrónica N.º ${note?.folio}`)
  await openMail(page, email, `Nota de crédito electrónica N.º ${note?.folio} de tu compra`)
})

test('a factura that the provider or the SII rejects is corrected from its order, and issued once', {
  tag: ['@one-size', '@full'],
}, async ({ page, shop, browser }) => {
  shop.provider.faults.push({ code: 'OF-10', details: [{ field: 'GiroRecep', issue: 'No corresponde al RUT' }] })
  const before = shop.provider.issued.length
  const email = await buyWithFactura(page, shop, 'rechazada')
  const staff = await openStaff(browser, shop)
  await openOrder(staff, email)
  await expectSoon(staff, 'Giro de quien recibe: No corresponde al RUT.')
  await auditPage(staff, WIDTHS)
  await page.goto('/account/orders')
  await page.getByRole('link', { name: /orden ALH-/ }).click()
  await expect(page.getByText('La factura electrónica todavía no está emitida: falta corregir un dato.')).toBeVisible()

  const correct = async (activity: string) => {
    await staff.getByRole('link', { name: /^Corregir y pedir de nuevo/ }).click()
    await auditPage(staff, WIDTHS)
    const form = staff.getByRole('region', { name: 'Corregir y pedir de nuevo' })
    await field(form, 'Giro').fill('')
    await form.getByRole('button', { name: 'Pedir de nuevo' }).click()
    await expect(field(form, 'Giro')).toBeFocused()
    await field(form, 'Giro').fill(activity)
    await form.getByRole('button', { name: 'Pedir de nuevo' }).click()
    await expect(staff.getByText(/^Pedido de nuevo/)).toBeVisible()
    await expectSoon(staff, 'Emitido')
    await staff.getByRole('link', { name: /^ALH-/ }).click()
  }
  await correct('Elaboración de vinos')
  expect(shop.provider.issued.length - before).toBe(1)

  await test.step('the SII rejects it after it was issued', async () => {
    const rejected = shop.provider.issued.at(-1)
    if (rejected) rejected.state = 'Rechazado'
    // The SII's answer is asked for three minutes later.
    await shop.change('update tax_documents set next_attempt_at = $1 where folio = $2 and kind = 33', [
      new Date(),
      rejected?.folio,
    ])
    await expectSoon(staff, 'El SII rechazó el documento después de emitido.')
    await auditPage(staff, WIDTHS)
  })
  await openMail(staff, 'encargada', 'rechazada: orden ALH-')
  await followMailLink(staff, /\/admin\/finance\/tax-documents\//)
  await staff.getByRole('link', { name: /^ALH-/ }).click()
  await correct('Elaboración y venta de vinos')
  const [first, second] = shop.provider.issued.slice(before)
  expect(shop.provider.issued).toHaveLength(before + 2)
  expect(second?.key).not.toBe(first?.key)
  expect(second?.dte.Encabezado.Receptor).toMatchObject({ GiroRecep: 'Elaboración y venta de vinos' })
  await staff.goto('/admin/finance/tax-documents')
  await expect(staff.getByRole('link', { name: `Factura electrónica N.º ${second?.folio}` }).first()).toBeVisible()
  await auditPage(staff, WIDTHS)
  await staff.context().close()

  await page.reload()
  await expect(page.getByText(`La factura de esta compra es la N.º ${second?.folio}`, { exact: false })).toBeVisible()
})
