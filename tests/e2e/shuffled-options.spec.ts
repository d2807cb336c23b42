import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createInvited } from '../support/respondents.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { signInStaff } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'
import { openAsRespondent } from './respondent.ts'
import { expectState, optionsOf } from './run-page.ts'

// A knowledge test, whose options each run shows in another order.

const SLUG = 'alfabetizacion-datos'
type Question = { field: string; options: string[] }
const sections: { questions: Question[] }[] = JSON.parse(readFileSync(`content/${SLUG}.es.json`, 'utf8')).sections
const written = sections[0]?.questions.map(({ options }) => options) ?? []
const DONT_KNOW = 'No sé / lo desconozco'

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

/** The options of the section on screen as they are read, a list for each question. */
const shownOptions = (page: Page) =>
  page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .evaluateAll(questions =>
      questions.map(question =>
        [...question.querySelectorAll('label:has(input[type="radio"])')].map(
          label => label.lastElementChild?.textContent ?? '',
        ),
      ),
    )

/** Enters with an invitation's e-mail and code where the run has begun already. */
async function enterAgain(page: Page, { email, code }: { email: string; code: string }) {
  await page.goto(`/evaluacion/${SLUG}`)
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Código de acceso').fill(code)
  await page.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(page.getByText(/^Sección \d de 4$/).first()).toBeVisible()
}

// shows: A2.14
test('options stand in an order of the run: on every device, after a reload and going back, by mouse and by digit', {
  tag: ['@one-size', '@full'],
}, async ({ page, browser, baseURL }) => {
  const asked = { about: 'lo que se evalúa', sections: sections.length }
  const { invitation } = await createInvited(pool, SLUG)
  await openAsRespondent(page, `/evaluacion/${SLUG}`, invitation, asked)
  const order = await shownOptions(page)
  expect(order.map(options => options.toSorted())).toEqual(written.map(options => options.toSorted()))
  expect(order.map(options => options.at(-1))).toEqual(written.map(() => DONT_KNOW))
  expect(order).not.toEqual(written)
  await auditPage(page, [1440, 390])

  await optionsOf(page, 0).first().focus()
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: order[0]?.[1] ?? '', exact: true })).toBeChecked()
  await expect(optionsOf(page, 1).first()).toBeFocused()
  await page.getByRole('radio', { name: written[1]?.[4] ?? '', exact: true }).check()
  await expectState(page, 'Guardado')
  const { rows } = await pool.query<{ field: string; option: number }>(
    `select answer.field, answer.option from run_answers answer join assessment_runs run on run.id = answer.run_id
     where run.validated_access_id = $1 order by answer.field`,
    [invitation.id],
  )
  const position = (written[0]?.indexOf(order[0]?.[1] ?? '') ?? -1) + 1
  expect(rows).toEqual([
    { field: 'q1_partial_period', option: position },
    { field: 'q2_chart_axis', option: 5 },
  ])

  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(optionsOf(page, 2).first()).toBeFocused()
  expect(await shownOptions(page)).toEqual(order)
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Sección 2 de 4').first()).toBeVisible()
  await page.getByRole('button', { name: 'Anterior' }).click()
  await expect(page.getByText('Sección 1 de 4').first()).toBeVisible()
  expect(await shownOptions(page)).toEqual(order)
  await expectState(page, 'Guardado')

  for (const scripts of [true, false]) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: scripts })
    const device = await context.newPage()
    await enterAgain(device, invitation)
    await expect(device.getByRole('radio', { name: order[0]?.[1] ?? '', exact: true })).toBeChecked()
    expect(await shownOptions(device), scripts ? 'another device' : 'without scripts').toEqual(order)
    await context.close()
  }

  const other = await createInvited(pool, SLUG)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const colleague = await context.newPage()
  await openAsRespondent(colleague, `/evaluacion/${SLUG}`, other.invitation, asked)
  expect(await shownOptions(colleague)).not.toEqual(order)
  await context.close()
})

test('an editor sees and changes whether options are shuffled, and tries them as they are written', {
  tag: ['@one-size', '@full'],
}, async ({ page }) => {
  await signInStaff(page, 'content')
  await page.goto(`/admin/content/questionnaires/${SLUG}/preview?seccion=1`)
  await expect(page.getByText('cada persona las ve en otro orden')).toBeVisible()
  expect(await shownOptions(page)).toEqual(written)
  await page.goto('/admin/content/questionnaires/cultura-analitica')
  await page.getByRole('button', { name: 'Crear borrador' }).click()
  const choice = page.getByRole('combobox', { name: 'Orden de las opciones' })
  await expect(choice).toHaveValue('written')
  await choice.selectOption('Distinto para cada persona')
  await expect(page.getByRole('status').getByText('Guardado', { exact: true })).toBeVisible()
  await auditPage(page, [1440, 390])
  await page.reload()
  await expect(choice).toHaveValue('shuffled')
  await page.getByRole('link', { name: 'Revisar y publicar' }).click()
  await expect(page.getByText('Orden de las opciones')).toBeVisible()
})
