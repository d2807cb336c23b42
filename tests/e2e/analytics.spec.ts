import type { Page } from '@playwright/test'
import { type AcceptedEvent, readBatch } from '../../app/features/analytics/analytics-schema.server.ts'
import { openAccount } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, field, logIn, newEmail, signUp, test } from './journey.ts'

// Reads what the browser sends from its requests; features/analytics/shop/events.test.ts covers the server's side.

type Tracked = { posts: number; dropped: number; events: AcceptedEvent[]; of(type: string): unknown[] }

/**
 * Collects what the page sends, by requests and by beacons, and parses it like the server. The recorder's batching
 * delay of three seconds, which has its own test, is shortened to a tenth.
 */
async function listen(page: Page): Promise<Tracked> {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (work: () => void, milliseconds?: number) => later(work, milliseconds === 3_000 ? 300 : milliseconds),
    })
  })
  const tracked: Tracked = {
    posts: 0,
    dropped: 0,
    events: [],
    of: type => tracked.events.filter(event => event.type === type).map(e => e.data),
  }
  page.on('request', request => {
    if (new URL(request.url()).pathname !== '/events') return
    tracked.posts += 1
    const batch = readBatch(request.postData() ?? '')
    tracked.dropped += batch?.dropped ?? 1
    tracked.events.push(...(batch?.events ?? []))
  })
  return tracked
}

const banner = (page: Page) => page.getByRole('region', { name: 'Tu privacidad' })
const productId = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first().getAttribute('data-product')

test.describe('a visitor who agreed', () => {
  test.use({ consent: 'granted' })

  // shows: S7.19, S7.20, S7.27, S7.28
  test('sends pages, lists, cards and clicks between them', async ({ page }) => {
    const tracked = await listen(page)
    await page.goto('/?utm_source=boletin&gclid=secreto')
    await expect.poll(() => tracked.of('page_view')).toHaveLength(1)
    expect(tracked.events.find(({ type }) => type === 'page_view')).toMatchObject({
      page: '/?utm_source=boletin',
      referrer: null,
    })
    expect(tracked.of('plp_view')).toEqual([{ filters: { categories: [], duration: 'all', type: 'all', tags: [] } }])
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .nth(8)
      .scrollIntoViewIfNeeded()
    await expect.poll(() => tracked.of('plp_card_view').length).toBeGreaterThan(0)
    const seen = tracked.of('plp_card_view')
    expect(new Set(seen.map(data => JSON.stringify(data))).size).toBe(seen.length)
    const id = await productId(page, 'Madurez Ágil de Equipos')
    await page.getByRole('link', { name: 'Madurez Ágil de Equipos' }).click()
    await expect(page).toHaveURL(/\/assessment\/agilidad/)
    await expect.poll(() => tracked.of('plp_to_pdp_click')).toEqual([{}])
    await expect.poll(() => tracked.of('page_view')).toHaveLength(2)
    expect(tracked.events.findLast(({ type }) => type === 'page_view')).toMatchObject({
      page: '/assessment/agilidad',
      referrer: '/?utm_source=boletin',
    })
    expect(tracked.of('plp_card_view')).toContainEqual({ product_id: id })
    expect(tracked.dropped).toBe(0)
  })

  // shows: S7.21, S7.22, S7.23
  test('sends filters, sort order and searches', { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await page.goto('/assessments')
    await expect.poll(() => tracked.of('plp_view')).toHaveLength(1)
    await page.goto('/assessments?category=liderazgo&duration=hasta-15&sort=price_asc')
    await expect.poll(() => tracked.of('plp_view')).toHaveLength(2)
    expect(tracked.of('plp_filter_change')).toEqual([])
    await page.getByRole('link', { name: /Quitar filtro.*15 minutos/ }).click()
    await expect.poll(() => tracked.of('plp_filter_change')).toEqual([{ filter_type: 'duration', filter_value: 'all' }])
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('duration_desc')
    await expect.poll(() => tracked.of('plp_sort_change')).toEqual([{ sort_by: 'duration_desc' }])
    await page.getByRole('link', { name: /Quitar filtro.*Liderazgo/ }).click()
    await expect
      .poll(() => tracked.of('plp_filter_change').at(-1))
      .toEqual({ filter_type: 'categories', filter_value: [] })
    await page.goto('/assessments?search=datos')
    await expect.poll(() => tracked.of('plp_search')).toEqual([{ query: 'datos' }])
    expect(tracked.dropped).toBe(0)
    expect(tracked.of('plp_view').at(-1)).toEqual({
      filters: { categories: [], duration: 'all', type: 'all', tags: [] },
    })
  })

  // shows: S7.24, S7.25, S7.26
  test('sends prices that were tried, once they settle, and cart contents', { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await page.goto('/')
    const product_id = await productId(page, 'Madurez Ágil de Equipos')
    await page.goto('/assessment/agilidad')
    await page.getByRole('radio', { name: /empresa|organización/i }).check()
    const seats = page.getByRole('textbox', { name: 'Personas' })
    await seats.fill('10')
    await seats.press('Enter')
    await expect.poll(() => tracked.of('price_preview_change').at(-1)).toMatchObject({ product_id, seats: 10 })
    expect(tracked.of('price_preview_change').length).toBeLessThan(3)
    const total = (tracked.of('price_preview_change').at(-1) as { total_clp: number }).total_clp
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    await expect.poll(() => tracked.of('add_to_cart_business')).toEqual([{ product_id, seats: 10, total_clp: total }])
    await page.goto('/assessment/agilidad')
    await page.getByRole('radio', { name: /1 persona/ }).check()
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    await expect.poll(() => tracked.of('add_to_cart_self')).toMatchObject([{ product_id }])
    expect(tracked.dropped).toBe(0)
  })

  // shows: A2.42
  test('sends views of the dashboard, again on return, but not after actions', { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await openAccount(page, 'mira')
    await page.goto('/account/dashboard?pagina=1')
    await expect.poll(() => tracked.of('dashboard_viewed')).toEqual([{}])
    expect(tracked.events.find(event => event.type === 'dashboard_viewed')).toMatchObject({
      page: '/account/dashboard',
    })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => tracked.of('dashboard_viewed')).toHaveLength(2)
    await page.getByRole('link', { name: 'Perfil' }).click()
    await expect(page).toHaveURL(/account$/)
    await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect.poll(() => tracked.of('dashboard_viewed')).toHaveLength(3)
    expect(tracked.dropped).toBe(0)
  })

  // shows: S7.29, S7.31, S7.32, S7.33
  test('sends uses of the header, log-ins, sign-ups and profile changes', {
    tag: '@full',
  }, async ({ page }) => {
    const tracked = await listen(page)
    const actions = () => tracked.of('user_action')
    await page.goto('/assessments')
    await expect.poll(() => tracked.of('page_view')).toHaveLength(1)
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: 'Alhena, inicio' }).click()
    await expect.poll(actions).toContainEqual({ action: 'logo_click' })
    await header.getByRole('link', { name: 'Iniciar Sesión' }).click()
    await expect.poll(actions).toContainEqual({ action: 'account_click' })

    // Forms contain the visit, so that the server can send events that only it knows.
    const posted = (path: string) =>
      page.waitForRequest(request => request.method() === 'POST' && new URL(request.url()).pathname.startsWith(path))
    await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
    const email = newEmail('medicion')
    const signingUp = posted('/auth')
    await signUp(page, email)
    expect((await signingUp).postData()).toMatch(/alhena_visit/)
    await page.context().clearCookies({ name: /session/ })
    await page.goto('/auth')
    const loggingIn = posted('/auth')
    await logIn(page, email)
    expect((await loggingIn).postData()).toMatch(/alhena_visit/)

    await page.goto('/account?editar=1')
    // Before hydration a page submits forms without the visit.
    await expect
      .poll(() => tracked.events.findLast(({ type }) => type === 'page_view')?.page)
      .toMatch(/^\/account(\?|$)/)
    await field(page, 'Empresa').fill('Prueba SpA')
    const saving = posted('/account')
    await page.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
    expect((await saving).postData()).toMatch(/alhena_visit/)

    await header.getByRole('button', { name: /Cuenta de Ana/ }).click()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect.poll(actions).toContainEqual({ action: 'logout' })
    const visits = await page.evaluate(() => sessionStorage.length)
    await expect(header.getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(visits).toBeLessThanOrEqual(1)
    expect(JSON.stringify(tracked.events)).not.toContain(email)
    expect(tracked.dropped).toBe(0)
  })

  // shows: S7.34
  test('stops at once, in every tab, when consent is withdrawn', { tag: '@full' }, async ({ page, context }) => {
    const tracked = await listen(page)
    await page.goto('/')
    await expect.poll(() => tracked.posts).toBeGreaterThan(0)
    const other = await context.newPage()
    const elsewhere = await listen(other)
    await other.goto('/assessments')
    await expect.poll(() => elsewhere.posts).toBeGreaterThan(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Preferencias de privacidad' }).click()
    await expect(page.getByRole('radio', { name: /Permitir/ })).toBeChecked()
    await page.getByRole('radio', { name: /No medir/ }).check()
    await page.getByRole('button', { name: 'Guardar preferencia' }).click()
    await expect(page.getByText('Guardamos tu preferencia.')).toBeVisible()
    // The page reads the choice again right after it is shown.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('alhena.visit'))).toBeNull()
    const [before, beforeElsewhere] = [tracked.posts, elsewhere.posts]
    await page.getByRole('banner').getByRole('link', { name: 'Alhena, inicio' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await other.getByRole('banner').getByRole('link', { name: 'Alhena, inicio' }).click()
    await other.close()
    await page.goto('about:blank')
    expect([tracked.posts, elsewhere.posts]).toEqual([before, beforeElsewhere])
  })
})

test.describe('a visitor on a phone who agreed', () => {
  test.use({ consent: 'granted', viewport: { width: 390, height: 844 } })
  // shows: S7.30
  test("sends uses of the search button and the menu's categories", { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await page.goto('/assessment/agilidad')
    await expect.poll(() => tracked.of('page_view')).toHaveLength(1)
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect.poll(() => tracked.of('user_action')).toContainEqual({ action: 'mobile_search_click' })
    await page.keyboard.press('Escape')
    await header.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('link', { name: 'Data Analytics' }).first().click()
    await expect
      .poll(() => tracked.of('user_action'))
      .toContainEqual({ action: 'category_click', category: 'Data Analytics' })
  })
})

test.describe('a visitor who has not decided', () => {
  test.use({ consent: null })

  // shows: S7.36
  test('is asked without being blocked, and nothing is sent before the answer', { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    await expect(page.locator('body')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('banner').getByRole('link', { name: 'Alhena, inicio' }).click()
    await page.goto('/assessment/agilidad')
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    const cart = page.getByRole('dialog', { name: 'Mi Carrito' })
    await cart.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page.getByText('Código requerido', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => [document.cookie, sessionStorage.getItem('alhena.visit')])).toEqual(['', null])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await expect(banner(page)).toBeHidden()
    await expect.poll(() => tracked.of('page_view')).toHaveLength(1)
    // Nothing was stored for later.
    expect(tracked.of('add_to_cart_self')).toEqual([])
    expect(tracked.of('user_action')).toEqual([])
  })

  test('finds the question in its place from the first frame on, on no page of an account or a purchase', {
    tag: '@full',
  }, async ({ page }) => {
    const header = page.getByRole('banner')
    await page.route('**/assets/*.js', route => route.abort())
    await page.goto('/')
    // Before any script of the shop has run its room is there, and nothing moves when it comes.
    const before = await header.boundingBox()
    expect(before?.y).toBeGreaterThan(40)
    await page.unroute('**/assets/*.js')
    await page.reload()
    await expect(banner(page)).toBeVisible()
    expect(await header.boundingBox()).toEqual(before)
    for (const address of ['/auth', '/auth?mode=register', '/dama-assessment', '/no/existe']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expect(banner(page)).toHaveCount(0)
    }
    await openAccount(page, 'sin-preguntas')
    for (const address of ['/account', '/account/dashboard', '/checkout', '/payment-success?order=ALH-1']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expect(banner(page)).toHaveCount(0)
    }
    await page.goto('/legal/cookies')
    await expect(banner(page)).toBeVisible()
  })

  test('refuses with the keyboard, and is not asked again', { tag: '@full' }, async ({ page, context }) => {
    const tracked = await listen(page)
    await page.goto('/')
    const refuse = page.getByRole('button', { name: 'Rechazar' })
    const accept = page.getByRole('button', { name: 'Aceptar' })
    await expect(refuse).toBeVisible()
    const [one, other] = [await refuse.boundingBox(), await accept.boundingBox()]
    expect([one?.width, one?.height, one?.y]).toEqual([other?.width, other?.height, other?.y])
    // After the skip link, and before everything else.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
    await expect(refuse).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(banner(page)).toBeHidden()
    await page.goto('/assessments')
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === 'alhena_medicion')?.value)
      .toMatch(/^\d+\.no\./)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Preferencias de privacidad' }).click()
    await expect(page.getByRole('radio', { name: /No medir/ })).toBeChecked()
    await expectAccessible(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await expect(banner(page)).toHaveCount(0)
    expect(tracked.posts).toBe(0)
  })

  test('is not asked when the browser sends a do-not-track signal', { tag: '@full' }, async ({ page }) => {
    const tracked = await listen(page)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.setExtraHTTPHeaders({ 'Sec-GPC': '1' })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await expect(banner(page)).toHaveCount(0)
    await page.goto('/preferencias-de-privacidad')
    await expect(page.getByText('Tu navegador pide que no te midan')).toBeVisible()
    await page.goto('/assessments')
    expect(tracked.posts).toBe(0)
  })

  test.describe('in the dark theme on a phone', () => {
    test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    test('sees the question beside the main action and can use both', { tag: '@full' }, async ({ page }) => {
      await page.goto('/')
      await expect(banner(page)).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const search = page.getByRole('main').getByPlaceholder('Buscar assessments...')
      await expect(search).toBeInViewport({ ratio: 1 })
      await search.fill('datos')
      await search.press('Enter')
      await expect(page).toHaveURL(/search=datos/)
      // It stands above the header, and covers nothing of the page.
      await page.goto('/assessment/agilidad')
      await expect(banner(page)).toBeVisible()
      await page.mouse.wheel(0, 4_000)
      await page.getByRole('button', { name: 'Agregar al carrito' }).last().click()
      await expect(page.getByRole('dialog', { name: 'Mi Carrito' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Correo de demostración' }).click()
      await expect(page).toHaveURL(/demo\/correo/)
    })
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('is not measured, and can still decide', { tag: '@full' }, async ({ page }) => {
      await page.goto('/preferencias-de-privacidad')
      await page.getByRole('radio', { name: /No medir/ }).check()
      await page.getByRole('button', { name: 'Guardar preferencia' }).click()
      await expect(page.getByText('Guardamos tu preferencia.')).toBeVisible()
      await expect(page.getByRole('radio', { name: /No medir/ })).toBeChecked()
    })
  })
})
