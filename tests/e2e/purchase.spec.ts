import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createInvitation, createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'

// The page of a purchase: its parts, each with an address of its own.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A purchase of the signed-in buyer, with two people invited. */
async function buy(page: Page) {
  const email = await openAccount(page, 'compradora')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await findProduct(pool)
  const item = await createPaidItem(pool, { userId, productId: product.id, seats: 4 })
  const invite = (name: string) => createInvitation(pool, { itemId: item.item_id, userId, name })
  const invited = [await invite('Inés Pérez'), await invite('Luis Soto')]
  return { userId, itemId: item.item_id, number: item.order_number, product, invited }
}

const parts = (page: Page) => page.getByRole('navigation', { name: 'Partes de la compra' })
async function openPart(page: Page, name: string) {
  const part = parts(page).getByRole('link', { name, exact: true })
  await part.click()
  await expect(part).toHaveAttribute('aria-current', 'page')
}

test('a purchase has a page of four parts, which the dashboard leads to', async ({ page }) => {
  const item = await buy(page)
  await page.goto('/account/dashboard')
  await page.getByRole('link', { name: `Ver compra: ${item.product.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: item.product.name })).toBeVisible()
  await expect(parts(page).getByRole('link')).toHaveText(['Resumen', 'Personas', 'Resultados', 'Ajustes'])
  await expect(page).toHaveTitle(`Resumen · ${item.product.name} · Alhena`)
  const next = page.getByRole('region', { name: 'Lo que sigue' })
  await expect(next.getByRole('link', { name: 'Invitar a 1 persona' })).toBeVisible()
  await expect(next.getByText('0 de 2 respondieron')).toBeVisible()
  const bought = page.getByRole('region', { name: 'Lo que compraste' })
  await expect(bought.getByText('3 de 4 asientos usados')).toBeVisible()
  await expect(bought.getByRole('link', { name: 'Ver comprobante' })).toHaveAttribute(
    'href',
    `/account/orders/${item.number}`,
  )
  await auditPage(page, [390, 1440])

  await openPart(page, 'Personas')
  await expect(page.getByText('0 de 2 respondieron')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Guardar/ })).toHaveCount(0)
  await auditPage(page, [390, 1440])
  await openPart(page, 'Resultados')
  await expect(page.getByRole('heading', { name: 'Nadie ha completado todavía' })).toBeVisible()
  await expect(page.getByText('Terminaron 0 de 2.')).toBeVisible()
  await auditPage(page, [390, 1440])
  await openPart(page, 'Ajustes')
  for (const name of ['Plazo y recordatorios', 'Modo nominativo', 'Enlaces para ver los resultados'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  await auditPage(page, [390, 1440])
  await page.goBack()
  await expect(page).toHaveURL(/\?vista=resultados$/)

  const answers = Object.fromEntries(
    (await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")).rows.map(
      ({ field: name }) => [name, 3],
    ),
  )
  await completePeople(pool, item, [{ answers, area: 'Ventas', position: 'Analista' }])
  await page.reload()
  const results = page.getByRole('list', { name: 'Resultados de la compra' })
  await expect(results.getByRole('heading')).toHaveText([
    'Resultados consolidados',
    'Una página, para el directorio',
    'Plan de acción',
    'Persona por persona',
    'Datos',
  ])
  await auditPage(page, [390, 1440])
  await results.getByRole('link', { name: 'Ver personas' }).click()
  await expect(page).toHaveURL(/results\?vista=personas$/)
  await page.getByRole('link', { name: 'Volver a la compra' }).click()
  await expect(page.getByRole('region', { name: 'Lo que sigue' }).getByText('1 de 3 respondió')).toBeVisible()
})

test('somebody of a purchase opens at the side of the list, by keyboard and by address', async ({
  page,
  browser,
  baseURL,
}) => {
  const item = await buy(page)
  const people = `/account/items/${item.itemId}/participants`
  await page.goto(people)
  const manage = page.getByRole('link', { name: 'Gestionar a Inés Pérez' })
  const person = page.getByRole('dialog', { name: 'Inés Pérez' })
  await manage.press('Enter')
  await expect(person.getByRole('heading', { name: 'Inés Pérez' })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`\\?persona=${item.invited[0]?.id}$`))
  await auditPage(page, [390, 1440])
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${people}(\\?|$)`))
  await expect(manage).toBeFocused()

  await test.step('two taps send the invitation again, and the way back leads to the list', async () => {
    await manage.click()
    await person.getByRole('button', { name: 'Reenviar invitación' }).click()
    await expect(person.getByText('Reenviamos la invitación.')).toBeVisible()
    await page.goBack()
    await expect(person).toBeHidden()
    await page.goForward()
    await expect(person).toBeVisible()
    await person.getByRole('button', { name: 'Cerrar' }).click()
    await expect(person).toBeHidden()
  })

  await test.step('its address opens it, and another name is saved', async () => {
    await page.goto(`${people}?persona=${item.invited[0]?.id}`)
    await expect(person).toBeVisible()
    await person.getByRole('textbox', { name: /^Cargo/ }).fill('Jefa')
    await person.getByRole('textbox', { name: /^Área/ }).fill('Ventas')
    // The list is read slowly: the drawer is closed already, and opened again before the list is there.
    let read = () => {}
    const slow = new Promise<void>(resolve => {
      read = resolve
    })
    const list = (url: URL) => url.pathname === `${people}.data` && !url.searchParams.has('persona')
    await page.route(list, async route => {
      await slow
      await route.continue()
    })
    await person.getByRole('button', { name: 'Guardar' }).click()
    await expect(person).toBeHidden()
    await manage.click()
    await expect(person.getByRole('textbox', { name: /^Cargo/ })).toHaveValue('Jefa')
    read()
    await expect(page).toHaveURL(new RegExp(`${people}\\?persona=${item.invited[0]?.id}$`))
    await expect(person).toBeVisible()
    await person.getByRole('button', { name: 'Cerrar' }).click()
    await expect(person).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${people}$`))
  })

  await test.step('without scripts it is on the page', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    await plain.addCookies(await page.context().cookies())
    const still = await plain.newPage()
    await still.goto(people)
    await still.getByRole('link', { name: 'Gestionar a Luis Soto' }).click()
    const panel = still.getByRole('region', { name: 'Luis Soto' })
    await panel.getByRole('button', { name: 'Reenviar invitación' }).click()
    await expect(panel.getByText('Reenviamos la invitación.')).toBeVisible()
    await still.goto(`/account/items/${item.itemId}/settings`)
    await field(still, 'Fecha límite').fill('2020-01-01')
    await still.getByRole('button', { name: 'Guardar plazo y recordatorios' }).click()
    await expect(still.getByText('Elige hoy o un día que venga.')).toBeVisible()
    await plain.close()
  })
})
