import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { PASSWORD } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { createInvited } from '../support/respondents.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount, signIn, signInStaff } from './accounts.ts'
import { fillCart, goToBank } from './buyer.ts'
import { countedHands } from './hands.ts'
import { expect, field, newEmail, test } from './journey.ts'
import { FACTURA } from './shopping.ts'

// How much the usual walks ask of a person.

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

type Hands = ReturnType<typeof countedHands>

/** Signs up on the way to the payment and comes back by the mail's link, all through the demo's mailbox. */
async function signUpByMail(page: Page, { tap, fill, follow }: Hands, email: string): Promise<void> {
  await expect(page.getByText('Debes iniciar sesión para proceder con la compra')).toBeVisible()
  await fill(field(page, 'Nombre'), 'Ana')
  await fill(field(page, 'Apellido'), 'Rojas')
  await fill(field(page, 'Email'), email)
  await fill(field(page, 'Contraseña'), PASSWORD)
  await tap(page.getByRole('button', { name: 'Crear Cuenta' }))
  await expect(page.getByText('El enlace te trae de vuelta con tu carrito')).toBeVisible()
  const link = await linkInMail(DATA_DIR, email, '/auth/confirm')
  await tap(page.getByRole('link', { name: 'Abrir el correo de demostración' }))
  await tap(page.getByRole('row').filter({ hasText: email }).getByRole('link'))
  await expect(page.getByRole('heading', { level: 1, name: 'Correo de demostración' })).toHaveCount(0)
  await follow(() => page.goto(link))
  await tap(page.getByRole('button', { name: 'Confirmar mi correo' }))
  await expect(page.getByRole('heading', { name: 'Finalizar compra' })).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a first purchase takes at most 9 taps and 4 fields from the catalogue to the payment', {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    const hands = countedHands()
    const { tap, expectAtMost } = hands
    await page.goto('/')
    await tap(page.getByRole('main').getByRole('link', { name: 'Alfabetización de Datos' }).first())
    await tap(page.getByRole('button', { name: 'Comprar ahora' }).first())
    await signUpByMail(page, hands, newEmail('con-prisa'))
    await tap(page.getByRole('checkbox', { name: /condiciones de compra/ }))
    await tap(page.getByRole('button', { name: /^Pagar \$/ }))
    await expect(page.getByText('PAGO SIMULADO')).toBeVisible()
    expectAtMost('A first purchase on a phone, from the catalogue to the payment', { taps: 9, fields: 4 })
  })
})

test('a new company buys for 25 and invites them all with at most 14 taps and 12 fields', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  const hands = countedHands()
  const { tap, fill, expectAtMost } = hands
  await page.goto('/')
  await tap(page.getByRole('main').getByRole('link', { name: 'Alfabetización de Datos' }).first())
  await tap(page.getByRole('radio', { name: /Empresa/ }))
  await fill(page.getByRole('main').getByRole('textbox', { name: 'Personas' }), '25')
  await tap(page.getByRole('button', { name: 'Comprar ahora' }).first())
  await signUpByMail(page, hands, newEmail('equipo'))
  await expect(page.getByRole('radio', { name: /Factura/ })).toBeChecked()
  for (const [label, text] of FACTURA) await fill(page.getByRole('textbox', { name: label }), text)
  await tap(page.getByRole('checkbox', { name: /condiciones de compra/ }))
  await tap(page.getByRole('button', { name: /^Pagar \$/ }))
  await tap(page.getByRole('button', { name: 'Autorizar', exact: true }))
  const team = page.getByRole('region', { name: 'Invitar a tu equipo' })
  const people = Array.from({ length: 24 }, (_, index) => `Eva;Soto;${newEmail(`eva-${index}`)};Gerente;Ventas`)
  await fill(team.getByLabel('Pega la lista'), people.join('\n'))
  await tap(team.getByRole('button', { name: 'Revisar lista' }))
  await tap(page.getByRole('button', { name: 'Invitar a 24 personas' }))
  await expect(page.getByText('Invitamos a 24 personas')).toBeVisible()
  expectAtMost('A team of 25, from the catalogue to the last invitation', { taps: 14, fields: 12 })
})

test('a refund takes at most 3 taps from its order', { tag: ['@one-size', '@full'] }, async ({ page, browser }) => {
  const client = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const shop = await client.newPage()
  const email = await openAccount(shop, 'devuelve')
  const [choice] = await fillCart(shop, ['alfabetizacion-datos'])
  await shop.goto(await goToBank(shop.request, choice ? [choice] : []))
  await shop.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(shop.getByRole('heading', { name: '¡Compra exitosa!' })).toBeVisible()
  await client.close()
  const { rows } = await pool.query<{ id: string }>(
    'select id from orders where user_id = (select id from profiles where email = $1)',
    [email],
  )

  await signInStaff(page, 'sales')
  const { tap, fill, expectAtMost } = countedHands()
  await page.goto(`/admin/orders/${rows[0]?.id}`)
  await tap(page.getByRole('link', { name: 'Reembolsar…' }))
  const refund = page.getByRole('dialog', { name: 'Reembolso' })
  await tap(refund.getByRole('radio', { name: /^Todo/ }))
  await fill(field(refund, 'Motivo'), 'El equipo cambió de fecha')
  const password = refund.getByRole('textbox', { name: /^Tu contraseña/ })
  if (await password.isVisible()) await fill(password, PASSWORD)
  await tap(refund.getByRole('button', { name: /^Reembolsar todo/ }))
  await expect(page.getByRole('region', { name: 'Orden', exact: true })).toContainText('Reembolsado')
  expectAtMost('A refund', { taps: 3, fields: 2 })
})

test('an invitation is sent again with 2 taps', { tag: ['@one-size', '@full'] }, async ({ page }) => {
  const { buyer, item, invitation } = await createInvited(pool)
  await signIn(page, buyer.email)
  const { tap, expectAtMost } = countedHands()
  await page.goto(`/account/items/${item.item_id}/participants`)
  await tap(page.getByRole('row').filter({ hasText: invitation.email }).getByRole('link').first())
  await tap(page.getByRole('button', { name: 'Reenviar invitación' }))
  await expect(page.getByText('Reenviamos la invitación.')).toBeVisible()
  expectAtMost('An invitation again', { taps: 2, fields: 0 })
})
