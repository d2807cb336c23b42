import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { confirmIdentity, openAccount, signInStaff } from './accounts.ts'
import { fillCart } from './buyer.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, newEmail, searchSelect, test } from './journey.ts'
import { openCart, toast } from './shopping.ts'

/** A code that no other journey uses. */
const newCode = (): string => `J-${newEmail('x').slice(2, 14)}`.toUpperCase()

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

/** Selects an entry in the menu of a code. */
async function choose(page: Page, code: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Acciones de ${code}` }).click()
  await page.getByRole('table').getByRole('button', { name: entry, exact: true }).click()
}

// shows: B1.2, B2.56, B2.57, B2.58, B2.59, B2.60, B5.8, B5.9, B8.6, B8.9
test('an administrator creates a code, corrects it, pauses it and deletes it', { tag: '@full' }, async ({ page }) => {
  await signInStaff(page, 'sales')
  await page.goto('/admin/discounts')
  await expect(page.getByRole('heading', { level: 1, name: 'Códigos de descuento' })).toBeVisible()
  for (const card of ['Códigos activos', 'Usos', 'Ventas con código', 'Descontado'])
    await expect(page.getByRole('term').filter({ hasText: card })).toBeVisible()
  for (const column of ['Código', 'Nombre', 'Tipo', 'Valor', 'Usos', 'Estado', 'Acciones'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeAttached()

  const create = page.getByRole('button', { name: 'Crear código' })
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Crear código de descuento' })
  const code = dialog.getByRole('textbox', { name: /^Código/ })
  await expect(code).toBeFocused()
  await dialog.getByRole('button', { name: 'Generar' }).click()
  await expect(code).toHaveValue(/^[A-Z0-9]{8}$/)
  const generated = await code.inputValue()
  await dialog.getByRole('checkbox', { name: 'Limitar los usos' }).check()
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(dialog.getByText('Ingresa el nombre')).toBeVisible()
  await expect(dialog.getByText('Ingresa el valor')).toBeVisible()
  await expect(dialog.getByText('Ingresa el máximo de usos')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Nombre/ })).toBeFocused()
  await expect(code).toHaveValue(generated)
  await auditPage(page)

  const mine = newCode()
  await code.fill(mine.toLowerCase())
  await expect(code).toHaveValue(mine)
  await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Campaña de invierno')
  const value = dialog.getByRole('spinbutton', { name: /^Valor/ })
  await expect(value).toHaveAttribute('max', '100')
  await expect(value).toHaveAttribute('step', '1')
  await dialog.getByRole('combobox', { name: 'Tipo' }).selectOption('Monto fijo')
  await expect(value).toHaveAttribute('step', '1000')
  // $249.990 for one person: 40 pesos remain, which no card is charged.
  const warning = dialog.getByRole('status').filter({ hasText: 'Deja totales que una tarjeta no paga' })
  await value.fill('249950')
  await expect(warning).toContainText(/\$40 en .*\(1 persona\).*no se cobra menos de \$50/)
  await value.fill('5000')
  await expect(warning).toBeHidden()
  await dialog.getByRole('spinbutton', { name: 'Máximo de usos' }).fill('3')
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(toast(page, 'Código creado')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  await expect(rowOf(page, mine)).toContainText('Monto fijo')
  await expect(rowOf(page, mine)).toContainText('$5.000')
  await expect(rowOf(page, mine)).toContainText('0 de 3')
  await auditPage(page)

  await test.step('the same name again is refused, and typed input is kept', async () => {
    await create.click()
    await code.fill(mine)
    await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Otra vez')
    await value.fill('10')
    await dialog.getByRole('button', { name: 'Crear código' }).click()
    await expect(code).toHaveAccessibleDescription(/Ya existe un código con ese nombre/)
    await expect(dialog.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Otra vez')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a conflicting edit by another administrator is reported', async () => {
    await choose(page, mine, 'Editar')
    const edit = page.getByRole('dialog', { name: `Editar ${mine}` })
    const other = await page.context().newPage()
    await other.goto(`/admin/discounts?search=${mine}`)
    await choose(other, mine, 'Pausar')
    await expect(toast(other, 'Estado actualizado')).toBeVisible()
    await expect(other.getByText('Código pausado')).toBeVisible()
    await other.close()
    await edit.getByRole('textbox', { name: /^Nombre/ }).fill('Campaña corregida')
    await edit.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(edit.getByText('No se guardó')).toBeVisible()
    await expect(edit.getByText('Otra persona cambió este código', { exact: false }).first()).toBeVisible()
    await edit.getByRole('button', { name: 'Ver cómo quedó' }).click()
    await expect(edit.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Campaña de invierno')
    await edit.getByRole('textbox', { name: /^Nombre/ }).fill('Campaña corregida')
    await edit.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(toast(page, 'Código actualizado')).toBeVisible()
  })
  await expect(rowOf(page, mine)).toContainText('Campaña corregida')
  await expect(rowOf(page, mine)).toContainText('Pausado')
  await choose(page, mine, 'Activar')
  await expect(page.getByText('Código activado')).toBeVisible()
  await expect(rowOf(page, mine)).toContainText('Activo')
  await choose(page, mine, 'Desactivar')
  await expect(page.getByText('Código desactivado')).toBeVisible()
  await expect(rowOf(page, mine)).toContainText('Inactivo')

  await page.getByRole('searchbox', { name: 'Buscar por código o nombre...' }).fill('nada-de-esto')
  await page.getByRole('searchbox', { name: /^Buscar por/ }).press('Enter')
  await expect(page.getByText('No se encontraron códigos de descuento', { exact: false })).toBeVisible()
  await page.goto(`/admin/discounts?search=${mine}&estado=inactive`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.split('\r\n').filter(line => line.includes(mine))).toHaveLength(1)
  expect(file.startsWith('\uFEFFCódigo;Nombre;')).toBe(true)

  await choose(page, mine, 'Eliminar')
  const panel = page.getByRole('dialog', { name: '¿Eliminar código?' })
  await expect(panel).toContainText('Esta acción no se puede deshacer. El código se eliminará permanentemente.')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(toast(page, 'Código eliminado')).toBeVisible()
  await expect(rowOf(page, mine)).toHaveCount(0)
})

// shows: B2.57, B2.60, B2.61, B2.62
test('a code for one product with one use per customer is simulated, used, and archived', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  await signInStaff(page, 'sales')
  await page.goto('/admin/discounts')
  const mine = newCode()
  await page.getByRole('button', { name: 'Crear código' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear código de descuento' })
  await dialog.getByRole('textbox', { name: /^Código/ }).fill(mine)
  await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Solo agilidad')
  await dialog.getByRole('spinbutton', { name: /^Valor/ }).fill('100')
  await dialog.getByRole('checkbox', { name: 'Una vez por cliente' }).check()
  await dialog.getByRole('checkbox', { name: 'Solo para algunos productos' }).check()
  await dialog.getByRole('searchbox', { name: 'Buscar producto' }).fill('madurez agil')
  const products = dialog.getByRole('group', { name: 'Productos' }).getByRole('checkbox')
  await expect(products.first()).toBeVisible()
  await products.first().check()
  const product = (await products.first().locator('xpath=ancestor::label').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  // Half of the price or more is given away by somebody who is there; nothing typed is lost when it is asked.
  await expect(dialog.getByText('Escribe tu contraseña')).toBeVisible()
  await confirmIdentity(dialog)
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(toast(page, 'Código creado')).toBeVisible()

  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'ahorrativa')
  const [inside, outside] = await fillCart(shop, ['agilidad', 'dama-assessment'])
  const simulation = (product_id = '') =>
    `/admin/discounts/simulator?${new URLSearchParams({ code: mine, producto: product_id, modo: 'self', personas: '1', cliente: email })}`

  await test.step('the simulator shows the result of every rule', async () => {
    await page.goto(simulation(outside?.product_id))
    await expect(page.getByText('No descuenta nada')).toBeVisible()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'No se cumple: El carrito lleva un producto del código' }),
    ).toContainText(`El código de descuento vale solo para ${product}`)
    await searchSelect(page.getByRole('combobox', { name: 'Producto' }).first(), product)
    await page.getByRole('button', { name: 'Simular' }).click()
    await expect(page.getByText(`${mine} descuenta`, { exact: false })).toBeVisible()
    await expect(page.getByText('No se cumple', { exact: false })).toHaveCount(0)
    await auditPage(page)
  })

  await test.step('the cart names the products that it applies to', async () => {
    const cart = await openCart(shop)
    await cart.getByRole('textbox', { name: 'Código de descuento' }).fill(mine)
    await cart.getByRole('button', { name: 'Aplicar' }).click()
    await expect(cart.getByText(`Descuenta solo ${product}.`)).toBeVisible()
    await expectAccessible(shop)
  })

  await test.step('after a purchase it is refused in the cart of the same customer', async () => {
    const cart = { key: randomUUID(), choices: [inside], code: mine, expected_total_clp: 0, repeat: null }
    const bought = await shop.request.post('/checkout', {
      form: { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) },
      maxRedirects: 0,
    })
    expect(bought.headers().location).toContain('/payment-success')
    const requested = await shop.request.post('/cart', {
      data: { intent: 'apply-discount', choices: [inside], code: mine },
    })
    expect(await requested.json()).toMatchObject({
      error: { description: 'Ya usaste este código de descuento: vale una vez por cliente' },
    })
  })
  await client.close()

  await page.goto(`/admin/discounts?search=${mine}`)
  await choose(page, mine, 'Ver detalles')
  const details = page.getByRole('dialog', { name: mine })
  await expect(details.getByRole('row').filter({ hasText: email })).toContainText('Pagado')
  await expect(details.getByText('1; una vez por cliente')).toBeVisible()
  await auditPage(page)
  await details.getByRole('button', { name: 'Editar' }).click()
  const edit = page.getByRole('dialog', { name: `Editar ${mine}` })
  await expect(edit.getByRole('textbox', { name: /^Código/ })).toHaveAttribute('readonly')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await choose(page, mine, 'Eliminar')
  const panel = page.getByRole('dialog', { name: '¿Eliminar código?' })
  await expect(panel).toContainText('se archiva: nadie podrá volver a usarlo')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Archivar' }).click()
  await expect(toast(page, 'Código archivado')).toBeVisible()
  await page.goto(`/admin/discounts?search=${mine}&estado=archived`)
  await expect(rowOf(page, mine)).toContainText('Archivado')
})

test('a code keeps typed input, and its status, when no response arrives', { tag: '@full' }, async ({ page }) => {
  await signInStaff(page, 'sales')
  await page.goto('/admin/discounts')
  const mine = newCode()
  await page.getByRole('button', { name: 'Crear código' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear código de descuento' })
  await dialog.getByRole('textbox', { name: /^Código/ }).fill(mine)
  await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Aniversario')
  await dialog.getByRole('spinbutton', { name: /^Valor/ }).fill('15')
  await page.route(/\.data/, route => (route.request().method() === 'POST' ? route.abort('failed') : route.continue()))
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(toast(page, 'No se pudo guardar el código de descuento')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Código/ })).toHaveValue(mine)
  await expect(dialog.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Aniversario')
  await expect(dialog.getByRole('spinbutton', { name: /^Valor/ })).toHaveValue('15')
  await page.unroute(/\.data/)
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(toast(page, 'Código creado')).toBeVisible()

  await page.route(/\.data/, route => (route.request().method() === 'POST' ? route.abort('failed') : route.continue()))
  await choose(page, mine, 'Pausar')
  await expect(toast(page, 'No se pudo actualizar el estado')).toBeVisible()
  await expect(rowOf(page, mine)).toContainText('Activo')
})
