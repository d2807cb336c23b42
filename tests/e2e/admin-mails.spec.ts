import type { Page } from '@playwright/test'
import { confirmIdentity, signInStaff } from './accounts.ts'
import { auditPage, expect, expectAccessible, test } from './journey.ts'

// Mails: one document each, whose data, conditions and versions an administrator edits.

/** A text of the document; the editable one, which takes the place of the textarea of a page without scripts. */
const text = (page: Page, name: string) =>
  page.locator('[contenteditable=true]').and(page.getByRole('textbox', { name, exact: true }))

async function openMail(page: Page, name: string) {
  await page.goto('/admin/content/emails')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(text(page, name === 'Saludo, firma y pie' ? 'Saludo' : 'Asunto')).toBeVisible()
}

const preview = (page: Page) => page.frameLocator('iframe[title="Vista previa del correo"]')
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

// shows: B2.55
test('a mail is edited as one document, previewed, tested, published and restored', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const editor = await signInStaff(page, 'content')
  await page.goto('/admin/content/emails')
  await auditPage(page, [1440, 390])
  await openMail(page, 'Cotización')
  const subject = text(page, 'Asunto')

  // A datum is put in from the menu and taken out by one key, which undo brings back.
  await subject.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' por ')
  await choose(page, 'Insertar dato', 'Total')
  await expect(subject).toHaveText(/Tu cotización Número de la cotización.* por Total/)
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(
    'Tu cotización COT-2026-000123 por $240.000',
  )
  await page.keyboard.press('Backspace')
  await expect(subject).not.toHaveText(/Total/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(subject).toHaveText(/Total/)
  await page.keyboard.type('!')

  // A pasted page is text, and what is written in braces becomes a datum.
  await subject.evaluate(element => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<b>de</b> <img src="x">')
    clipboardData.setData('text/plain', ' de {razon_social}')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(subject.getByText('Razón social')).toBeVisible()
  await expect(subject.locator('b, img')).toHaveCount(0)

  // The button moves without asking for blocks, and the preview follows.
  await expect(page.getByText('Lleva a: Enlace a la cotización.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quitar Botón 4' })).toBeHidden()
  for (const place of [4, 3]) {
    await page.getByRole('button', { name: `Subir Botón ${place}` }).click()
    await expect(text(page, `Botón ${place - 1}`)).toHaveText('Ver mi cotización')
  }
  await expect(preview(page).getByRole('article')).toHaveText(/Ver mi cotización.*Válida hasta/s)
  for (const place of [2, 3]) await page.getByRole('button', { name: `Bajar Botón ${place}` }).click()
  await expect(text(page, 'Botón 4')).toHaveText('Ver mi cotización')
  await auditPage(page, [1440, 390])

  // A new block appears under its condition only, and moves by the keyboard. The editor begins with the texts alone.
  await expect(page.getByRole('button', { name: 'Agregar párrafo' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Bloques y condiciones' }).check()
  await page.getByRole('button', { name: 'Agregar párrafo' }).click()
  await page.keyboard.type('Te esperamos.')
  await page
    .getByLabel('Cuándo aparece Párrafo 5')
    .selectOption({ label: 'Solo si no se sabe el nombre de la persona' })
  await page.getByRole('button', { name: 'Subir Párrafo 5' }).focus()
  await page.keyboard.press('Enter')
  await expect(text(page, 'Párrafo 4')).toHaveText('Te esperamos.')
  await expect(preview(page).getByText('Te esperamos.')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Para quién' }).click()
  await page.getByRole('option', { name: 'Ejemplo: con lo mínimo' }).click()
  await expect(preview(page).getByText('Te esperamos.')).toBeVisible()
  await page.getByRole('button', { name: 'Oscuro' }).click()
  await page.getByRole('button', { name: 'Teléfono' }).click()
  await expect(preview(page).getByText('Te esperamos.')).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.getByRole('button', { name: 'Texto', exact: true }).click()
  await expect(page.getByText('Ver mi cotización:')).toBeVisible()

  // What the mail lacks is named; what was typed stays.
  await page.getByRole('button', { name: 'Quitar Botón 5' }).click()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Falta el botón: agrega uno en «Bloques y condiciones».').first()).toBeVisible()
  await page.getByRole('button', { name: 'Agregar botón' }).click()
  await page.keyboard.type('Ver mi cotización')
  await text(page, 'Párrafo 1').fill('Hola {numero_orden}')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Aquí no existe el dato {numero_orden}.').first()).toBeVisible()
  await auditPage(page, [1440, 390])
  await text(page, 'Párrafo 1').fill('Gracias por tu interés.')
  await page.getByRole('button', { name: 'Enviar prueba' }).click()
  await expect(page.getByText(`Te enviamos una prueba a ${editor} con lo que escribiste`)).toBeVisible()
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  await expect(preview(page).getByText('Gracias por tu interés.')).toBeVisible()
  await page.getByRole('link', { name: 'Correos' }).click()
  const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Confirma que eres tú.')).toBeVisible()
  await expect(text(page, 'Párrafo 1')).toHaveText('Gracias por tu interés.')
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Correo publicado.')).toBeVisible()
  await expect(async () => {
    await page.goto('/demo/correo')
    await expect(page.getByText(/\[Prueba\] Tu cotización COT-2026-000123 por \$240\.000! de/).first()).toBeVisible({
      timeout: 500,
    })
  }).toPass()

  // Another version, what it changes, and the first one again.
  await openMail(page, 'Cotización')
  await subject.fill('Cotización lista: {numero_cotizacion}')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Correo publicado.')).toBeVisible()
  const versions = page.getByRole('region', { name: 'Versiones' })
  await versions.getByText('1 cambio', { exact: true }).click()
  await expect(versions.getByRole('deletion').first()).toBeVisible()
  await auditPage(page, [1440, 390])
  await versions.getByRole('button', { name: /^Restaurar la versión/ }).click()
  await expect(page.getByText('Publícala para que vuelva a valer.')).toBeVisible()
  await expect(subject).toHaveText(/por Total! de Razón social/)
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('por $240.000! de')
  await page.getByRole('link', { name: 'Correos' }).click()
  await question.getByRole('button', { name: 'Seguir editando' }).click()

  // Somebody else has published meanwhile: nothing is lost, and both are shown.
  const other = await page.context().newPage()
  await openMail(other, 'Cotización')
  await text(other, 'Asunto').fill('Ajena {numero_cotizacion}')
  await other.getByRole('button', { name: 'Publicar' }).click()
  await expect(other.getByText('Correo publicado.')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText(/después de que abriste esta página/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Lo publicado y lo tuyo' }).getByRole('deletion').first(),
  ).toContainText('Ajena')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Correo publicado.')).toBeVisible()
  await page.getByRole('button', { name: 'Volver al original' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Volver al original' }).click()
  await expect(page.getByText('El correo vuelve a su texto original.')).toBeVisible()

  await openMail(page, 'Saludo, firma y pie')
  await text(page, 'Pie').fill('Adiós')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText(/Falta un dato que la persona necesita: «Razón social»/).first()).toBeVisible()
  await auditPage(page, [1440, 390])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a mail is edited in its written form', { tag: '@full' }, async ({ page }) => {
    await signInStaff(page, 'content')
    await page.goto('/admin/content/emails/reset_password')
    await page.getByRole('button', { name: 'Agregar lista' }).click()
    await page.getByRole('textbox', { name: 'Lista 5' }).fill('Uno\n[si nombre: Dos, {nombre}]')
    await page.getByRole('button', { name: 'Subir Lista 5' }).click()
    await expect(page.getByRole('textbox', { name: 'Lista 4' })).toHaveValue('Uno\n[si nombre: Dos, {nombre}]')
    await page.getByRole('button', { name: 'Ver cómo queda' }).click()
    await expect(preview(page).getByRole('listitem')).toHaveText(['Uno', 'Dos, Ana'])
  })
})

test('the question about unsaved input stays when an earlier answer arrives', { tag: '@full' }, async ({ page }) => {
  const editor = await signInStaff(page, 'content')
  await openMail(page, 'Cotización')
  await text(page, 'Asunto').fill('Otro asunto {numero_cotizacion}')
  const held: (() => void)[] = []
  await page.route('**/*.data*', async route => {
    if (route.request().method() === 'GET') await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Enviar prueba' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Correos' }).click()
  const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  await expect(question).toBeVisible()
  for (const release of held) release()
  await expect(page.getByText(`Te enviamos una prueba a ${editor}`)).toBeVisible()
  await expect(question).toBeVisible()
  await page.unroute('**/*.data*')
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL('/admin/content/emails')
})
