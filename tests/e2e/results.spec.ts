import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { codeOf } from '../support/access-codes.ts'
import { completePeople, invitePeople } from '../support/completed-people.ts'
import { createPaidItem, findProduct } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { gotoPurchase } from './buyer.ts'
import { auditPage, expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

const AREAS = ['Finanzas', 'Tecnología', 'Operaciones y logística']

/** Opens a view of results by its tab. */
async function openView(page: Page, name: string) {
  const tab = page
    .getByRole('navigation', { name: 'Vistas de los resultados' })
    .getByRole('link', { name, exact: true })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** A purchase of the signed-in buyer. */
async function buy(page: Page, name: string, seats: number) {
  const email = await openAccount(page, name)
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const product = await findProduct(pool)
  const { item_id: itemId } = await createPaidItem(pool, { userId, productId: product.id, seats })
  return { itemId, userId, address: `/account/items/${itemId}/results` }
}

/** People who answer everything, with slightly different answers. */
async function people(count: number, area?: string) {
  const { rows } = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  return Array.from({ length: count }, (_, person) => ({
    area: area ?? AREAS[person % AREAS.length] ?? '',
    position: person % 2 === 0 ? 'gerente' : 'analista',
    answers: {
      ...Object.fromEntries(
        rows.map(({ field: name }, index) => [name, 1 + ((person * 3 + Math.floor(index / 5)) % 6)]),
      ),
      governance_challenges: `Nos faltan <b>dueños</b> ${person}`,
    },
  }))
}

test("a buyer reads many people's answers and each person's results", { tag: '@full' }, async ({ page }) => {
  const item = await buy(page, 'consolidado', 20)
  await page.goto(item.address)
  await expect(page.getByRole('heading', { name: 'Nadie ha completado todavía' })).toBeVisible()
  await auditPage(page)

  await completePeople(pool, item, await people(9))
  await page.reload()
  // The own seat is nobody who was asked: nine of nine, and none pending.
  await expect(page.getByText('100% de participación')).toBeVisible()
  await expect(page.getByText('9 de 20')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Nivel por área' }).getByRole('img')).toHaveCount(1)
  await auditPage(page)
  await openView(page, 'Áreas')
  await expect(page.getByRole('region', { name: 'Prioridades' }).getByRole('listitem').first()).toBeVisible()
  await auditPage(page)
  await openView(page, 'Grupos')
  const heat = page.getByRole('table', { name: /^Por área de la organización/ })
  await expect(heat.getByRole('row', { name: /^Operaciones y logística/ })).toContainText('3 personas')
  await auditPage(page)
  await openView(page, 'Preguntas')
  await expect(page.getByRole('region', { name: 'Dónde hay más desacuerdo' })).toContainText('Sin acuerdo (0,00)')
  await page.getByText('Gobierno de Datos (Data Governance)').last().click()
  const question = page.getByRole('table', { name: 'Pregunta 1: personas por opción' })
  await expect(question.getByRole('row', { name: /No sé/ })).toBeVisible()
  await expect(page.getByText('Nos faltan <b>dueños</b> 3', { exact: true })).toBeVisible()
  await auditPage(page)

  await test.step('paper has every answer of the view, and nothing to press', async () => {
    const folded = page.getByRole('table', { name: 'Pregunta 40: personas por opción' })
    await expect(folded).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(folded).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ media: null })
  })

  await test.step('each view has an address, and the way back leads through them', async () => {
    await expect(page).toHaveURL(/\?vista=preguntas$/)
    await page.goBack()
    await expect(heat).toBeVisible()
    await page.goto(`${item.address}?vista=personas`)
    await expect(page.getByRole('region', { name: 'Personas', exact: true })).toBeVisible()
    await page.goto(`${item.address}?vista=otra`)
    await expect(page.getByRole('region', { name: 'Nivel por área' })).toBeVisible()
    await openView(page, 'Personas')
  })

  await page.getByRole('link', { name: 'Ver resultados de Persona 3', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resultados de Persona Secreta' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver a todas las personas' })).toBeVisible()
  await auditPage(page)
})

test("a buyer selects confidential answers, and no individual's are ever shown", { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const item = await buy(page, 'confidencial', 20)
  const settings = item.address.replace(/results$/, 'settings')
  // The address that they had.
  await page.goto(`${item.address}?vista=ajustes`)
  await expect(page).toHaveURL(new RegExp(`${settings}$`))
  await page.getByRole('radio', { name: /^Confidencial/ }).check()
  await page.getByRole('button', { name: 'Guardar modo' }).click()
  await expect(page.getByRole('link', { name: 'Definir los grupos' })).toBeVisible()
  await page.goto(item.address)
  await expect(page.getByRole('heading', { name: 'Resultados sin publicar' })).toBeVisible()

  await gotoPurchase(page)
  await page.getByRole('button', { name: 'Configurar invitaciones' }).click()
  await expect(page.getByRole('dialog')).toContainText('Modo confidencial')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Elegir quién ve las respuestas' }).click()
  await expect(page.getByRole('radio', { name: /^Confidencial/ })).toBeChecked()

  const [invited] = await invitePeople(pool, item, [{}])
  const { rows } = await pool.query<{ email: string; access_code: string }>(
    'select email, access_code from user_accesses where id = $1',
    [invited],
  )
  const respondent = await browser.newPage({ baseURL: baseURL ?? '' })
  await respondent.goto('/dama-assessment')
  await field(respondent, 'Correo electrónico').fill(rows[0]?.email ?? '')
  await field(respondent, 'Código de acceso').fill(await codeOf(pool, rows[0]?.access_code ?? ''))
  await respondent.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(respondent.getByText('no puede ver tus respuestas')).toBeVisible()
  await expect(
    respondent.getByText('grupos de al menos cinco personas distintas, calculados una sola vez'),
  ).toBeVisible()
  await respondent.getByText('Leer el aviso de privacidad completo').click()
  await expect(respondent.getByText('¿Quién ve tus respuestas?')).toBeVisible()
  await expect(respondent.getByRole('main')).not.toContainText('no son anónimas')
  await expectAccessible(respondent)
  await respondent.close()

  const [first] = await completePeople(pool, item, await people(4, 'Finanzas'))
  await page.goto(item.address)
  await page.getByRole('link', { name: 'Revisar y publicar' }).click()
  const publishing = page.getByRole('region', { name: 'Publicar resultados' })
  await expect(publishing).toContainText('4 personas terminaron')
  const confirmation = publishing.getByRole('checkbox', { name: 'Entiendo que la ronda se cierra' })
  await publishing.getByRole('button', { name: 'Publicar resultados' }).click()
  await expect(confirmation).toHaveAccessibleDescription('Confirma que leíste qué pasa al publicar.')
  await confirmation.check()
  await publishing.getByRole('button', { name: 'Publicar resultados' }).click()
  await expect(publishing.getByText('al menos cinco personas distintas que hayan terminado')).toBeVisible()
  await auditPage(page)

  await completePeople(pool, item, await people(5, 'Finanzas'))
  await page.goto(item.address)
  await expect(page.getByRole('link', { name: 'Áreas', exact: true })).toHaveCount(0)
  await page.goto(settings)
  await confirmation.check()
  await publishing.getByRole('button', { name: 'Publicar resultados' }).click()
  await expect(page.getByRole('region', { name: 'Nivel por área' })).toBeVisible()
  await auditPage(page)
  await page.goto(settings)
  await expect(page.getByRole('region', { name: 'Modo confidencial' })).toContainText('Ya no se puede cambiar')
  await expect(publishing).toHaveCount(0)
  await page.goto(item.address)
  await openView(page, 'Personas')
  await expect(page.getByRole('region', { name: 'Personas', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Ver resultados de/ })).toHaveCount(0)
  await auditPage(page)

  await completePeople(pool, item, await people(6, 'Finanzas'))
  await page.goto(settings)
  const second = page.getByRole('region', { name: 'Publicar la ronda 2' })
  await second.getByRole('checkbox').check()
  await second.getByRole('button', { name: 'Publicar resultados' }).click()
  // Rounds are other people of one measurement: nothing is a change between them.
  await openView(page, 'Cambio')
  await expect(page.getByRole('region', { name: 'Medir otra vez' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Comparación/ })).toHaveCount(0)
  await openView(page, 'Grupos')
  await page
    .getByRole('navigation', { name: 'Rondas' })
    .getByRole('link', { name: /^Ronda 1/ })
    .click()
  await expect(page).toHaveURL(/ronda=1&vista=grupos/)
  await openView(page, 'Plan')
  await expect(page).toHaveURL(/ronda=1&vista=plan/)
  await auditPage(page)

  await page.goto(`/account/results/${first}`)
  await expect(page.getByRole('heading', { name: 'Resultados confidenciales' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Persona Secreta')
  await gotoPurchase(page)
  await expect(page.getByRole('heading', { name: 'Accesos generados' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Ver resultados de/ })).toHaveCount(0)
})

test('a buyer reads what to do next, in order, and what each action needs', { tag: '@full' }, async ({ page }) => {
  const item = await buy(page, 'plan', 20)
  const [, , third] = await completePeople(pool, item, await people(9))
  await page.goto(item.address)
  const next = page.getByRole('region', { name: 'Tres próximos pasos' })
  await expect(next).toContainText('Nivel general')
  await expect(next.getByRole('link')).toHaveCount(3)
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  const titles = plan.getByRole('heading', { level: 3 })
  const details = plan.getByRole('group')

  await test.step('the first screen has the level and all three steps', async () => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      await expect(next.getByText(/^\d,\d$/)).toBeInViewport()
      await expect(next.getByRole('listitem').nth(2)).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('a next step leads to its action, which is unfolded there', async () => {
    const second = next.getByRole('link').nth(1)
    const title = (await second.textContent()) ?? ''
    await second.press('Enter')
    await expect(page).toHaveURL(/\?vista=plan#accion-/)
    await expect(details).toHaveCount(12)
    await expect(plan.getByText('Acordar', { exact: true }).first()).toBeVisible()
    expect(title).toContain((await titles.nth(1).textContent()) ?? '')
    await expect(details.nth(1)).toHaveAttribute('open')
    await expect(details.nth(1).locator('[id^=accion-]')).toBeInViewport()
    await expect(titles.nth(1)).toBeInViewport()
    await expect(details.nth(0)).not.toHaveAttribute('open')
  })

  await test.step('the keyboard unfolds an action', async () => {
    const summary = details.nth(0).locator('summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(details.nth(0)).toHaveAttribute('open')
    await expect(summary).toBeFocused()
  })
  await auditPage(page, [360, 390, 1440])

  await test.step('paper has all actions unfolded', async () => {
    await page.emulateMedia({ media: 'print' })
    for (const unfolded of await plan.locator('[id^=accion-]').all()) await expect(unfolded).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ media: null })
  })

  await page.goto(`/account/results/${third}`)
  await expect(page.getByRole('region', { name: 'Tres próximos pasos' }).getByRole('link')).toHaveCount(3)
  await openView(page, 'Plan')
  const own = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(own.getByRole('group')).toHaveCount(12)
  await own.locator('summary').filter({ hasText: 'Hacer' }).first().click()
  for (const label of ['Esta semana', 'Cómo', 'Evidencia', 'Responsable propuesto', 'Esfuerzo', 'Plazo', 'Indicador'])
    await expect(own.getByText(label, { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(own.getByRole('table', { name: 'Impacto y esfuerzo' }).getByRole('row')).not.toHaveCount(0)
  await auditPage(page, [360, 390, 1440])
})

test('a buyer shares the results with who answered', { tag: '@full' }, async ({ page, browser, baseURL }) => {
  const item = await buy(page, 'compartir', 20)
  await completePeople(pool, item, await people(5))
  await page.goto(item.address.replace(/results$/, 'settings'))
  const sharing = page.getByRole('region', { name: 'Compartir los resultados con quienes respondieron' })
  await expect(sharing.getByRole('button', { name: /^Enviar/ })).toHaveCount(0)
  await sharing.getByRole('checkbox').check()
  await sharing.getByRole('button', { name: 'Guardar' }).click()
  await expect(sharing.getByText('Guardado: ya puedes enviar los resultados.')).toBeVisible()
  await auditPage(page, [390, 1440])
  await sharing.getByRole('button', { name: 'Enviar resultados a 5 personas' }).click()
  await expect(sharing.getByText('Enviamos los resultados a 5 personas.')).toBeVisible()
  await expect(sharing.getByText('No hay nadie a quien enviarlos por ahora.')).toBeVisible()
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ sent: number }>(
        `select count(*)::integer as sent from mails join user_accesses access on access.id = access_id
         where order_item_id = $1 and template = 'respondent_results' and mails.status = 'sent'`,
        [item.itemId],
      )
      return rows[0]?.sent
    })
    .toBe(5)

  const [invited] = await invitePeople(pool, item, [{}])
  const { rows } = await pool.query<{ email: string; access_code: string }>(
    'select email, access_code from user_accesses where id = $1',
    [invited],
  )
  const respondent = await browser.newPage({ baseURL: baseURL ?? '' })
  await respondent.goto('/dama-assessment')
  await field(respondent, 'Correo electrónico').fill(rows[0]?.email ?? '')
  await field(respondent, 'Código de acceso').fill(await codeOf(pool, rows[0]?.access_code ?? ''))
  await respondent.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(respondent.getByText('recibirás en tu correo tus propios niveles')).toBeVisible()
  await respondent.close()
})
