import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

type Line = { product_id: string; mode: string; seats: number }

/** Adds products to the browser's cart, and returns its contents. */
export async function fillCart(page: Page, slugs: readonly string[]): Promise<Line[]> {
  for (const slug of slugs) {
    await page.goto(`/assessment/${slug}`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  }
  const stored: { choices: Line[] } = JSON.parse(await page.evaluate(() => localStorage.getItem('alhena.cart') ?? '{}'))
  expect(stored.choices).toHaveLength(slugs.length)
  return stored.choices
}

/** Checks out for free, and returns the address of the success screen. */
export async function buyForNothing(request: APIRequestContext, choices: readonly Line[]): Promise<string> {
  const cart = { key: randomUUID(), choices, code: 'BIENVENIDA100', expected_total_clp: 0, repeat: null }
  const answer = await request.post('/checkout', {
    form: { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  return answer.headers().location ?? ''
}

/** Checks out one product and returns the address of the bank's page. */
export async function goToBank(request: APIRequestContext, choices: readonly Line[]): Promise<string> {
  const { total_clp } = await (await request.post('/cart', { data: { intent: 'quote', choices, code: null } })).json()
  const cart = { key: randomUUID(), choices, code: null, expected_total_clp: total_clp, repeat: 'yes' }
  const answer = await request.post('/checkout', {
    form: { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  return answer.headers().location ?? ''
}

/** Creates a quotation of the cart, and returns its id. */
export async function quote(request: APIRequestContext, choices: readonly Line[]): Promise<string> {
  const { total_clp } = await (
    await request.post('/cart', { data: { intent: 'quote', choices, code: null, quotation: null } })
  ).json()
  const cart = { key: randomUUID(), choices, code: null, quotation: null, expected_total_clp: total_clp }
  const answer = await request.post('/account/quotations/new', {
    form: { buyer_name: 'Ana Rojas', cart: JSON.stringify(cart) },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  return /quotations\/([\w-]+)/.exec(answer.headers().location ?? '')?.[1] ?? ''
}

/** Opens a purchase of the dashboard, which shows it on one line. @returns its row with everything below it */
export async function openPurchase(page: Page, name: string | RegExp = /./): Promise<Locator> {
  const row = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name }) })
  const link = row.getByRole('heading', { level: 2 }).getByRole('link')
  if ((await link.getAttribute('aria-expanded')) !== 'true') await link.click()
  await expect(link).toHaveAttribute('aria-expanded', 'true')
  return row
}

/** The dashboard with its only purchase, or the one of a name, opened. */
export async function gotoPurchase(page: Page, name?: string | RegExp): Promise<Locator> {
  await page.goto('/account/dashboard')
  return openPurchase(page, name)
}

/** The dashboard's pages: with every purchase on one line, and with each of them opened. */
export async function readDashboard(request: APIRequestContext): Promise<string> {
  const rows = await (await request.get('/account/dashboard')).text()
  const opened = new Set(rows.match(/compra=[0-9a-f-]{36}/g))
  const pages = [...opened].map(async purchase => (await request.get(`/account/dashboard?${purchase}`)).text())
  return [rows, ...(await Promise.all(pages))].join('\n')
}

/** Starts the own assessment; returns its access and the address of its first stage. */
export async function answerOwn(request: APIRequestContext): Promise<{ accessId: string; path: string }> {
  const dashboard = await readDashboard(request)
  const accessId = /name="accessId" value="([^"]+)/.exec(dashboard)?.[1] ?? ''
  const started = await request.post('/account/dashboard', { form: { intent: 'start', accessId }, maxRedirects: 0 })
  const path = started.headers().location ?? ''
  expect(path).toContain(accessId)
  return { accessId, path }
}
