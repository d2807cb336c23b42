import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, expectNoSidewaysScroll, test } from './journey.ts'
import { fillFactura, showSummary } from './shopping.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** Their surnames. */
const PEOPLE = ['Rojas', 'Soto', 'Vera']

test('a buyer measures again with the same people, who get nothing before the list is confirmed', {
  tag: '@full',
}, async ({ page }) => {
  const email = await openAccount(page, 'repite')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const { id: productId } = await findProduct(pool)
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId, seats: 5 })
  const { rows: closed } = await pool.query<{ field: string }>(
    "select field from private.closed_fields('dama-dmbok2', 1)",
  )
  const answers = Object.fromEntries(closed.map(({ field }) => [field, 2]))
  const accesses = await completePeople(
    pool,
    { itemId, userId },
    PEOPLE.map(() => ({ area: 'Ventas', position: 'Analista', answers })),
  )
  const { rows: invited } = await pool.query<{ email: string }>(
    `update user_accesses set first_name = 'Ana', last_name = given.last_name, invitee_name = 'Ana ' || given.last_name
     from unnest($1::uuid[], $2::text[]) as given (id, last_name) where user_accesses.id = given.id returning email`,
    [accesses, PEOPLE],
  )

  await test.step('the purchase goes into the cart as it was', async () => {
    await page.goto(`/account/items/${itemId}/results?vista=cambio`)
    await auditPage(page)
    await page.getByRole('button', { name: 'Medir otra vez con las mismas personas' }).click()
    const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
    await expect(cart.getByRole('textbox', { name: /^Personas para/ })).toHaveValue('5')
    await expect(cart.getByText('Mide otra vez')).toBeVisible()
    await cart.getByRole('button', { name: 'Proceder al pago' }).click()
    await showSummary(page)
    await expect(page.getByRole('main').getByText('Mide otra vez')).toBeVisible()
  })

  await test.step('it is paid', async () => {
    await fillFactura(page)
    await page.getByRole('checkbox', { name: /condiciones de compra/ }).check()
    await page.getByRole('button', { name: /^Pagar/ }).click()
    // The first purchase was a moment ago.
    await page.getByRole('button', { name: 'Sí, comprar otra vez' }).click()
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('alhena.cart')), 'the cart is empty')
      .toContain('"choices":[]')
  })

  await test.step('the same people are a list that nobody has been sent', async () => {
    await page.goto('/account/dashboard')
    const bought = page.getByRole('article').filter({ hasText: 'Nadie está invitado todavía' })
    await bought.getByRole('heading', { level: 2 }).getByRole('link').click()
    await page.getByRole('link', { name: 'Invitar a las mismas personas' }).click()
    const same = page.getByRole('region', { name: 'Las mismas personas' })
    await expect(same).toContainText('3 personas invitadas')
    await same.getByRole('button', { name: 'Usar las mismas personas' }).click()
    await expect(page.getByRole('button', { name: 'Invitar a 3 personas' })).toBeVisible()
    await page.getByRole('heading', { level: 2, name: 'Personas', exact: true }).click()
    for (const person of invited) await expect(page.getByText(person.email, { exact: true })).toBeVisible()
    await auditPage(page)
    await expectNoSidewaysScroll(page)
    const sent = await pool.query('select from mails where recipient = any ($1)', [invited.map(each => each.email)])
    expect(sent.rowCount).toBe(0)
  })

  await test.step('they are invited once it is confirmed', async () => {
    await page.getByRole('button', { name: 'Invitar a 3 personas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Invitaciones enviadas' })).toBeVisible()
  })
})
