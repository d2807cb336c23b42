import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { buyForNothing, fillCart, gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const TEAM = [
  ['Ventas', 3],
  ['Bodega', 2],
  ['Finanzas', 5],
  ['Legal', 2],
] as const

/** A list of the team, each person with a mailbox of their own. */
const listText = (): string =>
  [
    'Nombre;Apellido;Email;Rol;Área',
    ...TEAM.flatMap(([area, count]) =>
      Array.from({ length: count }, (_, index) => `Ana;Díaz;${newEmail(`${area}${index}`)};Analista;${area}`),
    ),
  ].join('\n')

/** Twenty seats of the product whose questionnaire proposes confidential answers. */
async function buyTeam(page: Page) {
  const email = await openAccount(page, 'grupos')
  const [choice] = await fillCart(page, ['seguridad-psicologica-equipos'])
  await buyForNothing(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 20 }])
  const { rows } = await pool.query<{ id: string; user_id: string }>(
    'select item.id, item.user_id from order_items item join profiles on profiles.id = item.user_id where profiles.email = $1',
    [email],
  )
  return { itemId: rows[0]?.id ?? '', userId: rows[0]?.user_id ?? '' }
}

test('a buyer sees which groups a list would show, joins small areas before inviting, and everybody is in a row', {
  tag: '@full',
}, async ({ page }) => {
  const item = await buyTeam(page)
  const address = `/account/items/${item.itemId}`
  await page.goto(`${address}/invitations`)
  await expect(page.getByRole('heading', { level: 1, name: 'Preparar las invitaciones' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Confidencial/ })).toBeChecked()
  await field(page, 'Pega la lista').fill(listText())
  await page.getByRole('button', { name: 'Revisar lista' }).click()

  await test.step('the list says who reads what, and which group falls short', async () => {
    await expect(page.getByRole('region', { name: 'Quién puede ver las respuestas' })).toContainText('Confidencial.')
    const shown = page.getByRole('region', { name: 'Qué se mostrará' })
    await expect(shown).toContainText('Con esta lista se mostrará 1 de 4 grupos.')
    await expect(shown.getByRole('listitem').filter({ hasText: 'Ventas' })).toContainText('Faltan 2 personas')
    await expect(shown).toContainText('7 personas cuentan solo en el total y en «Otras áreas»')
    await auditPage(page)
  })

  await test.step('areas with one group count together', async () => {
    await page.getByRole('button', { name: 'Definir los grupos' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Grupos de los resultados' })).toBeVisible()
    await auditPage(page)
    for (const area of ['Ventas', 'Bodega']) await page.getByLabel(`Grupo de ${area}`).fill('Terreno')
    await page.getByLabel('Grupo de Legal').fill('x'.repeat(61))
    await page.getByRole('button', { name: 'Guardar grupos' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('como máximo 60 caracteres')
    await page.getByLabel('Grupo de Legal').fill('')
    await page.getByRole('button', { name: 'Guardar grupos' }).click()
    await expect(page.getByText('Guardamos los grupos.')).toBeVisible()
    await expect(page.getByText('Con esta lista se mostrarán 2 de 2 grupos.')).toBeVisible()
    await expect(page.getByText('2 personas quedan fuera de los resultados de esa ronda')).toBeVisible()
    await auditPage(page)
    await page.getByRole('link', { name: 'Seguir con la lista' }).click()
  })

  await test.step('the first invitation fixes them', async () => {
    await page.getByRole('button', { name: 'Invitar a 12 personas' }).click()
    await expect(page.getByText('Invitamos a 12 personas')).toBeVisible()
    await page.goto(`${address}/groups`)
    await expect(page.getByRole('region', { name: 'Grupos fijos' })).toContainText('Ventas, Bodega')
    await auditPage(page)
  })

  await test.step('results show the groups, and the rest as one row', async () => {
    const fields = await pool.query<{ field: string }>(
      "select field from private.closed_fields('seguridad-psicologica-equipos', 1)",
    )
    const crowd = ['Ventas', 'Ventas', 'Bodega', 'Bodega', 'Bodega', 'Legal', 'Legal', 'Legal', 'Personas', 'Personas']
    await pool.query('update order_items set added_seats = 20 where id = $1', [item.itemId])
    await completePeople(
      pool,
      { ...item, questionnaireId: 'seguridad-psicologica-equipos' },
      crowd.map((area, person) => ({
        area,
        position: 'analista',
        answers: Object.fromEntries(fields.rows.map(({ field: name }, at) => [name, 1 + ((person + at) % 5)])),
      })),
    )
    await gotoPurchase(page)
    await page.getByRole('link', { name: 'Resultados', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Resultados sin publicar' })).toBeVisible()
    await page.goto(`${address}/settings`)
    await page.getByRole('checkbox', { name: /Entiendo que la ronda se cierra/ }).check()
    await page.getByRole('button', { name: 'Publicar resultados' }).click()
    const views = page.getByRole('navigation', { name: 'Vistas de los resultados' })
    await views.getByRole('link', { name: 'Grupos', exact: true }).click()
    const table = page.getByRole('table', { name: /^Por grupo de áreas/ })
    await expect(table.getByRole('row', { name: /^Terreno/ })).toContainText('5 personas')
    await expect(table.getByRole('row', { name: /^Otras áreas/ })).toContainText('5 personas')
    await auditPage(page)
  })
})
