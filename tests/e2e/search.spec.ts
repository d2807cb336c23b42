import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

/** The products on screen. */
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

/** The search field of the page, not the header's. */
const searchField = (page: Page) => page.getByRole('main').getByLabel('Buscar assessments...', { exact: true })

const category = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Categorías' }).getByRole('checkbox', { name: new RegExp(`^${name}`) })

test('a text with typing errors finds the intended products, and the page says so', async ({ page }) => {
  await page.goto('/')
  await searchField(page).fill('inteligensia artifisial')
  await page.getByRole('button', { name: 'Explorar' }).click()
  await expect(page).toHaveURL(/\/assessments\?search=inteligensia(\+|%20)artifisial$/)
  await expect(page.getByText('Mostrando resultados para «inteligencia artificial».')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados para «inteligencia artificial»')
  await expect(cards(page).first()).toContainText('Inteligencia Artificial')
  await expect(searchField(page)).toHaveValue('inteligensia artifisial')
  await expectAccessible(page)
})

test('a possible correction is suggested, with a link', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.goto('/assessments?search=kanbanito')
  await expect(page.getByText('No se encontraron assessments.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '«kanban»' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Kanban para Ordenar el Trabajo')
})

test('filters that leave no results can be removed', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.goto('/assessments?search=kanban&type=assessment&price=mas-300000')
  await page.getByRole('link', { name: 'Quitar los filtros (1 resultado)' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/assessments\?search=kanban$/)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, { tag: colorScheme === 'dark' ? ['@full'] : [] }, () => {
    test.use({ colorScheme })

    test('suggestions are selected with the keyboard alone', { tag: ['@one-size', '@full'] }, async ({ page }) => {
      await page.goto('/')
      await searchField(page).focus()
      await page.keyboard.type('liderasgo')
      const box = page.getByRole('combobox', { name: 'Buscar assessments' })
      const list = page.getByRole('listbox', { name: 'Sugerencias' })
      await expect(list).toBeVisible()
      await expect(box).toHaveAttribute('aria-expanded', 'true')
      const options = list.getByRole('option')
      await expect(options.first()).toHaveText('liderazgo')
      await expect(options.nth(1)).toContainText('$')
      await expectAccessible(page)

      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
      await expect(box).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect(list.locator('[aria-selected=true]')).toHaveCount(0)
      await page.keyboard.press('ArrowUp')
      await expect(options.last()).toHaveAttribute('aria-selected', 'true')

      await page.keyboard.press('Escape')
      await expect(list).toBeHidden()
      await expect(box).toBeFocused()
      await expect(box).toHaveValue('liderasgo')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/assessments\?search=liderazgo$/)
      await expect(list).toBeHidden()
      await expect(cards(page).first()).toContainText('Liderazgo')
    })
  })
}

test('Tab closes the suggestions, and Enter without a marked one searches for the text', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await page.goto('/assessments')
  await searchField(page).focus()
  await page.keyboard.type('datos')
  const list = page.getByRole('listbox', { name: 'Sugerencias' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(list).toBeHidden()
  await expect(searchField(page)).not.toBeFocused()
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/\/assessments\?search=datos$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados para «datos»')
})

test("a search before the filters' code is loaded applies to the list on screen", {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await page.route('**/filter-form-*.js', route => route.abort())
  // The page asks for the session once it is hydrated.
  const hydrated = page.waitForRequest('**/session')
  await page.goto('/assessments?type=assessment')
  await hydrated
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await searchField(page).fill('datos')
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/\/assessments\?search=datos&type=assessment$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados para «datos»')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a suggested product opens its page, a suggested category its list', async ({ page }) => {
  await page.goto('/assessments')
  await searchField(page).focus()
  await page.keyboard.type('agil')
  const list = page.getByRole('listbox', { name: 'Sugerencias' })
  await list.getByRole('option', { name: /^Madurez Ágil de Equipos/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Madurez Ágil de Equipos')
  await page.goBack()
  await searchField(page).focus()
  await page.keyboard.type('metodolog')
  await list.getByRole('group', { name: 'Categorías' }).getByRole('option').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Metodologías Ágiles')
})

test('an outdated answer is never shown', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.goto('/assessments')
  const late: (() => void)[] = []
  await page.route('**/suggest?q=kan', async route => {
    await new Promise<void>(resolve => late.push(resolve))
    // The page has aborted this request.
    await route.continue().catch(() => undefined)
  })
  await searchField(page).focus()
  await page.keyboard.type('kan')
  await expect.poll(() => late.length).toBe(1)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('dama')
  const list = page.getByRole('listbox', { name: 'Sugerencias' })
  await expect(list.getByRole('option').first()).toContainText('DAMA')
  for (const release of late) release()
  await expect(list.getByRole('option', { name: 'Buscar «dama»' })).toBeVisible()
  await expect(list.getByText('Kanban')).toBeHidden()
})

test('filters, sort order and pages are in the address, and the back button goes through them', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await page.goto('/assessments')
  const filters = page.getByRole('complementary', { name: 'Filtros' })
  await category(page, 'Liderazgo').check()
  await expect(page).toHaveURL(/category=liderazgo$/)
  await expect(cards(page)).toHaveCount(4)
  await expect(filters.getByRole('radio', { name: /^Workshop Digital/ })).toHaveAccessibleName('Workshop Digital 1')
  await filters.getByRole('radio', { name: /^Hasta \$50\.000/ }).check()
  await expect(page).toHaveURL(/category=liderazgo&price=hasta-50000$/)
  await expect(cards(page)).toHaveCount(2)
  await filters.getByRole('textbox', { name: 'Precio hasta, en pesos' }).fill('20.000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/category=liderazgo&max=20000$/)
  await expect(cards(page)).toHaveCount(1)
  await expect(filters.getByRole('radio', { name: 'Otro rango' })).toBeChecked()
  await page.goBack()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption({ label: 'Precio CLP (mayor a menor)' })
  await expect(page).toHaveURL(/price=hasta-50000&sort=price_desc$/)
  await expect(cards(page).first()).toContainText('$39.990')
  await page.getByRole('link', { name: 'Quitar filtro Liderazgo' }).click()
  await expect(page).toHaveURL(/\/assessments\?price=hasta-50000&sort=price_desc$/)
  await expect(cards(page)).toHaveCount(5)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/assessments\?category=liderazgo$/)
  await expect(category(page, 'Liderazgo')).toBeChecked()
  await expect(filters.getByRole('radio', { name: 'Cualquier precio' })).toBeChecked()
  await expectAccessible(page)
})

test('a loading list says so and keeps its height', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  await page.goto('/assessments')
  await page.waitForLoadState('networkidle')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  // Other journeys add products of their own.
  const count = page.getByRole('status').filter({ hasText: /^\d+ resultados$/ })
  const counted = (await count.textContent()) ?? ''
  // The list may say that it is loading before its request is seen here.
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/assessments\.data/, async route => {
    await released
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('price_asc')
  await expect(page.getByRole('status').filter({ hasText: 'Cargando assessments...' })).toBeVisible()
  expect(await height()).toBe(before)
  release()
  await expect(count).toHaveText(counted)
  await expect(page).toHaveURL(/sort=price_asc/)
})

test('text in an address is shown as text, never run as a script', { tag: ['@one-size', '@full'] }, async ({
  page,
  request,
}) => {
  const payload = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`
  for (const name of ['search', 'category', 'tag', 'min', 'price', 'sort', 'page', 'duration', 'type']) {
    await page.goto(`/assessments?${name}=${encodeURIComponent(payload)}`)
    await expect(page).toHaveTitle(/· Alhena$/)
  }
  const suggested = await request.get(`/suggest?q=${encodeURIComponent(payload)}`)
  expect(suggested.headers()['content-type']).toContain('application/json')
  expect(suggested.headers()['x-content-type-options']).toBe('nosniff')
  expect((await request.get(`/assessments?${'tag=a&'.repeat(150)}`)).status()).toBe(200)
  expect((await request.get(`/assessments?${'tag=a&'.repeat(1_500)}`)).status()).toBe(400)
})

test('suggestions are the same for everybody and may be cached', { tag: '@one-size' }, async ({ request }) => {
  const plain = await request.get('/suggest?q=datos')
  const other = await request.get('/suggest?q=datos&x=1', { headers: { cookie: 'alhena.session_token=forged' } })
  expect(await other.text()).toBe(await plain.text())
  expect(plain.headers()['cache-control']).toContain('public')
  expect(plain.headers()['set-cookie']).toBeUndefined()
  expect(plain.headers().etag).toBe(other.headers().etag)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the filters are a drawer, and the search has its own row', { tag: '@one-size' }, async ({ page }) => {
    await page.goto('/assessments')
    await page.getByRole('button', { name: 'Filtros' }).click()
    const drawer = page.getByRole('complementary', { name: 'Filtros' })
    await expect(drawer).toBeVisible()
    await drawer.getByRole('radio', { name: /^Workshop Digital/ }).check()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Ver 4 resultados' }).click()
    await expect(drawer).toBeHidden()
    await expect(cards(page)).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
    await page.goto('/assessment/agilidad')
    // The field has the focus as soon as the click is handled: no key is lost.
    const button = page.getByRole('banner').getByRole('button', { name: 'Buscar', exact: true })
    const focused = await button.evaluate((node: HTMLButtonElement) => {
      node.click()
      return document.activeElement?.getAttribute('type')
    })
    expect(focused).toBe('search')
    await page.keyboard.type('kanb')
    const list = page.getByRole('listbox', { name: 'Sugerencias' })
    await expect(list).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await list.getByRole('option').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kanban para Ordenar el Trabajo')
    await expect(list).toBeHidden()
  })
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('suggestions and the sort menu use the whole width', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByRole('searchbox').click()
    await page.keyboard.type('goviern')
    const widths = [page.getByRole('listbox', { name: 'Sugerencias' }), main.getByRole('search').first()].map(
      async element => (await element.boundingBox())?.width,
    )
    const [suggested, searched] = await Promise.all(widths)
    expect(suggested).toBe(searched)
    await page.keyboard.press('Escape')
    const edges = [main.getByRole('combobox', { name: 'Ordenar por' }), cards(page).first()].map(async element => {
      const box = await element.boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    })
    const [ordered, listed] = await Promise.all(edges)
    expect(ordered).toBe(listed)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('searching, filtering by price and the correction work', { tag: ['@one-size', '@full'] }, async ({ page }) => {
    await page.goto('/assessments?category=liderazgo')
    await page.getByRole('main').getByRole('searchbox').fill('comunicasion')
    await page.getByRole('textbox', { name: 'Precio hasta, en pesos' }).fill('50000')
    await page.getByRole('button', { name: 'Aplicar filtros' }).click()
    await expect(page).toHaveURL(/search=comunicasion/)
    await expect(page.getByText('Mostrando resultados para «comunicación».')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(category(page, 'Liderazgo')).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Hasta \$50\.000/ })).toBeChecked()
  })
})

test('a search that takes only the beginning of what was typed says so', { tag: ['@one-size', '@full'] }, async ({
  page,
}) => {
  const long = `liderazgo ${'x'.repeat(120)}`
  const note = page.getByText('Buscamos por los primeros 100 caracteres')
  await page.goto('/assessments')
  const box = page.getByRole('main').getByLabel('Buscar assessments...')
  await box.fill('liderazgo')
  await expect(page.getByRole('listbox', { name: 'Sugerencias' })).toBeVisible()
  await expect(note).toHaveCount(0)
  await box.fill(long)
  await expect(page.getByRole('listbox', { name: 'Sugerencias' }).getByText('Buscamos por')).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL(/search=/)
  await expect(note.first()).toBeVisible()
})
