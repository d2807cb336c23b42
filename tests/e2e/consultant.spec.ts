import type { Browser, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, createProduct, type TestItem } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { readPdf } from '../support/read-pdf.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { createLogin, openAccount, signIn, signInStaff } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'

// A consultant has several client companies in one workspace, each with its own purchases, people and results.

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

/** The id of a row by a text. */
async function idOf(statement: string, value: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(statement, [value])
  return rows[0]?.id ?? ''
}

/** A paid purchase of the person with this e-mail for a company, answered by five people. */
async function buyFor(email: string, company: string): Promise<TestItem> {
  const userId = await idOf('select id from profiles where email = $1', email)
  const product = await createProduct(pool, { questionnaireId: 'dama-dmbok2', status: 'draft' })
  const item = await createPaidItem(pool, { userId, productId: product.id, seats: 6 })
  const organisation = await idOf('select id from organisations where name = $1', company)
  await pool.query('update orders set organisation_id = $2 where id = $1', [item.order_id, organisation])
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answers = Object.fromEntries(fields.rows.map(({ field }) => [field, 3]))
  await completePeople(
    pool,
    { itemId: item.item_id, userId },
    [1, 2, 3, 4, 5].map(() => ({ answers })),
  )
  return item
}

/** A browser of another person, of the same size. */
const openBrowser = async (browser: Browser, page: Page): Promise<Page> =>
  (
    await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL ?? '' })
  ).newPage()

async function addClient(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Empresas cliente' })
  await panel.getByLabel('Nombre de la empresa').fill(name)
  await panel.getByRole('button', { name: 'Agregar empresa cliente' }).click()
  await expect(page.getByText('Agregaste la empresa cliente.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function switchTo(page: Page, name: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'De quién son las compras' })
  await places.getByLabel('Ver').selectOption({ label: name })
  await places.getByRole('button', { name: 'Cambiar' }).click()
}

const groups = (page: Page) => page.getByRole('article')

for (const width of [1440, 390]) {
  test(`a consultant works for two companies, each of which sees only its own, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page, browser }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 844 })
    const mark = `${width}`
    const [own, aceros, trigales] = [`Consultora Norte ${mark}`, `Aceros ${mark} SpA`, `Trigales ${mark} SpA`]
    const advisor = await openAccount(page, 'consultora')
    await page.goto('/account/organisation')
    await page.getByLabel('Nombre de la organización').fill(own)
    await page.getByRole('button', { name: 'Crear organización' }).click()
    await expect(page.getByRole('region', { name: 'Empresas cliente' })).toHaveCount(0)

    await test.step('the staff marks the organisation, after a question', async () => {
      const staff = await openBrowser(browser, page)
      await signInStaff(staff, 'sales')
      await staff.goto(`/admin/clients/${await idOf('select id from profiles where email = $1', advisor)}`)
      await staff.getByRole('button', { name: `Marcar como consultora: ${own}` }).click()
      await expect(staff.getByRole('dialog')).toContainText('podrán agregar empresas cliente')
      await staff.getByRole('dialog').getByRole('button', { name: 'Marcar como consultora' }).click()
      await expect(staff.getByText('Ahora es consultora')).toBeVisible()
      await auditPage(staff)
      await staff.context().close()
    })

    await test.step('the buyer adds two companies', async () => {
      await page.reload()
      await addClient(page, aceros)
      await page.goto('/account/organisation')
      await addClient(page, trigales)
      await page.goto('/account/organisation')
      await expect(page.getByRole('heading', { level: 1, name: own })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Empresas cliente' }).getByRole('listitem')).toHaveCount(2)
      await auditPage(page)
    })
    const items = { aceros: await buyFor(advisor, aceros), trigales: await buyFor(advisor, trigales) }

    await test.step('the switch shows one company at a time, and goes on to the other pages', async () => {
      await page.goto('/account/dashboard')
      await expect(groups(page)).toHaveCount(0)
      await switchTo(page, aceros)
      await expect(groups(page)).toHaveCount(1)
      await expect(page.locator(`a[href*="${items.aceros.item_id}"]`).first()).toBeVisible()
      await expect(page.locator(`a[href*="${items.trigales.item_id}"]`)).toHaveCount(0)
      await auditPage(page)
      await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Compras' }).click()
      // The dashboard shows order numbers as well.
      await expect(page.getByRole('heading', { level: 1, name: 'Compras' })).toBeVisible()
      await expect(page.getByText(items.aceros.order_number).first()).toBeVisible()
      await expect(page.getByText(items.trigales.order_number)).toHaveCount(0)
      await switchTo(page, trigales)
      await expect(page.getByText(items.aceros.order_number)).toHaveCount(0)
      await expect(page.getByText(items.trigales.order_number).first()).toBeVisible()
      await auditPage(page)
      await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Organización' }).click()
      await expect(page.getByRole('heading', { level: 1, name: trigales })).toBeVisible()
    })

    await test.step('the report of each is of that company, prepared by the consultant', async () => {
      for (const [item, company, foreign] of [
        [items.aceros, aceros, trigales],
        [items.trigales, trigales, aceros],
      ] as const) {
        await page.goto(`/account/items/${item.item_id}/results`)
        await expect(page.getByRole('heading', { name: 'Resultados consolidados' })).toBeVisible()
        const report = await page.request.get(`/account/items/${item.item_id}/report`)
        expect(report.status()).toBe(200)
        const { pages } = await readPdf(new Uint8Array(await report.body()))
        for (const text of pages.slice(1)) expect(text).toContain(company)
        expect(pages.join(' ')).toContain(`Preparado por ${own}`)
        expect(pages.join(' ')).not.toContain(foreign)
      }
    })

    const manager = await createLogin('gerente')
    const other = await openBrowser(browser, page)
    await test.step("the company's manager is invited to it and sees nothing else", async () => {
      await page.goto('/account/organisation')
      await page.getByRole('link', { name: aceros, exact: true }).click()
      await expect(page.getByRole('heading', { name: aceros, level: 1 })).toBeVisible()
      const panel = page.getByRole('region', { name: 'Invitar', exact: true })
      await panel.getByLabel('Correos').fill(manager)
      await panel.getByLabel('Rol').selectOption({ label: 'Solo ve resultados' })
      await panel.getByRole('button', { name: 'Enviar invitaciones' }).click()
      await expect(page.getByText('Enviamos las invitaciones.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: aceros })).toBeVisible()
      await signIn(other, manager)
      await other.goto(await linkInMail(DATA_DIR, manager, '/organizacion'))
      await other.getByRole('button', { name: 'Aceptar la invitación' }).click()
      await expect(other.getByText(`${own} administra esta empresa`)).toBeVisible()
      await auditPage(other)
      await other.goto('/account/dashboard')
      await expect(groups(other)).toHaveCount(1)
      expect((await other.request.get(`/account/items/${items.aceros.item_id}/results`)).status()).toBe(200)
      expect((await other.request.get(`/account/items/${items.trigales.item_id}/results`)).status()).toBe(404)
      expect((await other.request.get(`/account/orders/${items.aceros.order_number}`)).status()).toBe(404)
    })

    await test.step('the company is handed over once somebody of it buys', async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: 'Dejar de administrar' })).toHaveCount(0)
      await page.getByLabel(/^Rol de /).selectOption({ label: 'Compra' })
      await page.getByRole('button', { name: /^Cambiar el rol de/ }).click()
      await expect(page.getByText('Cambiamos el rol.')).toBeVisible()
      await auditPage(page)
      await page.getByRole('button', { name: 'Dejar de administrar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Dejar de administrar' }).click()
      await expect(page.getByText('Dejaste de administrar la empresa')).toBeVisible()
      expect((await page.request.get(`/account/items/${items.aceros.item_id}/results`)).status()).toBe(404)
      expect((await other.request.get(`/account/items/${items.aceros.item_id}/results`)).status()).toBe(200)
    })
    await other.context().close()
  })
}
