import type { APIRequestContext, Page } from '@playwright/test'
import { routePatterns } from '../support/fuzz-routes.ts'
import { openAccount, signIn } from './accounts.ts'
import { answerOwn, buyForNothing, fillCart, goToBank, quote, readDashboard } from './buyer.ts'
import { expect, expectNoSidewaysScroll, IS_FULL, test, violationsOn } from './journey.ts'

// Every address that a browser can open, in both themes, on desktop and phone, at 360 pixels and at 200% zoom.

const PATTERNS = [...new Set(routePatterns())]
const isStaff = (pattern: string) => pattern.startsWith('/admin')
const isBuyer = (pattern: string) => /^\/(account|checkout|payment-s|valorar)/.test(pattern)

/** Values for `:name`, or for a whole pattern; a route with another parameter needs another value here. */
type Fixtures = Record<string, string>

function addressOf(pattern: string, fixtures: Fixtures): string {
  const whole = fixtures[pattern]
  if (whole !== undefined) return whole
  return pattern.replaceAll(/:(\w+)|\*/g, (found, name: string | undefined) => {
    const value = fixtures[name ?? '*']
    if (value === undefined)
      throw new Error(`No value for ${found} of ${pattern}: add one to the fixtures of this journey`)
    return value
  })
}

/** Whether an address returns a page; feeds, files, API responses and redirects are skipped. */
async function isPage(request: APIRequestContext, address: string): Promise<boolean> {
  const answer = await request.get(address, { maxRedirects: 0 })
  return answer.headers()['content-type']?.startsWith('text/html') ?? false
}

const NONE = '00000000-0000-4000-8000-000000000000'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
let checks = 0

/**
 * Checks a page on desktop in one theme and on a phone in the other, alternating: so each page is checked at both sizes
 * and in both themes, and the shared parts (header, menus, footer) in all four combinations. Back-office pages, whose
 * own journeys check both themes, are checked in one combination each; `npm test` checks every page in one.
 */
async function look(page: Page, address: string, sizes: 'both' | 'one' = 'both'): Promise<void> {
  checks += 1
  const [first, second] = checks % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  const [onDesk, onPhone] = IS_FULL && sizes === 'both' ? [true, true] : [checks % 4 < 2, checks % 4 >= 2]
  await test.step(address, async () => {
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    if (onDesk) expect.soft(await violationsOn(page), `${address} on a desk, ${first}`).toEqual([])
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: second, reducedMotion: 'reduce' })
    if (onPhone) expect.soft(await violationsOn(page), `${address} on a phone, ${second}`).toEqual([])
    for (const width of IS_FULL ? [360, 640, 720, 1280, 1440] : [360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
  })
}

async function checkAll(
  page: Page,
  patterns: readonly string[],
  fixtures: Fixtures,
  sizes: 'both' | 'one' = 'both',
): Promise<number> {
  let pages = 0
  for (const pattern of patterns) {
    const address = addressOf(pattern, fixtures)
    if (!(await isPage(page.request, address))) continue
    await look(page, address, sizes)
    pages += 1
  }
  return pages
}

test('every page that a visitor can open', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000)
  const fixtures = {
    slug: 'agilidad',
    '/taller/:slug': '/taller/taller-kanban',
    accessId: NONE,
    code: 'CT-23456789ABCD',
    document: 'privacidad',
    version: '1',
    file: 'ninguno.json',
    // webpay.spec.ts looks at the way to the bank.
    attemptId: NONE,
    // A file.
    format: 'json',
    material: 'leccion-1',
    // lessons.spec.ts looks at lessons.
    lesson: 'leccion-1',
    // The API returns no pages.
    id: NONE,
    '*': 'no-existe',
  }
  const pages = await checkAll(
    page,
    PATTERNS.filter(pattern => !isStaff(pattern) && !isBuyer(pattern)),
    fixtures,
  )
  expect(pages).toBeGreaterThanOrEqual(12)
  for (const address of ['/auth?mode=register', '/assessments?search=zzzz', '/assessment/taller-kanban'])
    await look(page, address)
})

test('every page of a buyer', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000)
  await openAccount(page, 'accesible')
  const choices = await fillCart(page, ['dama-assessment', 'taller-kanban'])
  const success = await buyForNothing(page.request, choices)
  const bank = await goToBank(page.request, choices)
  const dashboard = await readDashboard(page.request)
  const workshop = /\/account\/taller\/([\w-]+)/.exec(dashboard)?.[1] ?? ''
  const { accessId, path } = await answerOwn(page.request)
  await look(page, path)
  const begun = await page.request.post(path, {
    form: {
      intent: 'start',
      access_id: accessId,
      full_name: 'Ana Rojas',
      position: 'Jefa de datos',
      organizational_unit: 'Finanzas',
      data_role: 'Uso datos de ventas',
      company_name: 'Empresa de Prueba',
      age_declaration: '14_or_more',
      invitation_code: 'AC-SUYOPROPIO',
    },
    maxRedirects: 0,
  })
  const run = begun.headers().location ?? ''
  await look(page, run)
  const run_id = new URLSearchParams(run.split('?')[1]).get('assessment_id') ?? ''
  await page.request.post(path, { form: { intent: 'complete', access_id: accessId, run_id } })
  await look(page, run)
  const finished = await readDashboard(page.request)
  const itemId = /\/account\/items\/([\w-]+)\/results/.exec(finished)?.[1] ?? ''
  const listed = await page.request.post(`/account/items/${itemId}/invitations`, {
    multipart: { people: 'Rosa;Paz;rosa@example.cl;Otro;Finanzas' },
    maxRedirects: 0,
  })
  for (const view of ['directorio', 'plan', 'guias', 'areas', 'preguntas', 'personas'])
    await look(page, `/account/items/${itemId}/results?vista=${view}`)
  await look(page, `/account/items/${itemId}?vista=resultados`)
  await look(page, `/account/items/${itemId}/participants?persona=${accessId}`)
  await look(page, success)
  await look(page, bank)
  const pages = await checkAll(
    page,
    PATTERNS.filter(pattern => isBuyer(pattern)),
    {
      '/account/taller/:accessId': `/account/taller/${workshop}`,
      accessId,
      itemId,
      format: 'csv',
      // Files.
      documentId: NONE,
      name: 'ninguno.png',
      key: 'presentar-en-30-minutos',
      draftId: listed.headers().location?.split('/').at(-1) ?? '',
      number: new URLSearchParams(success.split('?')[1]).get('order') ?? '',
      quotationId: await quote(page.request, choices),
    },
  )
  expect(pages).toBeGreaterThanOrEqual(7)
})

// Its own journeys look at most of these pages; all of them take two minutes.
test('every page of the back office', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000)
  await signIn(page, 'admin@alhena.test')
  const choices = await fillCart(page, ['taller-kanban'])
  await buyForNothing(page.request, choices)
  const quotationId = await quote(page.request, choices)
  await page.request.post('/admin/content/questionnaires/agilidad', { form: { intent: 'start' } })
  await page.request.post('/admin/integrations/webhooks/new', {
    form: { url: 'http://localhost:9/alhena', description: 'Sistema de prueba', events: 'order.paid' },
  })
  await page.request.post('/admin/integrations/keys', {
    form: { intent: 'create', name: 'Sistema de prueba', scopes: 'orders:read', days: '90' },
  })
  await look(page, '/admin/content/questionnaires/agilidad/draft?seccion=1')
  await look(page, '/admin/content/questionnaires/agilidad/preview?seccion=1')
  const idIn = async (list: string, kind: string) =>
    new RegExp(`/admin/${kind}/([\\da-f-]{36})`).exec(await (await page.request.get(list)).text())?.[1] ?? ''
  const endpointId = await idIn('/admin/integrations', 'integrations/webhooks')
  await page.request.post(`/admin/integrations/webhooks/${endpointId}`, { form: { intent: 'test', revision: '1' } })
  await page.request.post('/admin/privacy/new', {
    form: {
      intent: 'record',
      kind: 'access',
      received_on: '2026-11-02',
      email: 'rosa@example.cl',
      details: 'Qué guardan',
    },
  })
  const fixtures = {
    requestId: await idIn('/admin/privacy?periodo=todo', 'privacy/requests'),
    activityId: await idIn('/admin/privacy/processing', 'privacy/processing'),
    breachId: 'new',
    assessmentId: await idIn('/admin/catalog', 'catalog/assessments'),
    categoryId: await idIn('/admin/catalog/categories', 'catalog/categories'),
    itemId: await idIn('/admin/access/sessions', 'access/sessions'),
    clientId: await idIn('/admin/clients', 'clients'),
    companyId: await idIn('/admin/clients/companies', 'clients/companies'),
    orderId: await idIn('/admin/orders?periodo=todo', 'orders'),
    quotationId,
    entryNumber:
      /\/admin\/audit\/(\d+)/.exec(await (await page.request.get('/admin/audit?periodo=todo')).text())?.[1] ?? '',
    accessId: await idIn('/admin/access', 'access'),
    importId:
      (
        await page.request.post('/admin/access/import', {
          multipart: { people: 'Ana;Soto;ana@empresa.cl;Gerente;Ventas' },
          maxRedirects: 0,
        })
      )
        .headers()
        .location?.split('/')
        .at(-1) ?? '',
    discountId: await idIn('/admin/discounts', 'discounts'),
    endpointId,
    deliveryId: await idIn(
      `/admin/integrations/webhooks/${endpointId}/deliveries`,
      `integrations/webhooks/${endpointId}/deliveries`,
    ),
    keyId: await idIn('/admin/integrations/keys', 'integrations/keys'),
    // Not a page: a part of the code's dialog.
    '/admin/discounts/:discountId/uses': '/admin/discounts',
    questionnaireId: 'agilidad',
    template: 'respondent_invitation',
    // Options of selects, which are no page.
    kind: 'clients',
    document: 'condiciones',
    setting: 'transfer',
    month: new Date().toISOString().slice(0, 7),
    day: new Date().toISOString().slice(0, 10),
    // Files of finance, and pages that need a bank: the journeys of finance look at them.
    format: 'csv',
    source: 'sales',
    documentId: NONE,
    chargebackId: NONE,
    lineId: NONE,
    statementId: NONE,
    reportId: NONE,
    differenceId: NONE,
  }
  const pages = await checkAll(page, PATTERNS.filter(isStaff), fixtures, 'one')
  expect(pages).toBeGreaterThanOrEqual(13)
})
