import type { Page } from '@playwright/test'
import { confirmIdentity, openAccount, signInStaff } from './accounts.ts'
import { fillCart, goToBank, gotoPurchase, quote } from './buyer.ts'
import { auditPage, expect, expectAccessible, field, searchSelect, test } from './journey.ts'

/** Opens the detail of a buyer's newest order through the list and its row menu. */
async function openNewest(page: Page, email: string, item = 'Ver Detalle'): Promise<void> {
  await page.goto(`/admin/orders?${new URLSearchParams({ search: email, periodo: 'todo' })}`)
  await page
    .getByRole('button', { name: /^Acciones de ALH-/ })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('link', { name: item }))
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^ALH-/ })).toBeVisible()
}

// shows: B2.28, B2.36
test('an administrator refunds an order in part and then whole, with the consequences shown before', {
  tag: '@full',
}, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'reembolso')
  const [choice] = await fillCart(shop, ['dama-assessment'])
  await shop.goto(await goToBank(shop.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 3 }]))
  await shop.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(shop.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()

  await signInStaff(page, 'sales')
  await openNewest(page, email, 'Reembolsar')
  await expect(page).toHaveURL(/#reembolso$/)
  const refund = page.getByRole('dialog', { name: 'Reembolso' })
  await expect(refund).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.keyboard.press('Escape')
  await expect(refund).toBeHidden()
  for (const [part, text] of [
    ['Items', '1 de 3 en uso'],
    ['Orden', 'Pago simulado'],
    ['Cliente', email],
    ['Cliente', 'Boleta'],
    ['Accesos (1)', 'Invitado'],
    ['Historial', 'Comprobante de compra'],
    ['Historial', 'Orden creada'],
  ] as const)
    await expect(page.getByRole('region', { name: part, exact: true })).toContainText(text)
  await auditPage(page, [1440, 390])

  await page.getByRole('link', { name: 'Reembolsar…' }).click()
  await expect(refund.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(refund.getByText('Si devuelves todo')).toBeHidden()
  await refund.getByRole('button', { name: 'Reembolsar' }).click()
  await expect(refund.getByText('Elige cuánto se devuelve')).toBeVisible()
  await refund.getByRole('radio', { name: /^Todo/ }).check()
  await expect(refund).toContainText('1 acceso se revoca: 1 sin empezar, 0 en curso y 0 completados')
  await expect(refund).toContainText('nota de crédito (documento 61)')
  await expect(refund.getByRole('button', { name: 'Reembolsar', exact: true })).toBeHidden()
  await refund.getByRole('button', { name: 'Reembolsar todo y revocar 1 acceso' }).click()
  await expect(refund.getByText('Escribe el motivo: se lo contamos a quien compró')).toBeVisible()

  await refund.getByRole('radio', { name: /^Una parte/ }).check()
  await field(refund, 'Monto en pesos').fill('99.000.000')
  await field(refund, 'Motivo').fill('Descuento acordado')
  await refund.getByRole('button', { name: 'Reembolsar' }).click()
  await expect(refund.getByText(/^Quedan \$[\d.]+ por devolver$/)).toBeVisible()
  await field(refund, 'Monto en pesos').fill('100.000')
  await expect(refund.getByText('Escribe tu contraseña')).toHaveCount(0)
  await refund.getByRole('button', { name: 'Reembolsar' }).click()
  await expect(refund.getByText('Escribe tu contraseña')).toBeVisible()
  await confirmIdentity(refund)
  await refund.getByRole('button', { name: 'Reembolsar' }).click()
  await expect(page.getByText('Se devolvieron $100.000. Los accesos siguen activos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Descuento acordado')
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Reembolso parcial $100.000')

  await test.step('without scripts the form is on the page', async () => {
    const storageState = await page.context().storageState()
    const plain = await browser.newContext({
      baseURL: test.info().project.use.baseURL ?? '',
      javaScriptEnabled: false,
      storageState,
    })
    const screen = await plain.newPage()
    await screen.goto(new URL('#reembolso', page.url()).href)
    const section = screen.getByRole('region', { name: 'Reembolso', exact: true })
    await section.getByRole('radio', { name: /^Lo que queda/ }).check()
    await expect(section.getByText('Si devuelves todo')).toBeVisible()
    await section.getByRole('button', { name: 'Reembolsar todo y revocar 1 acceso' }).click()
    await expect(section.getByText('Escribe el motivo: se lo contamos a quien compró')).toBeVisible()
    await plain.close()
  })

  await page.getByRole('link', { name: 'Reembolsar…' }).click()
  // The whole balance as a partial refund revokes the accesses like a whole one.
  await refund.getByRole('radio', { name: /^Una parte/ }).check()
  await expect(refund.getByText('Si devuelves todo')).toBeHidden()
  await field(refund, 'Monto en pesos').fill('962.000')
  await expect(refund.getByText('Si devuelves todo')).toBeVisible()
  await field(refund, 'Motivo').fill('Compra duplicada')
  await confirmIdentity(refund)
  await field(refund, 'Motivo').press('Enter')
  await expect(refund.getByText(/^Ese monto es todo lo que queda/)).toBeVisible()
  await confirmIdentity(refund)
  await refund.getByRole('button', { name: 'Reembolsar todo y revocar 1 acceso' }).click()
  await expect(page.getByText('La orden quedó reembolsada y sus accesos revocados.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Reembolsado')
  await expect(page.getByRole('region', { name: /^Accesos/ })).toContainText('Revocado')
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Aviso de reembolso')
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('pedido')
  await expect(refund).toHaveCount(0)
  await auditPage(page, [1440, 390])
  await shop.goto('/account/orders')
  await expect(shop.getByText('Reembolsado').first()).toBeVisible()
  await client.close()
})

// shows: B2.34, B2.35, B2.37, B4.2, B5.2, B6.2
test("an administrator makes a quotation's order, keeps it open for a transfer, records the payment, and cancels another", {
  tag: '@full',
}, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'transferencia')
  const choices = await fillCart(shop, ['dama-assessment'])
  await quote(
    shop.request,
    choices.map(choice => ({ ...choice, mode: 'business' as const, seats: 1 })),
  )

  await signInStaff(page, 'sales')
  await page.goto(`/admin/clients?${new URLSearchParams({ search: email })}`)
  await page.getByRole('link', { name: 'Ana Rojas' }).click()
  await page.getByRole('link', { name: /^Crear orden de COT-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crear la orden de una cotización' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Factura/ })).toBeChecked()
  await field(page, 'RUT').fill('76.192.083-1')
  await page.getByRole('button', { name: 'Crear la orden' }).click()
  await expect(page.getByText('El RUT no es válido: revisa el dígito verificador')).toBeVisible()
  await expect(page.getByText('Confirma que el cliente aceptó')).toBeVisible()
  await auditPage(page, [1440, 390])
  await field(page, 'RUT').fill('76.192.083-9')
  await field(page, 'Razón social').fill('Empresa de Prueba SpA')
  await field(page, 'Giro').fill('Servicios')
  await field(page, 'Dirección').fill('Av. Providencia 1234')
  await field(page, 'Comuna').fill('Providencia')
  await page.getByRole('checkbox', { name: /^El cliente aceptó por escrito/ }).check()
  await page.getByRole('button', { name: 'Crear la orden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^ALH-/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Espera su pago hasta')
  await expect(page.getByRole('region', { name: 'Cliente' })).toContainText('76.192.083-9')
  await auditPage(page, [1440, 390])

  await shop.goto('/account/orders')
  await expect(shop.getByText(/^Espera tu pago hasta el \d/)).toBeVisible()
  await shop
    .getByRole('link', { name: /, orden ALH-/ })
    .first()
    .click()
  const transfer = shop.getByRole('region', { name: 'Pagar por transferencia' })
  await expect(transfer).toContainText(/te enviamos los datos para transferir \$590\.000/)
  await expectAccessible(shop)
  const notes = page.getByRole('region', { name: 'Historial' })
  const note = notes.getByRole('textbox', { name: 'Nota nueva' })
  await note.fill('Paga el viernes')
  await page.route(/\.data/, route => (route.request().method() === 'POST' ? route.abort('failed') : route.continue()))
  await notes.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(page.getByText('Lo que escribiste sigue aquí: inténtalo otra vez.')).toBeVisible()
  await expect(note).toHaveValue('Paga el viernes')
  await page.unroute(/\.data/)
  await notes.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(notes.getByRole('listitem').filter({ hasText: 'Nota del equipo' })).toContainText('Paga el viernes')

  const paying = page.getByRole('region', { name: 'Marcar como pagada' })
  await field(paying, 'Referencia').fill(`TRX ${email}`.slice(0, 60))
  await field(paying, 'Monto recibido').fill('1.000')
  await paying.getByRole('textbox', { name: /^Tu contraseña/ }).fill('no es esta')
  await paying.getByRole('button', { name: 'Marcar como pagada' }).click()
  await expect(paying.getByText('Esa no es tu contraseña actual')).toBeVisible()
  await confirmIdentity(paying)
  await paying.getByRole('button', { name: 'Marcar como pagada' }).click()
  await expect(paying.getByText(/^La orden es por \$[\d.]+, ni más ni menos$/)).toBeVisible()
  await field(paying, 'Monto recibido').fill('590.000')
  await confirmIdentity(paying)
  await paying.getByRole('button', { name: 'Marcar como pagada' }).click()
  await expect(page.getByText('Pago registrado: la orden está pagada')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Transferencia')
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Pago registrado a mano')
  await gotoPurchase(shop)
  await expect(shop.getByText('1 de 1').first()).toBeVisible()

  await goToBank(shop.request, choices)
  await openNewest(page, email)
  await page.getByRole('link', { name: 'Orden siguiente de la lista' }).click()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Transferencia')
  await page.getByRole('link', { name: 'Orden anterior de la lista' }).click()
  await page.getByRole('combobox', { name: 'Esperar desde hoy' }).selectOption('15 días')
  await page.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await expect(page.getByText(/^La orden espera su pago hasta el/)).toBeVisible()
  await page.goto(`/admin/orders?${new URLSearchParams({ search: email, periodo: 'todo' })}`)
  for (const box of await page.getByRole('checkbox', { name: /^Seleccionar ALH-/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Cancelar pendientes' }).click()
  const dialog = page.getByRole('region', { name: '¿Cancelar 1 orden?' })
  await expect(dialog).toContainText('1 orden elegida queda fuera')
  await expect(page.getByRole('row').filter({ hasText: 'Fallido' })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('No llegó la transferencia')
  await dialog.getByRole('button', { name: 'Cancelar 1 orden' }).click()
  await expect(page.getByText('1 orden cancelada.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Fallido' })).toHaveCount(1)
  await client.close()
})

test('an administrator makes an order by hand, with what is known about the client, and is asked again when a price changes', {
  tag: '@full',
}, async ({ page, browser }) => {
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'telefono')
  await signInStaff(page, 'sales')
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Nueva orden' }).click()
  await page.getByRole('searchbox', { name: 'Nombre, correo o empresa' }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: email }).click()

  const lines = page.getByRole('region', { name: 'Qué compra' })
  const first = lines.getByRole('group', { name: 'Producto 1' })
  await searchSelect(first.getByRole('combobox', { name: 'Producto' }), 'Madurez Ágil de Equipos')
  await first.getByRole('textbox', { name: 'Personas' }).fill('11')
  await lines.getByRole('button', { name: 'Agregar otro producto' }).click()
  const second = lines.getByRole('group', { name: 'Producto 2' })
  await searchSelect(second.getByRole('combobox', { name: 'Producto' }), 'Madurez Digital de la Empresa')
  await second.getByRole('combobox', { name: 'Modo' }).selectOption('Individual')
  await lines.getByRole('button', { name: 'Calcular el precio' }).click()
  const detail = page.getByRole('region', { name: 'Detalle' })
  await expect(detail).toContainText('Empresa, 11 personas')
  await expect(detail).toContainText('Individual, 1 persona')
  await expect(detail).toContainText('$359.970')
  await auditPage(page, [1440, 390])

  const create = page.getByRole('button', { name: /^Crear la orden por \$/ })
  await create.click()
  await expect(page.getByText('Confirma que el cliente aceptó')).toBeVisible()
  await page.getByRole('radio', { name: /^Factura/ }).check()
  for (const [name, value] of [
    ['RUT', '76.192.083-9'],
    ['Razón social', 'Empresa de Prueba SpA'],
    ['Giro', 'Servicios'],
    ['Dirección', 'Av. Providencia 1234'],
    ['Comuna', 'Providencia'],
  ] as const)
    await field(page, name).fill(value)
  await page.getByRole('checkbox', { name: /^El cliente aceptó por escrito/ }).check()
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: /^ALH-/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Espera su pago hasta')
  await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Orden creada para quien compra')
  await shop.goto('/account/orders')
  await expect(shop.getByText(/^Espera tu pago hasta el \d/)).toBeVisible()

  await test.step('the next order knows the client', async () => {
    await page.getByRole('region', { name: 'Cliente' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Nueva orden' }).click()
    await searchSelect(first.getByRole('combobox', { name: 'Producto' }), 'Madurez Ágil de Equipos')
    await lines.getByRole('button', { name: 'Calcular el precio' }).click()
    await expect(field(page, 'RUT')).toHaveValue('76.192.083-9')
    await expect(field(page, 'Comuna')).toHaveValue('Providencia')
    // As if the page had been opened before the price rose.
    await page.locator('input[name=total]').evaluate(input => input.setAttribute('value', '1'))
    await page.getByRole('checkbox', { name: /^El cliente aceptó por escrito/ }).check()
    await create.click()
    await expect(page.getByText(/^Los precios o los productos cambiaron/)).toBeVisible()
    await expect(detail).toContainText('Empresa, 1 persona')
  })
  await client.close()
})
