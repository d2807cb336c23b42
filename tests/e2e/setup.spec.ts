import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { createLogin, openAccount } from './accounts.ts'
import { auditPage, expect, expectNoSidewaysScroll, field, newEmail, test } from './journey.ts'

// A company purchase is set up before its first invitation: who sees answers, the people, the targets and the mail.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** A paid purchase of the person with this e-mail for a team. @returns its id */
async function buyFor(email: string, seats: number, slug?: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const product = await findProduct(pool, slug)
  return (await createPaidItem(pool, { userId: rows[0]?.id ?? '', productId: product.id, seats })).item_id
}

const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const MODE = 'Quién puede ver las respuestas'
const mail = (page: Page) => page.frameLocator('iframe[title="Correo que recibe cada persona"]')
const stored = async (itemId: string) =>
  (
    await pool.query(
      "select result_mode, to_char(due_at at time zone 'America/Santiago', 'YYYY-MM-DD') as due, reminder_days, used_seats from order_items where id = $1",
      [itemId],
    )
  ).rows[0]
/** Days from now, as a date field has them. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a team of 25 is set up on one page, and every invitation says what was chosen', async ({ page }) => {
  const itemId = await buyFor(await openAccount(page, 'equipo'), 25)
  const emails = Array.from({ length: 24 }, (_, at) => newEmail(`persona${at}`))

  await test.step('the choice is shown before anybody is invited, with the default of the product', async () => {
    await page.goto('/account/dashboard')
    await page.getByRole('link', { name: 'Invitar a 24 personas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Preparar las invitaciones' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Nominativo/ })).toBeChecked()
    await expect(step(page, MODE)).toContainText('Ves los resultados y las respuestas de cada persona, con su nombre.')
    await expect(page.getByRole('button', { name: /^Invitar a/ })).toHaveCount(0)
    await auditPage(page, [390])
  })

  await test.step('a refusal keeps everything that was typed', async () => {
    await page.getByText('Confidencial', { exact: true }).click()
    await field(page, 'Pega la lista').fill('no es una lista')
    await page.getByLabel(/^Fecha límite/).fill('2020-01-01')
    await page.getByLabel('Enviar un recordatorio').selectOption({ label: 'Cada 7 días' })
    await page.getByRole('button', { name: 'Revisar lista' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('No encontramos la columna Email')
    const list = emails.map((email, at) => `Eva;Soto;${email};Analista;${at < 20 ? 'Ventas' : 'Legal'}`)
    await field(page, 'Pega la lista').fill(list.join('\n'))
    await page.getByRole('button', { name: 'Revisar lista' }).click()
    await expect(page.getByText('Elige hoy o un día que venga.')).toBeVisible()
    await expect(page.getByLabel(/^Fecha límite/)).toBeFocused()
    await expect(page.getByRole('radio', { name: /^Confidencial/ })).toBeChecked()
    await expect(field(page, 'Pega la lista')).toHaveValue(/persona23/)
    expect(await stored(itemId)).toMatchObject({ result_mode: 'nominative', reminder_days: null })
  })

  await test.step('what is done folds to what was chosen, and what needs a look stays open', async () => {
    await page.getByLabel(/^Fecha límite/).fill(inDays(20))
    await page.getByRole('button', { name: 'Revisar lista' }).click()
    await expect(page.getByRole('button', { name: 'Invitar a 24 personas' })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(step(page, MODE)).toContainText('Confidencial. Solo ves quién terminó')
    await expect(step(page, 'Personas')).toContainText('Con esta lista se mostrará 1 de 2 grupos.')
    await expect(mail(page).getByText('Eva', { exact: false }).first()).toBeVisible()
    await auditPage(page, [390])
    await expectNoSidewaysScroll(page)
  })

  await test.step('a step that is done opens again, and the mail says what is chosen there', async () => {
    const confidential = /Tus respuestas son confidenciales/
    await expect(mail(page).locator('body')).toContainText(confidential)
    await step(page, MODE).getByRole('heading').click()
    await page.getByText('Nominativo', { exact: true }).click()
    await expect(mail(page).locator('body')).not.toContainText(confidential)
    await expect(step(page, 'Personas')).toContainText('24 personas · hasta el')
    await page.getByText('Confidencial', { exact: true }).click()
    await page.getByText('Objetivos por área', { exact: true }).click()
    await page.getByLabel('Objetivo', { exact: true }).first().selectOption('5')
    await page.getByLabel('Importancia', { exact: true }).first().selectOption('3')
    await auditPage(page)
  })

  await test.step('one button invites everybody', async () => {
    await page.getByRole('button', { name: 'Invitar a 24 personas' }).click()
    await expect(page.getByText('Invitamos a 24 personas')).toBeVisible()
    expect(await stored(itemId)).toEqual({
      result_mode: 'confidential',
      due: inDays(20),
      reminder_days: 7,
      used_seats: 25,
    })
    const mails = await pool.query<{ confidencial: boolean }>(
      "select params->'confidencial' as confidencial from mails where recipient = any ($1)",
      [emails],
    )
    expect(mails.rows).toEqual(Array(24).fill({ confidencial: true }))
  })

  await test.step('a purchase that is set up leads to its people', async () => {
    await page.goto(`/account/items/${itemId}/setup`)
    await expect(page).toHaveURL(new RegExp(`/account/items/${itemId}/participants$`))
  })
})

test('a keyboard alone sets a round up', { tag: ['@one-size'] }, async ({ page }) => {
  const itemId = await buyFor(await openAccount(page, 'teclado'), 3)
  await page.goto(`/account/items/${itemId}/setup`)
  const [ana, luis] = [newEmail('ana'), newEmail('luis')]
  await page.getByRole('radio', { name: /^Nominativo/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Confidencial/ })).toBeChecked()
  await field(page, 'Pega la lista').focus()
  await page.keyboard.insertText(`Ana;Díaz;${ana};Gerente;Ventas\nLuis;Soto;${luis};Analista;Ventas`)
  // Enter in a field reads the list, and later saves: it never invites.
  await page.getByLabel(/^Fecha límite/).press('Enter')
  await expect(page.getByRole('button', { name: 'Invitar a 2 personas' })).toBeVisible()
  await page.getByLabel(/^Fecha límite/).fill(inDays(9))
  await page.getByLabel(/^Fecha límite/).press('Enter')
  await expect.poll(() => stored(itemId)).toMatchObject({ due: inDays(9), used_seats: 1, result_mode: 'confidential' })
  await page.getByRole('button', { name: 'Invitar a 2 personas' }).press('Enter')
  await expect(page.getByText('Invitamos a 2 personas')).toBeVisible()
})

test('without scripts everything is chosen, and a workshop asks for people alone', { tag: ['@one-size'] }, async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await openAccount(page, 'sin-scripts')
  const [itemId, workshopId] = [await buyFor(email, 3), await buyFor(email, 3, 'taller-kanban')]
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.addCookies(await page.context().cookies())
  const still = await plain.newPage()
  await still.goto(`/account/items/${itemId}/setup`)
  await still.getByRole('radio', { name: /^Confidencial/ }).check()
  await field(still, 'Pega la lista').fill(`Ana;Díaz;${newEmail('ana')};Gerente;Ventas`)
  await still.getByLabel(/^Fecha límite/).fill('2020-01-01')
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await expect(still.getByText('Elige hoy o un día que venga.')).toBeVisible()
  await expect(still.getByRole('radio', { name: /^Confidencial/ })).toBeChecked()
  await expect(field(still, 'Pega la lista')).toHaveValue(/^Ana;Díaz/)
  await still.getByLabel(/^Fecha límite/).fill(inDays(20))
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await still.getByRole('button', { name: 'Corregir la lista' }).click()
  await expect(field(still, 'Pega la lista')).toHaveValue(/Ana;Díaz/)
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await still.getByRole('button', { name: 'Invitar a 1 persona' }).click()
  await expect(still.getByText('Invitamos a 1 persona')).toBeVisible()
  expect(await stored(itemId)).toMatchObject({ result_mode: 'confidential', due: inDays(20), used_seats: 2 })

  await still.goto(`/account/items/${workshopId}/setup`)
  await expect(still.getByRole('radio')).toHaveCount(0)
  await expect(still.getByRole('heading', { level: 2, name: 'Correo de invitación' })).toBeVisible()
  await field(still, 'Pega la lista').fill(`Eva;Paz;${newEmail('eva')};Gerente;Ventas`)
  await still.getByRole('button', { name: 'Revisar lista' }).click()
  await still.getByRole('button', { name: 'Invitar a 1 persona' }).click()
  await expect(still.getByText('Invitamos a 1 persona')).toBeVisible()
  await plain.close()
})

test('somebody who coordinates a client company sets its purchase up, and goes back to it', {
  tag: ['@one-size'],
}, async ({ page }) => {
  const buyer = await createLogin('compradora')
  const itemId = await buyFor(buyer, 3)
  const coordinator = await openAccount(page, 'coordina')
  await pool.query(
    `with made as (
       insert into organisations (name, created_at, is_consultant) values ('Consultora Este', now(), true) returning id),
     client as (
       insert into organisations (name, created_at, consultant_id) select 'Aceros Este SpA', now(), id from made returning id),
     joined as (
       insert into organisation_members (organisation_id, user_id, role, joined_at)
       select made.id, profiles.id, 'coordinator', now() from made, profiles where profiles.email = $1)
     update orders set organisation_id = client.id from client
     where orders.id = (select order_id from order_items where id = $2)`,
    [coordinator, itemId],
  )
  const { rows } = await pool.query<{ id: string }>(
    'select organisation_id as id from orders where id = (select order_id from order_items where id = $1)',
    [itemId],
  )
  await page.goto(`/account/dashboard?de=${rows[0]?.id}`)
  await page.getByRole('link', { name: /^Invitar a \d+ personas?$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Preparar las invitaciones' })).toBeVisible()
  await expect(mail(page).locator('body')).toContainText('Aceros Este SpA')
  await page.getByRole('link', { name: 'Volver al panel' }).click()
  await expect(page).toHaveURL(new RegExp(`de=${rows[0]?.id}`))
  await expect(page.getByRole('link', { name: /^Invitar a \d+ personas?$/ })).toBeVisible()
})
