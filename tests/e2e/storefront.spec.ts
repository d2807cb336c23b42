import type { Locator, Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { addToCart } from './shopping.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const CATEGORIES = [
  'Inteligencia Artificial',
  'Transformación Digital',
  'Liderazgo',
  'Metodologías Ágiles',
  'Data Analytics',
]

const banner = (page: Page) => page.getByRole('banner')
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

test.describe('the header', () => {
  // shows: S1.5, S1.6, S2.5, S2.21, S2.22, S2.24
  test('has logo, three categories, log-in and cart on large screens', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/assessments')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-CL')
    await expect(banner(page).getByRole('link', { name: 'Alhena, inicio' })).toHaveAttribute('href', '/')
    const shortcuts = banner(page).getByRole('navigation', { name: 'Categorías' }).getByRole('link')
    await expect(shortcuts).toHaveText(CATEGORIES.slice(0, 3))
    await expect(banner(page).getByRole('link', { name: 'Iniciar Sesión' })).toHaveAttribute('href', '/auth')
    await expect(banner(page).getByRole('button', { name: 'Mi Carrito' })).toBeVisible()
    await shortcuts.getByText('Transformación Digital').click()
    await expect(page).toHaveURL('/assessments?category=Transformaci%C3%B3n%20Digital')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transformación Digital')
    await expect(cards(page)).toHaveCount(3)
  })

  // shows: S2.4, S2.21
  test('searches from every page, but those with a field of their own', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/legal/cookies')
    await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Buscar assessments...')
    await banner(page).getByRole('searchbox').fill('kanban')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/assessments?search=kanban')
    await expect(card(page, 'Kanban para Ordenar el Trabajo')).toBeVisible()
    for (const path of ['/assessments', '/']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveCount(1)
    }
  })

  // shows: S2.23
  test('lists all five categories in its menu on phones', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await expect(banner(page).getByRole('navigation', { name: 'Categorías' })).toBeHidden()
    await banner(page).getByRole('button', { name: 'Abrir menú' }).click()
    const menu = page.getByRole('navigation', { name: 'Menú' })
    const entries = menu.getByRole('link')
    await expect(entries.filter({ hasNotText: /^(Todo el catálogo|Iniciar Sesión)$/ })).toHaveText(CATEGORIES)
    await expect(entries.filter({ hasText: 'Iniciar Sesión' })).toBeVisible()
    await expectAccessible(page)
    await entries.getByText('Data Analytics').click()
    await expect(page).toHaveURL('/assessments?category=Data%20Analytics')
    await expect(menu).toBeHidden()
    await expect(cards(page)).toHaveCount(4)
  })

  test('keeps a menu open that was opened before its scripts ran', { tag: ['@one-size', '@full'] }, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    const opened = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await opened.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await banner(page).getByRole('button', { name: 'Abrir menú' }).click()
    opened.resolve()
    // Only scripts know whether somebody is signed in.
    const menu = page.getByRole('navigation', { name: 'Menú' })
    await expect(menu.getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  })

  // shows: S4.1
  test('shows nobody until the session is fetched', { tag: '@one-size' }, async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/session', async route => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(banner(page).getByRole('button', { name: 'Mi Carrito' })).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Iniciar Sesión' })).toHaveCount(0)
    release()
    await expect(banner(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  })

  // shows: S4.5, S8.21
  test("offers to log in when the session can't be fetched", { tag: ['@one-size', '@full'] }, async ({ page }) => {
    await page.route('**/session', route => route.abort())
    await page.goto('/')
    await expect(banner(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  })
})

test.describe('the home page', () => {
  // shows: S1.9, S2.28
  test('has a hero with a working search, and the fixed statistics band', async ({ page }) => {
    await page.goto('/')
    const band = page.getByRole('main').locator('dl').first()
    await expect(band.getByRole('definition')).toHaveText(['15+', '5000+', '98%'])
    await expect(band.getByRole('term')).toHaveText([
      'assessments disponibles',
      'evaluaciones completadas',
      'satisfacción de clientes',
    ])
    await page.getByRole('main').getByLabel('Buscar assessments...', { exact: true }).fill('liderazgo')
    await page.getByRole('main').getByRole('button', { name: 'Explorar' }).click()
    await expect(page).toHaveURL('/assessments?search=liderazgo')
    await expect(cards(page).first()).toBeVisible()
  })

  // shows: S2.1, S2.29, S2.32, S2.33, S2.35
  test('has a filter sidebar, the sort orders and three columns of cards', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/')
    const panel = page.getByRole('complementary', { name: 'Filtros' })
    const categories = panel.getByRole('group', { name: 'Categorías' })
    await expect(categories.getByRole('checkbox')).toHaveCount(5)
    // Other journeys add products.
    await expect(categories).toContainText(/Inteligencia Artificial\s*[4-9]/)
    await expect(panel.getByRole('group', { name: 'Duración' }).getByRole('radio')).toHaveCount(4)
    for (const label of ['15 minutos o menos', '15-30 minutos', '30+ minutos', 'Workshop Digital']) {
      await expect(panel.getByRole('radio', { name: label })).not.toBeChecked()
    }
    await expect(panel.getByRole('group', { name: 'Tipo' }).getByRole('radio')).toHaveCount(3)
    await expect(panel.getByRole('group', { name: 'Etiquetas' }).getByRole('checkbox')).toHaveCount(10)
    await expect(page.getByRole('combobox', { name: 'Ordenar por' }).getByRole('option')).toHaveText([
      'Relevancia',
      'Más comprados',
      'Mejor valorados',
      'Duración (menor a mayor)',
      'Duración (mayor a menor)',
      'Precio CLP (menor a mayor)',
      'Precio CLP (mayor a menor)',
    ])
    const boxes = await Promise.all([0, 1, 2, 3].map(index => cards(page).nth(index).boundingBox()))
    expect(new Set(boxes.slice(0, 3).map(box => box?.y)).size).toBe(1)
    expect(boxes[3]?.y).toBeGreaterThan(boxes[0]?.y ?? 0)
    expect(boxes[3]?.x).toBe(boxes[0]?.x)
  })

  // shows: S2.34, S5.15
  test('counts its active filters', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/?category=liderazgo&category=data-analytics&tag=Equipos&duration=15-30&type=assessment')
    const panel = page.getByRole('complementary', { name: 'Filtros' })
    await expect(panel.getByRole('heading', { name: 'Filtros' })).toHaveText(/^Filtros\s*5 activos$/)
    await panel
      .getByRole('checkbox', { name: /Liderazgo/ })
      .first()
      .uncheck()
    await expect(panel.getByRole('heading', { name: 'Filtros' })).toHaveText(/^Filtros\s*4 activos$/)
  })

  // shows: S2.30
  test('shows that another list is loading', { tag: '@one-size' }, async ({ page }) => {
    await page.goto('/')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\.data\?/, async route => {
      await held
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('price_asc')
    await expect(page.getByText('Cargando assessments...')).toBeVisible()
    release()
    await expect(page.getByText('Cargando assessments...')).toBeHidden()
    await expect(cards(page).first()).toContainText('$19.990')
  })

  // shows: S2.31, S8.16
  test('says that nothing was found, and reloads', async ({ page }) => {
    await page.goto('/?search=zzzz')
    await expect(page.getByText('No se encontraron assessments.')).toBeVisible()
    await expectAccessible(page)
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Recargar' }).click()
    await reloaded
    await expect(page).toHaveURL('/?search=zzzz')
    await expect(page.getByText('No se encontraron assessments.')).toBeVisible()
  })
})

test.describe('a card', () => {
  // shows: S2.36, S2.37, S2.38, S2.39, S6.10
  test('shows picture, name, type, description, category, three tags, duration and base price', async ({ page }) => {
    await page.goto('/')
    const product = card(page, 'Madurez Organizacional en Inteligencia Artificial')
    await expect(product.locator('svg, img').first()).toBeVisible()
    await expect(product.getByText('Assessment', { exact: true })).toBeVisible()
    await expect(product.getByText('Inteligencia Artificial', { exact: true })).toBeVisible()
    await expect(product).toContainText('Conoce qué tan preparada está tu organización')
    await expect(product.getByRole('list', { name: 'Etiquetas' }).getByRole('listitem')).toHaveText([
      /^IA\b/,
      /^Madurez\b/,
      'Estrategia',
      '+2',
    ])
    await expect(product.getByText('10 min')).toBeVisible()
    await expect(product.getByText('$249.990')).toBeVisible()
    await expect(card(page, 'Preparación en Ciberseguridad para Pymes')).toContainText(/11 min/)
    await expect(card(page, 'Kanban para Ordenar el Trabajo')).toContainText(/Workshop Digital.*120\+ min/)
    await product.getByRole('button', { name: /^Agregar al carrito/ }).click()
    await expect(page.getByRole('dialog', { name: 'Mi Carrito' })).toContainText('Madurez Organizacional')
  })

  // shows: S2.7
  test('links to its product, and the data-governance one to its questionnaire and from there to its page', async ({
    page,
  }) => {
    await page.goto('/assessments')
    await expect(card(page, 'Madurez Ágil de Equipos').getByRole('link')).toHaveAttribute(
      'href',
      '/assessment/agilidad',
    )
    await card(page, 'Madurez en Gobierno de Datos (DAMA-DMBOK2)').getByRole('link').click()
    await expect(page).toHaveURL('/dama-assessment')
    const toBuy = page.getByRole('link', { name: 'Ver y comprar' })
    await expect(toBuy).toHaveAttribute('href', '/assessment/dama-assessment')
    await toBuy.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Madurez en Gobierno de Datos (DAMA-DMBOK2)')
  })
})

// shows: S2.12, A2.35
test('an unknown address says so and links home', { tag: '@one-size' }, async ({ page }) => {
  const answer = await page.goto('/no/existe')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('main').getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('the first screen of somebody who has not been asked about measuring', () => {
  test.use({ consent: null })

  const question = (page: Page) => page.getByRole('region', { name: 'Tu privacidad' })

  /** The lower edge of a part of the first screen; another font has other heights. */
  const bottomOf = async (page: Page, part: Locator) => {
    await expect(question(page)).toBeVisible()
    await page.evaluate(async () => void (await document.fonts.ready))
    const box = await part.boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }

  test('shows the prices of a whole row on a laptop, below the question', { tag: '@one-size' }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    for (const index of [0, 1, 2]) {
      const price = cards(page)
        .nth(index)
        .getByText(/^\$|\$\d/)
        .first()
      expect(await bottomOf(page, price)).toBeLessThan(900)
    }
  })

  test.describe('on a phone', () => {
    // A phone's scroll bar takes no room.
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

    test('shows a whole card on a phone, below the question', { tag: '@one-size' }, async ({ page }) => {
      await page.goto('/')
      expect(await bottomOf(page, cards(page).first())).toBeLessThanOrEqual(844)
      expect((await question(page).boundingBox())?.height).toBeLessThan(844 * 0.15)
      await page.goto('/assessment/dama-assessment')
      expect(await bottomOf(page, page.locator('[data-purchase-bar]'))).toBeLessThanOrEqual(844)
    })
  })
})

for (const width of [1440, 390]) {
  test(`nothing covers a purchase, and the filters stay in view, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/assessments')
    const filters =
      width === 390
        ? page.getByRole('main').getByRole('button', { name: /^Filtros/ })
        : page.getByRole('heading', { name: 'Filtros' })
    await cards(page).nth(10).scrollIntoViewIfNeeded()
    await expect(filters).toBeInViewport()

    await context.clearCookies()
    await openAccount(page, 'tranquila')
    await addToCart(page, 'agilidad')
    const question = page.getByRole('region', { name: 'Tu privacidad' })
    await page.goto('/legal/condiciones')
    await expect(question).toBeVisible()
    await page.goto('/checkout')
    await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeEnabled()
    await expect(question).toBeHidden()
  })
}
