import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { ADMIN_EMAIL, openAccount, signIn } from './accounts.ts'
import {
  auditPage,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  newEmail,
  stopClock,
  test,
} from './journey.ts'

const accountMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cuenta de/ })

/** The entries of the open account menu, as shown. */
const menuEntries = async (page: Page) => {
  await accountMenu(page).click()
  const entries = page.getByRole('banner').getByRole('listitem').filter({ visible: true })
  const list = entries.filter({ hasText: /^(Mi Cuenta|Dashboard|Panel Admin|Cerrar Sesión)$/ })
  return list
}

test.describe('the auth screen', () => {
  // shows: S2.2, S2.48, S2.49, S2.50, S2.52, S2.53, S6.6, S8.1
  test('logs in or signs up, and the link between them clears messages', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión')
    await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
    await field(page, 'Email').fill('nadie@example.cl')
    await field(page, 'Contraseña').fill('equivocada')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Email o contraseña incorrectos')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crear Cuenta')
    await expect(page.getByText('Email o contraseña incorrectos')).toBeHidden()
    await expect(page.getByText('Mínimo 6 caracteres')).toBeVisible()
    const type = page.getByRole('combobox', { name: 'Tipo de cuenta' })
    await expect(type).toHaveValue('assessment_manager')
    for (const [label, description] of [
      ['Gestor de assessments', 'Compra assessments y gestiona participantes'],
      ['Cliente', 'Compra y gestiona assessments'],
      ['Respondedor de Assessment', 'Participa en assessments'],
    ] as const) {
      await type.selectOption({ label })
      await expect(page.getByText(description, { exact: true })).toBeVisible()
    }
    await expect(type.getByRole('option')).toHaveCount(3)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test("returns to the page on which the header's link was followed, and to no other site", {
    tag: '@full',
  }, async ({ page, isMobile }) => {
    await page.goto('/assessments?category=Liderazgo')
    if (isMobile) await page.getByRole('button', { name: 'Abrir menú' }).click()
    const scope = isMobile ? page.getByRole('navigation', { name: 'Menú' }) : page.getByRole('banner')
    await scope.getByRole('link', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL(`/auth?${new URLSearchParams({ redirect: '/assessments?category=Liderazgo' })}`)
    await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión')
    await field(page, 'Email').fill(ADMIN_EMAIL)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL('/assessments?category=Liderazgo')
    await page.context().clearCookies()
    for (const referrer of ['https://example.com/cart', 'no es una dirección', '//example.com']) {
      const answer = await page.request.get('/auth', { headers: { Referer: referrer } })
      expect(new URL(answer.url()).search).toBe('')
    }
  })

  // shows: S2.2, S2.53, S5.1, S5.2, S5.3, S8.4
  test('requires e-mail and password, and at sign-up also both names and six characters', {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Escribe tu correo')).toBeVisible()
    await expect(page.getByText('Escribe tu contraseña')).toBeVisible()
    await page.goto('/auth?mode=register')
    for (const name of ['Nombre', 'Apellido', 'Email', 'Contraseña']) {
      await expect(field(page, name)).toHaveAttribute('required')
    }
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
    await field(page, 'Contraseña').fill('corta')
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
    await expect(page.getByText('Escribe tu nombre')).toBeVisible()
    await expect(page.getByText('Escribe tu apellido')).toBeVisible()
    await expect(page.getByText('Escribe tu correo')).toBeVisible()
  })

  // shows: S2.52, S2.53
  test('shows and hides the password in both modes', { tag: ['@one-size', '@full'] }, async ({ page }) => {
    for (const address of ['/auth', '/auth?mode=register']) {
      await page.goto(address)
      const password = field(page, 'Contraseña')
      await expect(password).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
      await expect(password).toHaveAttribute('type', 'password')
    }
  })

  // shows: S4.6, S8.2, S8.3, S8.8, S9.14
  test('says that the account was created and returns to log-in after three seconds', { tag: '@one-size' }, async ({
    page,
  }) => {
    const email = newEmail('nueva')
    await page.clock.install()
    await page.goto('/auth?mode=register')
    await field(page, 'Nombre').fill('Ana')
    await field(page, 'Apellido').fill('Rojas')
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await stopClock(page)
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(page.getByText('¡Cuenta creada exitosamente! Revisa tu email para confirmar tu cuenta.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisa tu correo')
    // The log-in form is there from the start, folded, so that the return moves nothing and keeps what was typed.
    const logInForm = page.getByText('Ya confirmé mi correo: Iniciar Sesión')
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeHidden()
    // Within the page, wherever that is scrolled to.
    const placeOf = () => logInForm.evaluate(element => element.getBoundingClientRect().top + scrollY)
    const place = await placeOf()
    await page.clock.runFor(2900)
    await expect(page).toHaveURL('/auth?mode=register')
    await logInForm.click()
    await expect(field(page, 'Email')).toHaveValue(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.clock.runFor(100)
    await expect(page).toHaveURL('/auth?aviso=cuenta-creada')
    await page.clock.resume()
    expect(await placeOf()).toBe(place)
    await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Por favor confirma tu email antes de iniciar sesión')).toBeVisible()
    await page.goto('/auth?mode=register')
    await field(page, 'Nombre').fill('Otra')
    await field(page, 'Apellido').fill('Persona')
    await field(page, 'Email').fill(email)
    await field(page, 'Contraseña').fill('otra clave de prueba')
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(page.getByText('Ya existe una cuenta con este email')).toBeVisible()
  })

  test('asks for another link after a wait, and for the right address with what was typed', {
    tag: '@one-size',
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto('/auth?mode=register&redirect=/account')
    await field(page, 'Nombre').fill('Ana')
    await field(page, 'Apellido').fill('Rojas')
    await field(page, 'Email').fill(newEmail('equivocada'))
    await field(page, 'Contraseña').fill(PASSWORD)
    await stopClock(page)
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisa tu correo')
    const resend = page.getByRole('button', { name: 'Reenviar enlace de confirmación' })
    await expect(resend).toBeDisabled()
    await page.clock.runFor(3000)
    await expect(page.getByRole('link', { name: 'Abrir el correo de demostración' })).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(resend).toBeEnabled()
    await resend.click()
    await expect(page.getByText('Si existe una cuenta por confirmar con ese correo')).toBeVisible()
    await expect(resend).toBeDisabled()
    await page.clock.resume()
    await auditPage(page)

    await page.getByRole('link', { name: 'Cambiar el correo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crear Cuenta')
    await expect(field(page, 'Nombre')).toHaveValue('Ana')
    await expect(field(page, 'Apellido')).toHaveValue('Rojas')
    await expect(field(page, 'Email')).toHaveValue('')
    const right = newEmail('correcta')
    await field(page, 'Email').fill(right)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Crear Cuenta' }).click()
    await expect(page.getByRole('main').getByText(right)).toBeVisible()
    await page.goto(await linkInMail(process.env.E2E_DATA_DIR ?? '', right, '/auth/confirm'))
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(page).toHaveURL('/account')
  })

  // shows: S2.51
  test('redirects signed-in users to the home page', { tag: '@one-size' }, async ({ page }) => {
    await signIn(page, ADMIN_EMAIL)
    await page.goto('/auth')
    await expect(page).toHaveURL('/')
  })
})

test.describe('the menu of a signed-in user', () => {
  // shows: S2.9, S2.25, S2.26, S4.2, S4.4
  test('links to account and dashboard, and signs out; without a link to the back office', { tag: '@full' }, async ({
    page,
  }) => {
    await openAccount(page, 'clienta')
    await page.goto('/')
    const entries = await menuEntries(page)
    await expect(entries).toHaveText(['Mi Cuenta', 'Dashboard', 'Cerrar Sesión'])
    await expect(entries.getByRole('link', { name: 'Mi Cuenta' })).toHaveAttribute('href', '/account')
    await expect(entries.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/account/dashboard')
    await expectAccessible(page)
    await entries.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/auth\?redirect=/)
  })

  // shows: S1.3, S2.26, S2.58, S6.2, S7.7, B2.5
  test('links administrators to the back office, whose own menu signs out to the auth screen', {
    tag: '@full',
  }, async ({ page }) => {
    await signIn(page, ADMIN_EMAIL)
    await page.goto('/')
    const entries = await menuEntries(page)
    await expect(entries).toHaveText(['Mi Cuenta', 'Dashboard', 'Panel Admin', 'Cerrar Sesión'])
    await entries.getByRole('link', { name: 'Mi Cuenta' }).click()
    await expect(page.getByText('Administrador', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Panel de Administración' }).click()
    await expect(page).toHaveURL('/admin')
    const signOut = page.getByRole('button', { name: 'Cerrar sesión' })
    // The menu opens once the page's scripts have run.
    await expect(async () => {
      if (!(await signOut.isVisible())) await accountMenu(page).click()
      await expect(signOut).toBeVisible({ timeout: 500 })
    }).toPass()
    await signOut.click()
    await expect(page).toHaveURL('/auth')
  })
})

test.describe('the profile page', () => {
  // shows: S2.55, S2.56, S2.57, S2.58, S2.59, S2.60, S2.61, S2.62, S4.7, S4.8, S6.9, S8.9, S9.15
  test('shows the user, and saves four fields', async ({ page }) => {
    const email = await openAccount(page, 'perfil', 'respondent')
    await page.clock.install()
    await page.goto('/account')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Mi Cuenta')
    await expect(main.getByText('AR', { exact: true })).toBeVisible()
    await expect(main.getByText('Ana Rojas')).toBeVisible()
    await expect(main.getByText(email).first()).toBeVisible()
    await expect(main.getByText('Respondedor', { exact: true })).toBeVisible()
    await expect(main.getByText(/^Miembro desde \d{1,2} de \p{L}+ de \d{4}$/u)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Dashboard de Assessments' })).toHaveAttribute(
      'href',
      '/account/dashboard',
    )
    await expect(main.getByRole('link', { name: 'Panel de Administración' })).toHaveCount(0)

    await main.getByRole('link', { name: 'Editar' }).click()
    await expect(field(page, 'Email')).not.toBeEditable()
    await expect(main.getByText('El email no se puede cambiar')).toBeVisible()
    await expect(field(page, 'Teléfono')).toHaveAttribute('placeholder', '+56 9 XXXX XXXX')
    await field(page, 'Nombre').fill('Otra')
    await main.getByRole('link', { name: 'Cancelar' }).click()
    await expect(field(page, 'Nombre')).toHaveCount(0)
    await main.getByRole('link', { name: 'Editar' }).click()
    await expect(field(page, 'Nombre')).toHaveValue('Ana')

    await field(page, 'Apellido').fill('Muñoz')
    await field(page, 'Empresa').fill('Datos SpA')
    await field(page, 'Teléfono').fill('+56 9 1234 5678')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/account\.data/, async route => {
      await held
      await route.continue()
    })
    await stopClock(page)
    await main.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(main.getByRole('button', { name: 'Guardando...' })).toBeVisible()
    release()
    await expect(main.getByText('Perfil actualizado exitosamente')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Guardar Cambios' })).toHaveCount(0)
    await expect(main.getByText('Ana Muñoz')).toBeVisible()
    const requested: string[] = []
    page.on('request', request => requested.push(new URL(request.url()).pathname))
    await page.clock.runFor(900)
    expect(requested).not.toContain('/account.data')
    await page.clock.runFor(100)
    await expect.poll(() => requested).toContain('/account.data')
    await page.clock.resume()
    await expect(main.getByText('Datos SpA')).toBeVisible()
    await expect(main.getByText('Perfil actualizado exitosamente')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test.describe('a protected page', () => {
  // shows: S2.15
  test('shows that access is being checked when that takes long', { tag: ['@one-size', '@full'] }, async ({ page }) => {
    await openAccount(page, 'guardia')
    await page.clock.install()
    await page.goto('/')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/account.*\.data/, async route => {
      await held
      await route.continue()
    })
    await accountMenu(page).click()
    await stopClock(page)
    const asked = page.waitForRequest(/\/account.*\.data/)
    await page.getByRole('banner').getByRole('link', { name: 'Mi Cuenta' }).click()
    await asked
    await page.clock.runFor(290)
    await expect(page.getByText('Verificando acceso...')).toHaveCount(0)
    await page.clock.runFor(20)
    await expect(page.getByText('Verificando acceso...')).toBeVisible()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
    await page.clock.resume()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Cuenta')
    await expect(page.getByText('Verificando acceso...')).toBeHidden()
  })

  // shows: S2.17, S2.18, S2.19, S6.1
  test('names the roles and links back or home for the wrong role', async ({ page }) => {
    await openAccount(page, 'gestora', 'assessment_manager')
    await page.goto('/legal/cookies')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acceso Denegado')
    await expect(page.getByText('No tienes permisos para acceder a esta página.')).toBeVisible()
    await expect(page.getByText('Administrador de Plataforma')).toBeVisible()
    await expect(page.getByText('Gestor de assessments')).toBeVisible()
    // The header fetches the signed-in user after hydration.
    await expect(page.getByRole('button', { name: 'Cuenta de Ana' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expect(page.getByRole('link', { name: 'Ir al Inicio' })).toHaveAttribute('href', '/')
    await page.getByRole('link', { name: 'Volver', exact: true }).click()
    await expect(page).toHaveURL('/legal/cookies')
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/admin', '_blank')),
    ])
    await tab.getByRole('link', { name: 'Volver', exact: true }).click()
    await expect(tab).toHaveURL('/account')
    await tab.close()
  })

  // shows: S2.9, S6.9
  test('is open to every role when none is required', { tag: ['@one-size', '@full'] }, async ({ page }) => {
    await openAccount(page, 'responde', 'respondent')
    await page.goto('/account/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard de Assessments' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the header leads to the profile page, which signs out', { tag: '@full' }, async ({ page }) => {
    await openAccount(page, 'sinscripts')
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Mi Cuenta' }).click()
    await expect(page).toHaveURL('/account')
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.goto('/account')
    await expect(page).toHaveURL(/^[^?]*\/auth/)
  })
})
