import type { Browser, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, createProduct, type TestItem } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { createLogin, openAccount, signIn, signInStaff } from './accounts.ts'
import { gotoPurchase, openPurchase } from './buyer.ts'
import { auditPage, expect, newEmail, signUp, test } from './journey.ts'
import { fillFactura, pay } from './shopping.ts'

// Several people of one company share its purchases.

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

/** A purchase of the person with this e-mail, with an answered access. */
async function buyFor(email: string): Promise<TestItem> {
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await createProduct(pool, { questionnaireId: 'dama-dmbok2', status: 'draft' })
  const item = await createPaidItem(pool, { userId, productId: product.id, seats: 5 })
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answers = Object.fromEntries(fields.rows.map(({ field }) => [field, 3]))
  await completePeople(pool, { itemId: item.item_id, userId }, [{ answers }])
  return item
}

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/account/organisation')
  await page.getByLabel('Nombre de la organización').fill(name)
  await page.getByRole('button', { name: 'Crear organización' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function invite(page: Page, emails: string, role: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Invitar', exact: true })
  await panel.getByLabel('Correos').fill(emails)
  await panel.getByLabel('Rol').selectOption({ label: role })
  await panel.getByRole('button', { name: 'Enviar invitaciones' }).click()
  await expect(page.getByText('Enviamos las invitaciones.')).toBeVisible()
}

/** A browser of another person, of the same size. */
const openBrowser = async (browser: Browser, page: Page): Promise<Page> =>
  (
    await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL ?? '' })
  ).newPage()

const groups = (page: Page) => page.getByRole('article')
const move = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Pasar a ${name}`) })

for (const width of [1440, 390]) {
  test(`a colleague sees the company's purchases as far as the role goes, until removed, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page, browser }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 844 })
    const buyer = await openAccount(page, 'compradora')
    const item = await buyFor(buyer)
    const colleague = await createLogin('colega')
    await create(page, 'Los Aromos SpA')
    await auditPage(page)

    await test.step('the purchase is moved into the organisation, after a question', async () => {
      await page.goto('/account/orders?de=propias')
      await move(page, 'Los Aromos SpA').first().click()
      await expect(page.getByRole('dialog')).toContainText('Sus personas verán los asientos y los resultados')
      await page.getByRole('dialog').getByRole('button', { name: 'Pasar la compra' }).click()
      await expect(page.getByText('La compra ahora es de la organización.')).toBeVisible()
    })

    await invite(page, `Colega <${colleague}>`, 'Solo ve resultados')
    await expect(page.getByRole('list', { name: 'Invitaciones sin aceptar' })).toContainText(colleague)
    await auditPage(page)
    const link = await linkInMail(DATA_DIR, colleague, '/organizacion')

    const other = await openBrowser(browser, page)
    await test.step('the invitation says which organisation and role, and asks for the right account', async () => {
      await other.goto(link)
      await expect(other.getByRole('heading', { name: 'Únete a Los Aromos SpA' })).toBeVisible()
      await expect(other.getByRole('main')).toContainText('Solo ve resultados')
      await expect(other.getByRole('link', { name: 'Entrar o crear cuenta' })).toBeVisible()
      await page.goto(link)
      await expect(page.getByText('Ya eres parte de Los Aromos SpA.')).toBeVisible()
      await signIn(other, colleague)
      await other.reload()
      await auditPage(other)
      await other.getByRole('button', { name: 'Aceptar la invitación' }).click()
      await expect(other.getByText('Ya eres parte de la organización.')).toBeVisible()
      await auditPage(other)
    })

    await test.step('results only', async () => {
      await other.goto('/account/dashboard')
      await expect(groups(other)).toHaveCount(1)
      await openPurchase(other)
      await expect(groups(other).getByRole('link', { name: 'Ver resultados', exact: true })).toBeVisible()
      await expect(groups(other).getByRole('button', { name: /Invitar|Configurar/ })).toHaveCount(0)
      await auditPage(other)
      await other.goto(`/account/items/${item.item_id}/results?vista=personas`)
      await expect(other.getByRole('heading', { name: 'Resultados consolidados' })).toBeVisible()
      await expect(other.getByRole('link', { name: /^Ver resultados de/ })).toBeVisible()
      for (const part of ['participants', 'settings'])
        expect((await other.request.get(`/account/items/${item.item_id}/${part}`)).status()).toBe(404)
      await other.goto(`/account/items/${item.item_id}`)
      const parts = other.getByRole('navigation', { name: 'Partes de la compra' }).getByRole('link')
      await expect(parts).toHaveText(['Resumen', 'Resultados'])
      await auditPage(other)
      await other.getByRole('link', { name: 'Volver al panel' }).click()
      await expect(other).toHaveURL(/\/account\/dashboard\?de=[0-9a-f-]{36}$/)
      expect((await other.request.get(`/account/orders/${item.order_number}`)).status()).toBe(404)
    })

    await test.step('another role takes effect at once', async () => {
      await page.goto('/account/organisation')
      await page.getByLabel(/^Rol de /).selectOption({ label: 'Coordina' })
      await page.getByRole('button', { name: /^Cambiar el rol de/ }).click()
      await expect(page.getByText('Cambiamos el rol.')).toBeVisible()
      await gotoPurchase(other)
      await expect(groups(other).getByRole('button', { name: 'Invitar', exact: true })).toBeVisible()
      await other.goto(`/account/items/${item.item_id}/participants`)
      await expect(other.getByRole('table', { name: 'Personas' })).toBeVisible()
    })

    await test.step('who is removed loses sight', async () => {
      await page.getByRole('button', { name: /^Quitar a/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
      await expect(page.getByText('Quitamos a esa persona')).toBeVisible()
      await other.goto('/account/dashboard')
      await expect(other.getByRole('heading', { name: 'No tienes assessments' })).toBeVisible()
      expect((await other.request.get(`/account/items/${item.item_id}/results`)).status()).toBe(404)
    })
    await other.context().close()
  })
}

for (const width of [1440, 390]) {
  test(`a purchase is paid for an organisation, and the shop's staff see whose it is, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page, browser }) => {
    await page.setViewportSize({ width, height: 844 })
    const buyer = await openAccount(page, 'compradora')
    await create(page, 'Viña Ñuble SpA')
    await page.goto('/assessment/agilidad')
    await page.getByRole('radio', { name: /Empresa/ }).check()
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    await page.goto('/checkout')
    await expect(page.getByRole('radio', { name: /^Viña Ñuble SpA/ })).toBeChecked()
    await fillFactura(page)
    await auditPage(page)
    await pay(page, 'Autorizar')
    await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()

    await page.goto('/account/orders')
    await expect(page.getByText('Madurez Ágil de Equipos, 2 personas')).toBeVisible()
    await page.goto('/account/orders?de=propias')
    await expect(page.getByText('Todavía no tienes compras')).toBeVisible()

    const staff = await openBrowser(browser, page)
    await signInStaff(staff, 'sales')
    await staff.goto(`/admin/orders?${new URLSearchParams({ search: buyer, periodo: 'todo' })}`)
    await staff.getByRole('link', { name: /^ALH-/ }).first().click()
    await expect(staff.getByRole('region', { name: 'Cliente' })).toContainText('OrganizaciónViña Ñuble SpA')
    await staff.context().close()
  })
}

test('an organisation is handed over to somebody who signed up for it', { tag: '@full' }, async ({ page, browser }) => {
  test.setTimeout(180_000)
  await openAccount(page, 'saliente')
  await create(page, 'Traspaso SpA')
  const successor = newEmail('sucesora')
  await invite(page, successor, 'Compra')
  const other = await openBrowser(browser, page)
  await other.goto('/auth?mode=register')
  await signUp(other, successor, { first: 'Carla', last: 'Soto' })
  await signIn(other, successor)
  await other.goto(await linkInMail(DATA_DIR, successor, '/organizacion'))
  await other.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await expect(other.getByText('Ya eres parte de la organización.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Traspasar a Carla Soto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Traspasar y salir' }).click()
  await expect(page.getByText('Traspasaste la organización y la dejaste.')).toBeVisible()
  await other.goto('/account/organisation')
  await expect(other.getByRole('list', { name: 'Personas de Traspaso SpA' }).getByRole('listitem')).toHaveCount(1)
  await expect(other.getByRole('button', { name: 'Cerrar la organización' })).toBeVisible()
  await other.context().close()
})
