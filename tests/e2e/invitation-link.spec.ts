import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { MAIL_SAMPLES } from '../../app/mails/mail-params.ts'
import { renderMail } from '../../app/mails/templates.ts'
import { SHOP } from '../../app/platform/mail/shop.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'

// The link of an invitation brings its code in the fragment: the browser keeps it, and the person sends it.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** Somebody who was just invited, and the addresses of the invitation. */
async function invite(slug = 'dama-assessment') {
  const buyer = await createProfile(pool, { first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(pool, slug)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 2 })
  const { id, email, code } = await createInvitation(pool, { itemId: item.item_id, userId: buyer.id })
  const address = `/${slug}?access_id=${id}&assessment_id=${product.id}`
  const opened = async () => {
    const { rows } = await pool.query('select opened_at from user_accesses where id = $1', [id])
    return rows[0]?.opened_at !== null
  }
  return { email, code, opened, address, link: `${address}#codigo=${code}` }
}

const code = (page: Page) => field(page, 'Código de acceso')
const enter = (page: Page) => page.getByRole('button', { name: 'Acceder al Assessment' }).click()
const isIn = (page: Page) =>
  expect(page.getByRole('heading', { name: '1. Identificación del Respondente' })).toBeVisible()

test('an invitation is opened by one press, and no request has its code before', async ({ page }) => {
  const invitation = await invite()
  const requests: { head: string; body: string }[] = []
  page.on('request', request =>
    requests.push({
      head: `${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`,
      body: request.postData() ?? '',
    }),
  )
  await page.goto(invitation.link)
  await expect(code(page)).toHaveValue(invitation.code)
  await expect(page).toHaveURL(invitation.address)
  await expect(page.getByText('Accede con el código que trae.')).toBeVisible()
  await auditPage(page, [1440, 390])
  expect(requests.filter(({ head, body }) => `${head}${body}`.includes(invitation.code))).toEqual([])
  expect(await invitation.opened()).toBe(false)

  await enter(page)
  await isIn(page)
  expect(await invitation.opened()).toBe(true)
  expect(requests.map(({ head }) => head).filter(head => head.includes(invitation.code))).toEqual([])
  expect(requests.filter(({ body }) => body.includes(invitation.code))).toHaveLength(1)
  await page.goBack()
  await expect(page).not.toHaveURL(/#/)
})

test('the code is filled in where the page is open already, and what is no code is not', async ({ page }) => {
  const invitation = await invite()
  await page.goto('/dama-assessment#codigo=AC-1')
  await expect(page).toHaveURL('/dama-assessment')
  await expect(code(page)).toHaveValue('')
  await page.goto(`/dama-assessment#codigo=${invitation.code.toLowerCase()}`)
  await expect(code(page)).toHaveValue(invitation.code)
  await expect(page).toHaveURL('/dama-assessment')
  // The address that invitations had before they brought their code.
  await page.goto(invitation.address)
  await expect(code(page)).toHaveValue('')
  await code(page).fill(invitation.code)
  await enter(page)
  await isIn(page)
})

test("an invitation is opened before the page's scripts have come", { tag: '@one-size' }, async ({ page }) => {
  const invitation = await invite()
  await page.route('**/*.js', route => route.abort())
  await page.goto(invitation.link)
  await expect(code(page)).toHaveValue(invitation.code)
  await expect(page).toHaveURL(invitation.address)
  await enter(page)
  await isIn(page)
})

/** The longest way down to a mail's button, in pixels: it is seen without scrolling wherever the mail opens. */
const BUTTON_Y = 320

test('the mails to invited people have their button before anybody scrolls', { tag: '@one-size' }, async ({ page }) => {
  const names = {
    nombre_comprador: 'Antonia Rojas',
    empresa: 'Viña Los Aromos SpA',
    nombre_evaluacion: 'Evaluación de Madurez en Gobierno de Datos',
  }
  const shop = { ...SHOP, appUrl: 'https://tienda.example' }
  const mails = [
    renderMail('respondent_invitation', { ...MAIL_SAMPLES.respondent_invitation, ...names }, shop),
    renderMail('respondent_reminder', { ...MAIL_SAMPLES.respondent_reminder, ...names }, shop),
  ]
  for (const { html } of mails) {
    await page.setContent(html)
    // A mail is part of its reader's page, which has the landmarks.
    await page.getByRole('article').evaluate(mail => mail.setAttribute('role', 'main'))
    for (const width of [600, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const button = await page.locator('a.button').boundingBox()
      expect(button?.y ?? Number.POSITIVE_INFINITY, `${width} px`).toBeLessThanOrEqual(BUTTON_Y)
      await expectNoSidewaysScroll(page)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
    }
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says where the code is, which is typed', { tag: '@one-size' }, async ({ page }) => {
    const invitation = await invite()
    await page.goto(invitation.link)
    // Playwright reads no texts of such elements: `respond-screens.test.tsx` says which it is.
    await expect(page.locator('noscript p')).toBeVisible()
    await code(page).fill(invitation.code)
    await enter(page)
    await isIn(page)
    await expect(page).not.toHaveURL(/#/)
  })
})
