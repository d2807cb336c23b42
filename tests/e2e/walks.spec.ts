import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { createInvited } from '../support/respondents.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { ADMIN_EMAIL, confirmIdentity, signIn } from './accounts.ts'
import { expect, field, newEmail, test } from './journey.ts'
import { shiftMeter } from './layout-shift.ts'
import { openAsRespondent } from './respondent.ts'
import { fillFactura, openCart, pay } from './shopping.ts'

// What buyers, respondents and staff see on their walks, at both widths: no screen shifts. `npm run screenshots` records pictures of them, in
// both themes.

const PICTURES = process.env.SCREENSHOTS === '1'
const FOLDER = 'docs/screenshots/walks'
const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

for (const width of [1440, 390]) {
  for (const theme of ['light', 'dark'] as const) {
    test(`the walks at ${width} px in the ${theme} theme`, { tag: ['@one-size', '@full'] }, async ({
      page,
      browser,
    }) => {
      test.skip(!PICTURES && theme === 'dark', 'a theme has no other sizes')
      test.setTimeout(300_000)
      if (PICTURES) await mkdir(FOLDER, { recursive: true })
      const shifts = shiftMeter()
      await shifts.watch(page.context())
      let count = 0
      /** @param pictured without it the screen is one more for the shift alone. */
      const shoot = async (name: string, of: Page = page, pictured = true) => {
        await shifts.measure(name, of)
        if (!PICTURES || !pictured) return
        // A message stays for seconds, over what the picture is of.
        const message = of.getByRole('button', { name: 'Descartar mensaje' })
        for (let left = await message.count(); left > 0; left -= 1) await message.first().click()
        count += 1
        const path = `${FOLDER}/${String(count).padStart(2, '0')}-${name}-${width}-${theme}.jpeg`
        await of.screenshot({ path, type: 'jpeg', quality: 60 })
      }
      const baseURL = test.info().project.use.baseURL ?? ''
      const look = { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: theme } as const
      const another = async () => {
        const context = await browser.newContext({ ...look, baseURL, reducedMotion: 'reduce' })
        await shifts.watch(context)
        return context.newPage()
      }
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: theme })
      const email = newEmail('paseo')

      await test.step('a first purchase', async () => {
        await page.goto('/')
        await shoot('home')
        await page.goto('/assessment/alfabetizacion-datos')
        await shoot('product')
        await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
        const cart = await openCart(page)
        await shoot('cart')
        await cart.getByRole('button', { name: 'Proceder al pago' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Crear Cuenta' })).toBeVisible()
        await shoot('sign-up')
        await field(page, 'Nombre').fill('Ana')
        await field(page, 'Apellido').fill('Rojas')
        await field(page, 'Email').fill(email)
        await field(page, 'Contraseña').fill(PASSWORD)
        await page.getByRole('button', { name: 'Crear Cuenta' }).click()
        await page.goto(await linkInMail(DATA_DIR, email, '/auth/confirm'))
        await shoot('confirmation')
        await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
        await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeEnabled()
        await shoot('checkout')
        await pay(page, 'Autorizar')
        await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
        await shoot('success')
        await page
          .getByRole('button', { name: /^Comenzar ahora/ })
          .first()
          .click()
        await expect(page.getByText(/^Sección 1 de/).first()).toBeVisible()
        await shoot('first-question')
      })

      await test.step('a team purchase', async () => {
        await page.goto('/assessment/dama-assessment')
        await page.getByRole('radio', { name: /Empresa/ }).check()
        await shoot('team-price')
        await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
        await openCart(page)
        await page.goto('/checkout')
        await fillFactura(page)
        await shoot('team-checkout')
        await pay(page, 'Autorizar')
        await expect(page.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
        await shoot('team-success')
        await page.goto('/account/dashboard')
        await shoot('team-dashboard')
        await page.goto('/account/orders')
        await shoot('orders')
        await page.goto('/account/organisation')
        await shoot('organisation')
      })

      await test.step('the pages of an account, one after the other', async () => {
        await page.goto('/')
        await page.getByRole('contentinfo').getByRole('link', { name: 'Mi Cuenta' }).click()
        const places = page.getByRole('navigation', { name: 'Mi cuenta' })
        for (const name of ['Perfil', 'Compras', 'Cotizaciones', 'Dashboard', 'Organización', 'Seguridad']) {
          const place = places.getByRole('link', { name, exact: true })
          await place.click()
          await expect(place).toHaveAttribute('aria-current', 'page')
          await shoot(`account: ${name}`, page, false)
        }
      })

      await test.step('an invitation', async () => {
        const invited = await another()
        const { invitation } = await createInvited(pool)
        await invited.goto('/dama-assessment')
        await shoot('code', invited, false)
        await openAsRespondent(invited, '/dama-assessment', { email: invitation.email, code: invitation.code })
        await shoot('questions', invited, false)
        await invited.reload()
        await shoot('questions again', invited, false)
        await invited.context().close()
      })

      await test.step('a quotation', async () => {
        await page.goto('/assessment/agilidad')
        await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
        await openCart(page)
        await page.goto('/account/quotations/new')
        await expect(page.getByRole('button', { name: 'Crear cotización' })).toBeEnabled()
        await shoot('quotation-form')
        await page.getByRole('button', { name: 'Crear cotización' }).click()
        await expect(page.getByText('Tu cotización está lista')).toBeVisible()
        await page.getByRole('button', { name: 'Crear enlace' }).click()
        const link = await field(page, 'Enlace').inputValue()
        await shoot('quotation')
        const approver = await another()
        await approver.goto(link)
        await shoot('quotation-approval', approver)
        await approver.context().close()
      })

      await test.step('a refund', async () => {
        const staff = await another()
        await signIn(staff, ADMIN_EMAIL)
        await staff.goto(`/admin/orders?${new URLSearchParams({ search: email })}`)
        await shoot('staff-orders', staff)
        await staff.getByRole('main').getByRole('link', { name: /ALH|…/ }).first().click()
        await expect(staff.getByRole('link', { name: 'Reembolsar…' })).toBeVisible()
        await shoot('staff-order', staff)
        await staff.getByRole('link', { name: 'Reembolsar…' }).click()
        const refund = staff.getByRole('dialog', { name: 'Reembolso' })
        await refund.getByRole('radio', { name: /^Todo/ }).check()
        await field(refund, 'Motivo').fill('El equipo cambió de fecha')
        await confirmIdentity(refund)
        await shoot('refund', staff)
        await refund.getByRole('button', { name: /^Reembolsar todo/ }).click()
        await expect(staff.getByRole('region', { name: 'Orden', exact: true })).toContainText('Reembolsado')
        await shifts.answered(staff)
        await shoot('refunded', staff)
        const sections = [
          'catalog',
          'access',
          'analytics',
          'content',
          'clients',
          'discounts',
          'settings',
          'integrations',
          'audit',
        ]
        for (const section of sections) {
          const link = staff.getByRole('navigation', { name: 'Administración' }).locator(`a[href^="/admin/${section}"]`)
          // A phone has them in a drawer.
          if (await link.isVisible()) await link.click()
          else await staff.goto(`/admin/${section}`)
          await expect(staff).toHaveURL(new RegExp(`/admin/${section}`))
          await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
          await shoot(`staff: ${section}`, staff, false)
        }
        await staff.context().close()
      })
      shifts.report(`Layout shift at ${width} px`)
    })
  }
}
