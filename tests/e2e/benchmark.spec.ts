import type { Pool } from 'pg'
import dama from '../../content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, createProduct } from '../support/factories.ts'
import { publishSector } from '../support/published-sector.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const SECTOR = 'utilities'

/** A purchase of an organisation that six people answered. Returns where its results are. */
async function measure(email: string, organisation: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await createProduct(pool, { questionnaireId: dama.id, status: 'draft' })
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId: product.id, seats: 8 })
  await pool.query(
    'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
    [organisation, itemId],
  )
  const fields = dama.sections.flatMap(({ questions }) => questions.map(({ field }) => field))
  const answersOf = (one: number) => Object.fromEntries(fields.map((field, at) => [field, 1 + ((one + at) % 4)]))
  await completePeople(
    pool,
    { itemId, userId },
    Array.from({ length: 6 }, (_, one) => ({ area: 'Ventas', answers: answersOf(one) })),
  )
  return `/account/items/${itemId}/results`
}

test('an organisation takes part, sees the range of its sector beside its levels, and leaves', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  const email = await openAccount(page, 'comparada')
  await page.goto('/account/organisation')
  await page.getByLabel('Nombre de la organización').fill('Aguas del Maule SpA')
  await page.getByRole('button', { name: 'Crear organización' }).click()
  const panel = page.getByRole('region', { name: 'Comparación con otras organizaciones' })
  await expect(panel).toContainText('Compartimos solo el promedio por área de tu última medición, sin nombre')
  await expect(panel).toContainText('agrega el RUT de la organización')
  await expect(panel.getByRole('button')).toHaveCount(0)
  const organisation = new URL(page.url()).searchParams.get('de') ?? ''

  await test.step('it says its RUT, sector and size', async () => {
    await page.getByLabel('RUT').fill('76.192.083-9')
    await page.getByRole('region', { name: 'Datos' }).getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Guardamos los datos.')).toBeVisible()
    await panel.getByRole('button', { name: 'Participar' }).click()
    await expect(panel).toContainText('Elige un sector')
    await panel.getByLabel('Sector').selectOption({ label: 'Energía, agua y residuos' })
    await panel.getByLabel('Personas que trabajan en ella').selectOption({ label: '50 a 199 personas' })
    await panel.getByRole('button', { name: 'Participar' }).click()
    await expect(page.getByText('Tu organización participa en la comparación')).toBeVisible()
    await expect(panel.getByLabel('Sector')).toHaveValue(SECTOR)
    await auditPage(page)
  })

  const results = await measure(email, organisation)
  await page.goto(`${results}?vista=areas`)
  await expect(page.getByText('Faltan 10 organizaciones de tu sector para comparar.')).toBeVisible()

  await test.step('the range stands beside its levels once there are ten', async () => {
    await publishSector(pool, { organisation, sector: SECTOR, questionnaire: dama })
    await page.reload()
    const levels = page.getByRole('region', { name: 'Niveles, objetivos y acuerdo' })
    await expect(levels.getByText('Tu sector: 2,1 – 2,6 – 3,1')).toHaveCount(dama.sections.length)
    await expect(levels).toContainText('Tu sector: Energía, agua y residuos.')
    await expect(levels).toContainText('de 14 organizaciones, calculados el 01-10-2026')
    await auditPage(page)
    await page.goto(`${results}?vista=directorio`)
    await expect(page.getByText('Mediana del sector: 2,6 (14 organizaciones).')).toBeVisible()
  })

  await test.step('it leaves, and is offered to take part again', async () => {
    await page.goto(`/account/organisation?de=${organisation}`)
    await panel.getByRole('button', { name: 'Dejar de participar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dejar de participar' }).click()
    await expect(page.getByText('Tu organización ya no participa en la comparación.')).toBeVisible()
    await page.goto(`${results}?vista=areas`)
    await expect(page.getByText('Tu sector:')).toHaveCount(0)
    await page.getByRole('link', { name: 'Comparar con mi sector' }).click()
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/#comparacion$/)
  })
})
