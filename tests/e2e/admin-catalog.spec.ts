import sharp from 'sharp'
import { signIn, signInStaff } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'

const picture = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#1f7a4d' } })
    .png()
    .toBuffer()

test.use({ provoked: /status of 412/ })

// shows: B2.39, B2.40, B2.43, B5.1, B8.4
test('an administrator adds a product with a picture, edits it, resolves an edit conflict and archives it', {
  tag: '@full',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000)
  const editor = await signInStaff(page, 'content')
  await page.goto('/admin/catalog')
  await expect(page.getByRole('heading', { level: 1, name: 'Catálogo' })).toBeVisible()
  await test.step('at 200% zoom the list scrolls, the page does not', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await page.getByRole('link', { name: 'Nuevo assessment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo assessment' })).toBeVisible()

  await test.step('input is kept when something is invalid', async () => {
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Escribe el nombre')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Nombre/ })).toBeFocused()
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Gestión del Cambio')
    await expect(page.getByRole('textbox', { name: /^Slug/ })).toHaveValue('gestion-del-cambio')
    await page.getByRole('combobox', { name: /^Categoría/ }).selectOption('Liderazgo')
    await page.getByRole('textbox', { name: /^Precio base/ }).fill('149.990')
    const prices = page.getByRole('table', { name: /^Lo que paga quien compra/ })
    await expect(prices.getByRole('row', { name: /^1 \$149\.990 \$149\.990$/ })).toBeVisible()
    await expect(prices.getByRole('row', { name: /^11 \$40\.906 \$449\.970$/ })).toBeVisible()
    await page.getByRole('textbox', { name: /^Desde/ }).fill('20')
    await page.getByLabel('Subir una imagen').setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no soy una imagen'),
    })
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Ese archivo no es una imagen JPG, PNG o WebP, o está dañado')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Precio base/ })).toHaveValue('149.990')
    await expectAccessible(page)
  })

  await test.step('a draft is visible to administrators alone', async () => {
    await page
      .getByLabel('Subir una imagen')
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await picture() })
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Se creó. Revísalo con «Vista Previa»')).toBeVisible()
    const draft = page.url()
    const preview = `${new URL(draft).pathname}/preview`
    await page.goto(preview)
    await expect(page.getByRole('heading', { level: 1, name: 'Gestión del Cambio' })).toBeVisible()
    await expect(page.getByText('en la tienda no se ve ni se puede comprar')).toBeVisible()
    await page.getByRole('button', { name: 'Agregar al carrito', exact: true }).first().click()
    await expect(page.getByText('Es una vista previa: aquí no se compra')).toBeVisible()
    await expectAccessible(page)
    expect((await page.request.get('/assessment/gestion-del-cambio')).status()).toBe(404)
    const visitor = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const shown = await visitor.request.get(preview)
    expect(new URL(shown.url()).pathname).toBe('/auth')
    await visitor.close()
    await page.goto(draft)
  })

  await test.step('once complete, it is in the shop at once, with its picture', async () => {
    await page.getByRole('textbox', { name: /^Descripción corta/ }).fill('Para conducir cambios.')
    await page.getByRole('textbox', { name: /^Descripción larga/ }).fill('Con **método**.\n\nY <b>sin marcas</b>.')
    await page.getByRole('textbox', { name: 'Resultado', exact: true }).first().fill('Un plan')
    await page
      .getByRole('combobox', { name: /^Lo cumple/ })
      .first()
      .selectOption('Plan de acción')
    const outcomes = page.getByRole('textbox', { name: 'Resultado', exact: true })
    const rows = await outcomes.count()
    await page.getByRole('button', { name: 'Agregar resultado' }).click()
    await expect(outcomes.nth(rows)).toBeFocused()
    await page.keyboard.type('Uno de más')
    await page.getByRole('button', { name: `Quitar resultado ${rows + 1}`, exact: true }).click()
    await expect(outcomes).toHaveCount(rows)
    await expect(outcomes.nth(rows - 1)).toBeFocused()
    await expect(outcomes.first()).toHaveValue('Un plan')
    await field(page, 'Para quién').fill('Gerencias')
    await page.getByRole('textbox', { name: /^Etiquetas/ }).fill('Cambio, Liderazgo')
    await page.getByRole('combobox', { name: /^Estado/ }).selectOption('Activo')
    await page.getByRole('combobox', { name: /^Cuestionario/ }).selectOption({ index: 1 })
    await expect(page.getByText('Cambios sin guardar')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Todo guardado')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expect(async () => {
      expect((await page.request.get('/assessment/gestion-del-cambio')).status()).toBe(200)
    }).toPass()
    const shop = await page.context().newPage()
    await shop.goto('/assessment/gestion-del-cambio')
    await expect(shop.getByText('Y <b>sin marcas</b>.')).toBeVisible()
    const address = await shop.locator('img[src^="/pictures/"]').first().getAttribute('src')
    const image = await shop.request.get(address ?? '')
    expect(image.headers()).toMatchObject({ 'content-type': 'image/webp' })
    expect(image.headers()['cache-control']).toContain('immutable')
    await shop.close()
  })

  await test.step('concurrent editors see the conflict, and typed input is kept', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    // A page may still be hydrating, and the same text again would be no change.
    await expect(async () => {
      await other.getByRole('textbox', { name: /^Descripción corta/ }).fill('')
      await other.getByRole('textbox', { name: /^Descripción corta/ }).fill('Del otro.')
      await expect(other.getByText('Cambios sin guardar')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await other.getByRole('textbox', { name: /^Descripción corta/ }).fill('Del otro.')
    await field(other, 'Para quién').fill('Directorios')
    await other.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(other.getByText('Todo guardado')).toBeVisible()
    await other.close()
    await page.getByRole('textbox', { name: /^Descripción corta/ }).fill('La mía.')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('guardó cambios mientras editabas')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Descripción corta/ })).toHaveValue('La mía.')
    await expect(field(page, 'Para quién')).toHaveValue('Directorios')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Usar lo de .* en Descripción corta$/ }).click()
    await expect(page.getByRole('textbox', { name: /^Descripción corta/ })).toHaveValue('Del otro.')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Todo guardado')).toBeVisible()
  })

  await test.step('typed input survives an expired session and a lost connection', async () => {
    const short = page.getByRole('textbox', { name: /^Descripción corta/ })
    const save = page.getByRole('button', { name: 'Guardar', exact: true })
    await short.fill('Escrito sin sesión.')
    await page.context().clearCookies()
    await save.click()
    await expect(page.getByText('No se guardó: tu sesión terminó')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Inicia sesión en otra pestaña' })).toHaveAttribute('target', '_blank')
    await expectAccessible(page)
    await signIn(page, editor)
    await page.context().setOffline(true)
    await save.click()
    await expect(page.getByText('No se guardó: no pudimos llegar al servidor')).toBeVisible()
    await expect(short).toHaveValue('Escrito sin sesión.')
    await page.context().setOffline(false)
    await save.click()
    await expect(page.getByText('Todo guardado')).toBeVisible()
    await page.reload()
    await expect(short).toHaveValue('Escrito sin sesión.')
    await page.getByText('Historial', { exact: true }).click()
    await expect(page.getByRole('link', { name: 'Assessment editado' }).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('another slug keeps the old address working', async () => {
    await page.getByRole('textbox', { name: /^Slug/ }).fill('conducir-cambios')
    await page.getByRole('link', { name: 'Catálogo', exact: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Todo guardado')).toBeVisible()
    await expect(async () => {
      const moved = await page.request.get('/assessment/gestion-del-cambio', { maxRedirects: 0 })
      expect([moved.status(), moved.headers().location]).toEqual([301, '/assessment/conducir-cambios'])
    }).toPass()
  })

  await test.step('once archived, it is not in the shop', async () => {
    await page.goto('/admin/catalog?search=gestion')
    await page.getByRole('button', { name: 'Acciones de Gestión del Cambio' }).click()
    await page.getByRole('button', { name: 'Archivar', exact: true }).last().click()
    await expect(page.getByText('Gestión del Cambio: ya no se vende.')).toBeVisible()
    await expect(async () => {
      expect((await page.request.get('/assessment/conducir-cambios')).status()).toBe(410)
    }).toPass()
  })
})

// shows: B2.39, B2.42
test('an administrator sorts the categories with the keyboard', { tag: '@full' }, async ({ page }) => {
  await signInStaff(page, 'content')
  await page.goto('/admin/catalog')
  await page.getByRole('link', { name: 'Categorías', exact: true }).click()
  const names = () =>
    page.getByRole('rowheader').evaluateAll(headers => headers.map(header => header.textContent?.trim() ?? ''))
  await expect(page.getByRole('button', { name: 'Bajar Data Analytics' })).toBeVisible()
  const before = await names()
  const [last = ''] = before.slice(-1)
  await page.getByRole('button', { name: `Subir ${last}` }).focus()
  await page.keyboard.press('Enter')
  await expect(async () => expect((await names()).indexOf(last)).toBe(before.length - 2)).toPass()
  await expect(page.getByRole('button', { name: `Subir ${last}` })).toBeFocused()
  await page.getByRole('button', { name: `Bajar ${last}` }).click()
  await expect(async () => expect(await names()).toEqual(before)).toPass()

  await page.getByRole('button', { name: 'Acciones de Liderazgo' }).click()
  await page.getByRole('button', { name: 'Archivar', exact: true }).last().click()
  await expect(page.getByText('Tiene productos activos: muévelos a otra categoría o archívalos primero.')).toBeVisible()
  await expectAccessible(page)
})
