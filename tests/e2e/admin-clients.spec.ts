import { readFile } from 'node:fs/promises'
import { ADMIN_EMAIL, confirmSession, joinStaff, openAccount, signIn, signInStaff } from './accounts.ts'
import { buyForNothing, fillCart, quote } from './buyer.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

const PASSWORD = 'una clave de prueba 7'

// shows: B1.2, B2.63, B2.67
test('an administrator finds a client, reads the purchases, writes a note and changes the role', {
  tag: '@full',
}, async ({ page, browser }) => {
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'cliente')
  const company = `Ñandú ${email.slice(8, 20)} SpA`
  const profile = { intent: 'save', first_name: 'Ana', last_name: 'Rojas', company, phone: '' }
  await shop.request.post('/account', { form: profile })
  const choices = await fillCart(shop, ['agilidad'])
  await buyForNothing(shop.request, choices)
  await quote(shop.request, choices)

  await signInStaff(page, 'sales')
  await page.goto('/admin/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar por nombre, correo o empresa...' }).fill(email.split('@')[0] ?? '')
  await page.getByRole('combobox', { name: 'Compras' }).selectOption('Ha comprado')
  await page.getByRole('combobox', { name: 'Rol' }).selectOption('Cliente')
  await page.getByRole('searchbox', { name: /^Buscar por/ }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('0 de 1')
  await expect(page.getByRole('columnheader', { name: 'Gastado' })).toHaveAttribute('title', /menos lo reembolsado/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await auditPage(page)
  // Any company is found, also one that is not among those offered; the field keeps the focus.
  await page.getByRole('link', { name: 'Limpiar' }).click()
  await expect(page).toHaveURL('/admin/clients')
  const companies = page.getByRole('combobox', { name: 'Empresa' })
  await companies.fill(email.slice(8, 20))
  await expect(page.getByRole('option', { name: company })).toBeVisible()
  await companies.press('Enter')
  await expect(page.getByRole('link', { name: `Quitar filtro Empresa: ${company}` })).toBeVisible()
  await expect(companies).toBeFocused()
  await expect(companies).toHaveValue(company)
  await expect(page.getByRole('row')).toHaveCount(2)
  await companies.fill('nadie se llama así')
  await expect(page.getByRole('status').filter({ hasText: 'Sin coincidencias' })).toHaveCount(1)
  await companies.press('Tab')
  await expect(companies).toHaveValue(company)
  await test.step('a file of people asks who sits before the session, and leads back to the same list', async () => {
    const list = `/admin/clients?empresa=${new URL(page.url()).searchParams.get('empresa')}`
    await page.getByRole('link', { name: 'Exportar CSV' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Confirma que eres tú' })).toBeVisible()
    await auditPage(page, [1440, 390])
    await page.getByRole('textbox', { name: /^Tu contraseña/ }).fill('no es esta')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByText('Esa no es tu contraseña actual')).toBeVisible()
    await page.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page).toHaveURL(list)
  })
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(`Ana Rojas;${email};${company};Cliente;`)

  await row.getByRole('link', { name: 'Ana Rojas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Rojas' })).toBeVisible()
  for (const [part, text] of [
    ['Órdenes', 'Pagado'],
    ['Accesos', 'Invitado'],
    ['Cotizaciones', 'Vigente'],
    ['Correos', 'Comprobante de compra'],
  ] as const)
    await expect(page.getByRole('region', { name: part })).toContainText(text)

  const notes = page.getByRole('region', { name: 'Notas' })
  await notes.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(notes.getByText('Escribe la nota')).toBeVisible()
  await notes.getByRole('textbox', { name: 'Nota nueva' }).fill('Prefiere que la llamen.\nPor la tarde.')
  await notes.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(page.getByText('Nota guardada.')).toBeVisible()
  await expect(notes.getByRole('listitem')).toContainText('Paz Soto')
  await expect(notes.getByRole('textbox', { name: 'Nota nueva' })).toHaveValue('')
  await notes.getByRole('button', { name: /^Eliminar la nota/ }).click()
  await expect(page.getByText('Nota eliminada.')).toBeVisible()
  await expect(notes.getByRole('listitem')).toHaveCount(0)

  await test.step('a role takes effect in the open session', async () => {
    const role = page.getByRole('region', { name: 'Cambiar el rol' })
    await expect(role).toHaveCount(0)
    await signIn(page, ADMIN_EMAIL)
    await confirmSession(page)
    await page.reload()
    const account = page.getByRole('region', { name: 'Cuenta' })
    const choose = async (name: string) => {
      await role.getByRole('combobox', { name: 'Rol' }).selectOption(name)
      await role.getByRole('button', { name: 'Cambiar el rol' }).click()
    }
    await choose('Gestor de assessments')
    await expect(page.getByText('Rol cambiado. Le avisamos por correo.')).toBeVisible()
    // The form is rendered again with the new role.
    await expect(account).toContainText('Gestor de assessments')
    // Whoever is not of the staff is invited to it.
    await expect(role.getByRole('option', { name: 'Administrador de Plataforma' })).toHaveCount(0)
    await expect(role.getByRole('link', { name: 'Invitar al equipo' })).toBeVisible()
    await joinStaff(email, 'support')
    await page.reload()
    expect((await shop.request.get('/admin/clients')).status()).toBe(200)
    await choose('Equipo: Contenidos')
    await expect(account).toContainText('Equipo: Contenidos')
    expect((await shop.request.get('/admin/clients')).status()).toBe(403)
    await choose('Cliente')
    await expect(account).toContainText('Cliente')
    expect((await shop.request.get('/admin/content')).status()).toBe(403)
  })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/admin/clients')
  await page.getByRole('navigation', { name: 'Clientes' }).getByRole('link', { name: 'Empresas' }).click()
  await page.getByRole('searchbox', { name: 'Buscar por empresa o RUT...' }).fill(company.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: new RegExp(`^\\d+ personas? de ${company}$`) }).click()
  await expect(page.getByRole('link', { name: 'Ana Rojas' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  await test.step('a deleted account is shown as such, without personal data', async () => {
    const address = await page.getByRole('link', { name: 'Ana Rojas' }).getAttribute('href')
    await shop.request.post('/account/security/delete', { form: { password: PASSWORD, word: 'ELIMINAR' } })
    await page.goto(address ?? '')
    await expect(page.getByRole('heading', { level: 1, name: 'Cuenta eliminada' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Órdenes' })).toContainText('Pagado')
    for (const personal of [email, company, 'Rojas', '@cuenta.invalid'])
      await expect(page.getByText(personal, { exact: false })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Cambiar el rol' })).toHaveCount(0)
  })
  await client.close()
})
