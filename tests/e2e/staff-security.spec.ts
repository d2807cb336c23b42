import { readFile } from 'node:fs/promises'
import { createAccount, PASSWORD } from '../support/factories.ts'
import { totpCode } from '../support/totp.ts'
import { auditPage, expect, field, newEmail } from './journey.ts'
import { addAuthenticator, test } from './staff-shop.ts'

test('the staff adds a passkey before anything else, logs in with it, and confirms with it', {
  tag: '@one-size',
}, async ({ page, shop }) => {
  const { email } = await createAccount(shop.pool, { email: newEmail('llave'), role: 'admin' })
  const setVerified = await addAuthenticator(page)
  const logIn = async (to = '/admin') => {
    await page.goto(`/auth?redirect=${to}`)
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  }

  await logIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguridad de tu cuenta' })).toBeVisible()
  await expect(page.getByText('Agrega un segundo paso para seguir')).toBeVisible()
  await page.getByRole('link', { name: 'Órdenes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguridad de tu cuenta' })).toBeVisible()
  await auditPage(page, [1440, 390])

  const confirm = page.getByRole('region', { name: 'Confirma que eres tú' })
  await confirm.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  const keys = page.getByRole('region', { name: 'Llaves de acceso' })
  await keys.getByRole('textbox', { name: /^Nombre de la llave/ }).fill('Mi computador')
  await keys.getByRole('button', { name: 'Agregar una llave' }).click()
  await expect(page.getByText('Llave agregada.')).toBeVisible()
  await expect(keys.getByRole('listitem')).toContainText('Mi computador')
  await page.getByRole('link', { name: 'Órdenes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Órdenes' })).toBeVisible()

  await page.context().clearCookies()
  await logIn('/admin/integrations/keys')
  await expect(page.getByRole('heading', { level: 1, name: 'Segundo paso' })).toBeVisible()
  await auditPage(page, [1440, 390])
  // The password alone opens nothing, wherever it is tried.
  expect((await page.request.get('/account', { maxRedirects: 0 })).status()).toBe(302)

  // A page of somebody else's making may ask the key for less: who took it has one factor, not two.
  const challenge = /\/auth\/passkey$/
  await setVerified(false)
  await page.route(challenge, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), userVerification: 'discouraged' } })
  })
  await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page.getByText('No pudimos comprobar la llave de acceso')).toBeVisible()
  await page.unroute(challenge)
  await setVerified(true)
  await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integraciones' })).toBeVisible()

  await field(page, 'Nombre').fill('ERP')
  await page.getByRole('checkbox', { name: 'Leer órdenes' }).check()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Escribe tu contraseña')).toBeVisible()
  await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page.getByText('Confirmado. Ya puedes continuar.')).toBeVisible()
  await expect(field(page, 'Nombre')).toHaveValue('ERP')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Guarda la clave: no se vuelve a mostrar')).toBeVisible()

  const { rows } = await shop.pool.query(
    `select action, after ->> 'confirmed_by' as by from audit_log where entity = 'profiles' and action <> 'sessions_closed'
       and entity_id = (select id::text from profiles where email = $1) order by id`,
    [email],
  )
  expect(rows).toEqual([
    { action: 'signed_in', by: 'password' },
    { action: 'stepped_up', by: 'password' },
    { action: 'passkey_added', by: null },
    { action: 'sign_in_failed', by: 'passkey' },
    { action: 'signed_in', by: 'passkey' },
    { action: 'stepped_up', by: 'passkey' },
  ])

  const expireConfirmation = () =>
    shop.pool.query("update auth.sessions set stepped_up_at = stepped_up_at - interval '11 minutes'")
  await expireConfirmation()
  await field(page, 'Nombre').fill('CRM')
  await page.getByRole('checkbox', { name: 'Leer órdenes' }).check()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Escribe tu contraseña')).toBeVisible()
  await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await expect(page.getByText('Confirmado. Ya puedes continuar.')).toBeVisible()
  // The page stays open until that confirmation has expired as well.
  await expireConfirmation()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(field(page, 'Tu contraseña')).toBeVisible()
  await expect(page.getByText('Confirmado. Ya puedes continuar.')).toBeHidden()
  await expect(field(page, 'Nombre')).toHaveValue('CRM')

  await page.goto('/admin/security')
  await confirm.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await keys.getByRole('textbox', { name: /^Nombre de la llave/ }).fill('Mi teléfono')
  const expired = page.getByText('Tu confirmación venció y no cambió nada.')
  await expireConfirmation()
  await keys.getByRole('button', { name: 'Agregar una llave' }).click()
  await expect(expired).toBeVisible()
  await confirm.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await expect(expired).toBeHidden()
  await expect(keys.getByRole('textbox', { name: /^Nombre de la llave/ })).toHaveValue('Mi teléfono')
  await expireConfirmation()
  await keys.getByRole('button', { name: 'Quitar la llave Mi computador' }).click()
  await expect(expired).toBeInViewport()
  await expect(keys.getByRole('listitem')).toContainText('Mi computador')
  await confirm.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await keys.getByRole('button', { name: 'Quitar la llave Mi computador' }).click()
  await expect(page.getByText('Es tu único segundo paso y la tienda lo exige.')).toBeVisible()
})

test('the staff logs in with codes, and with a recovery code once', { tag: ['@one-size', '@full'] }, async ({
  page,
  shop,
}) => {
  const { email } = await createAccount(shop.pool, { email: newEmail('codigos'), role: 'admin' })
  const logIn = async () => {
    await page.context().clearCookies()
    await page.goto('/auth?redirect=/admin')
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  }
  await logIn()
  const codes = page.getByRole('region', { name: 'Aplicación de códigos' })
  await codes.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await codes.getByRole('button', { name: 'Activar la aplicación de códigos' }).click()
  await expect(codes.getByRole('img', { name: 'Código QR de tu aplicación de códigos' })).toBeVisible()
  const secret = (await codes.locator('code').textContent()) ?? ''
  await field(codes, 'Código de tu aplicación').fill('000000')
  await codes.getByRole('button', { name: 'Activar' }).click()
  await expect(codes.getByText('Ese código no es correcto o ya se usó')).toBeVisible()
  await field(codes, 'Código de tu aplicación').fill(totpCode(secret, new Date()))
  await codes.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByText('La aplicación de códigos quedó activa.')).toBeVisible()
  const shown = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  const recovery = await shown.allTextContents()
  expect(recovery.length).toBeGreaterThanOrEqual(8)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Descargar' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(recovery.join('\n'))
  await auditPage(page, [1440, 390])

  await logIn()
  // The first code is used; the next one is valid as well.
  await field(page, 'Código de tu aplicación').fill(totpCode(secret, new Date(Date.now() + 30_000)))
  await page.getByRole('button', { name: 'Entrar con el código', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const enterWith = async (code: string) => {
    await logIn()
    await page.getByText('No tengo mi teléfono ni mi llave').click()
    await field(page, 'Código de recuperación').fill(code)
    await page.getByRole('button', { name: 'Entrar con el código de recuperación' }).click()
  }
  await enterWith(recovery[0] ?? '')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await enterWith(recovery[0] ?? '')
  await expect(page.getByText('Ese código no es correcto o ya se usó')).toBeVisible()

  // Who lost everything is helped by the operator, and adds a new second step.
  expect(await shop.run('reset-second-factor', email)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${email} logs in with the password alone`),
  })
  expect(await shop.run('reset-second-factor', email)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${email} has no second factor`),
  })
  expect(await shop.run('reset-second-factor')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name the account'),
  })
  await logIn()
  await expect(page.getByText('Agrega un segundo paso para seguir')).toBeVisible()
})

test('without scripts the recovery codes are shown by the answer that turns the application on', async ({
  browser,
  baseURL,
  shop,
}) => {
  const { email } = await createAccount(shop.pool, { email: newEmail('sin-scripts'), role: 'admin' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/auth?redirect=/admin/security')
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  const codes = page.getByRole('region', { name: 'Aplicación de códigos' })
  await codes.getByRole('textbox', { name: /^Tu contraseña/ }).fill(PASSWORD)
  await codes.getByRole('button', { name: 'Activar la aplicación de códigos' }).click()
  const secret = (await codes.locator('code').textContent()) ?? ''
  // A wrong code keeps the key that was scanned.
  await field(codes, 'Código de tu aplicación').fill('000000')
  await codes.getByRole('button', { name: 'Activar' }).click()
  await expect(codes.locator('code')).toHaveText(secret)
  await field(codes, 'Código de tu aplicación').fill(totpCode(secret, new Date()))
  await codes.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByText('La aplicación de códigos quedó activa.')).toBeVisible()
  expect(
    await page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem').count(),
  ).toBeGreaterThanOrEqual(8)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await context.close()
})
