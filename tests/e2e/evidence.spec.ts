import type { Pool } from 'pg'
import { findProduct } from '../support/factories.ts'
import { readPdf } from '../support/read-pdf.ts'
import { createCompleted } from '../support/reviews.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'
import { choose, expectSelected, expectState, openRun, optionsOf, startedRun } from './run-page.ts'

// Somebody shows the level of an answer by a note and a link, and whoever reads the answers sees them.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

test('evidence that is given offline is kept and sent, and read by the buyer with what lacks it', async ({
  context,
  browser,
  baseURL,
}) => {
  const office = await browser.newPage({ ...(baseURL && { baseURL }) })
  const email = await openAccount(office, 'evidencia')
  const { rows } = await pool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const buyerId = rows[0]?.id ?? ''
  const product = await findProduct(pool)
  const begun = await createCompleted(pool, { productId: product.id, buyerId, unfinished: true })
  const address = `/dama-assessment?access_id=${begun.accessId}&assessment_id=${begun.runId}`
  const page = await openRun(context, { ...begun, address, email: '', code: '' }, baseURL)

  // Nothing is offered before a level is chosen, nor for 'No sé'.
  const offer = page.getByRole('button', { name: 'Agregar evidencia a la pregunta 1' })
  const places = () =>
    optionsOf(page, 0).evaluateAll(options => options.map(option => option.getBoundingClientRect().y + scrollY))
  await expect(offer).toBeHidden()
  const before = await places()
  await choose(page, 0, 6)
  await expect(offer).toBeHidden()
  await choose(page, 0, 4)
  await expect(offer).toBeVisible()
  expect(await places()).toEqual(before)
  await expectState(page, 'Guardado')
  await context.setOffline(true)
  await optionsOf(page, 0).nth(3).focus()
  await page.keyboard.press('Tab')
  await expect(offer).toBeFocused()
  await page.keyboard.press('Enter')
  const note = field(page, 'Nota (opcional)')
  await expect(note).toBeFocused()
  await note.fill('Acta del comité de octubre')
  const link = field(page, 'Enlace (opcional)')
  await link.fill('docs.empresa.example/acta')
  await link.press('Tab')
  await expect(page.getByText('Escribe un enlace que empiece con https://')).toBeVisible()
  // Another level loses nothing of what is typed.
  await choose(page, 0, 5)
  await expect(link).toHaveValue('docs.empresa.example/acta')
  await choose(page, 0, 4)
  await link.fill('https://docs.empresa.example/acta')
  // Enter leaves neither the field nor the section.
  await link.press('Enter')
  await expect(page.getByText('Sección 1 de 8').first()).toBeVisible()
  await expectState(page, 'Sin conexión: se guardará al volver')
  await auditPage(page)
  await page.close()
  await context.setOffline(false)

  const again = await openRun(context, { ...begun, address, email: '', code: '' }, baseURL)
  await expectState(again, 'Guardado')
  await expectSelected(again, 0, 4)
  await expect(field(again, 'Nota (opcional)')).toHaveValue('Acta del comité de octubre')
  await expect(field(again, 'Enlace (opcional)')).toHaveValue('https://docs.empresa.example/acta')
  await choose(again, 1, 5)
  await again.reload()
  await expect(field(again, 'Nota (opcional)')).toHaveValue('Acta del comité de octubre')
  for (let section = 2; section <= 8; section += 1) {
    await again.getByRole('button', { name: 'Siguiente' }).click()
    await expect(again.getByText(`Sección ${section} de 8`).first()).toBeVisible()
  }
  await again.getByRole('button', { name: 'Finalizar Evaluación' }).click()
  await again
    .getByRole('dialog')
    .getByRole('button', { name: /^Finalizar/ })
    .click()
  await expect(again.getByRole('heading', { name: 'Evaluación Completada' })).toBeVisible()

  await office.goto(`/account/results/${begun.accessId}?vista=preguntas`)
  await expect(office.getByText('Acta del comité de octubre')).toBeVisible()
  const shown = office.getByRole('link', { name: 'Abrir en docs.empresa.example' })
  await expect(shown).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await auditPage(office)
  const item = await pool.query<{ id: string }>('select order_item_id as id from user_accesses where id = $1', [
    begun.accessId,
  ])
  const results = `/account/items/${item.rows[0]?.id}`
  await office.goto(`${results}/results?vista=areas`)
  await expect(office.getByText('sin evidencia: 1 de 2')).toBeVisible()
  const paper = await office.request.get(`${results}/report`)
  const { pages } = await readPdf(new Uint8Array(await paper.body()))
  expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('Sin evidencia: 1 de 2 respuestas en niveles 4 y 5.')
  expect(pages.join(' ')).not.toContain('Acta del comité')
  await office.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the fields unfold, and a link that is none keeps the section and what was typed', {
    tag: ['@one-size', '@full'],
  }, async ({ context, page, baseURL }) => {
    const run = await startedRun(pool)
    await context.addCookies([{ name: 'alhena_respondent', value: run.token, url: baseURL ?? '' }])
    await page.goto(run.address)
    await choose(page, 0, 4)
    await page.locator('summary', { hasText: 'Agregar evidencia' }).first().click()
    await field(page, 'Nota (opcional)').first().fill('Acta')
    await field(page, 'Enlace (opcional)').first().fill('acta.example')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByText('Escribe un enlace que empiece con https://')).toBeVisible()
    await expect(field(page, 'Enlace (opcional)').first()).toHaveValue('acta.example')
    await expect(field(page, 'Nota (opcional)').first()).toHaveValue('Acta')
    await field(page, 'Enlace (opcional)').first().fill('https://acta.example/')
    // Enter is the button that goes on.
    await field(page, 'Enlace (opcional)').first().press('Enter')
    await expect(page.getByText('Sección 2 de 8').first()).toBeVisible()
    const { rows } = await pool.query(
      'select field, text from run_answers where run_id = $1 and text <> $2 order by field',
      [run.runId, ''],
    )
    expect(rows).toEqual([
      { field: 'q1_governance_framework:link', text: 'https://acta.example/' },
      { field: 'q1_governance_framework:note', text: 'Acta' },
    ])
  })
})
