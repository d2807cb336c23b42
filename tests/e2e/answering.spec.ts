import type { BrowserContext, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { codeOf } from '../support/access-codes.ts'
import { findProduct } from '../support/factories.ts'
import { createInvited } from '../support/respondents.ts'
import { type Completed, createCompleted } from '../support/reviews.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, field, test } from './journey.ts'
import { openAsRespondent } from './respondent.ts'

// Answering under all kinds of failures: no answer is ever lost.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

type Running = Completed & { address: string; email: string; code: string }

/** An invited person who has started the data-governance assessment. */
async function startedRun(): Promise<Running> {
  const product = await findProduct(pool)
  const run = await createCompleted(pool, { productId: product.id, unfinished: true })
  const { rows } = await pool.query<{ email: string; access_code: string }>(
    'select email, access_code from user_accesses where id = $1',
    [run.accessId],
  )
  const address = `/dama-assessment?access_id=${run.accessId}&assessment_id=${run.runId}`
  return { ...run, address, email: rows[0]?.email ?? '', code: await codeOf(pool, rows[0]?.access_code ?? '') }
}

async function openRun(
  context: BrowserContext,
  run: Running,
  baseURL = '',
  waitUntil: 'load' | 'commit' = 'load',
): Promise<Page> {
  await context.addCookies([{ name: 'alhena_respondent', value: run.token, url: baseURL }])
  const page = await context.newPage()
  await page.goto(run.address, { waitUntil })
  await expect(page.getByRole('group').first()).toBeVisible()
  return page
}

/** The options of the nth closed question on screen, from 0. */
const optionsOf = (page: Page, question: number) =>
  page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .nth(question)
    .getByRole('radio')
const choose = (page: Page, question: number, option: number) =>
  optionsOf(page, question)
    .nth(option - 1)
    .check()
const expectSelected = (page: Page, question: number, option: number) =>
  expect(optionsOf(page, question).nth(option - 1)).toBeChecked()
const expectState = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const comeBackTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function storedOf({ runId }: Running): Promise<Record<string, number | string>> {
  const { rows } = await pool.query<{ field: string; value: number | string }>(
    'select field, coalesce(to_jsonb(option), to_jsonb(text)) as value from run_answers where run_id = $1',
    [runId],
  )
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]))
}

// shows: A4.11
test('answers given offline survive closing the page, and are sent when it is opened again', async ({
  context,
  baseURL,
}) => {
  const run = await startedRun()
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  await expectState(page, 'Guardado')
  await context.setOffline(true)
  await choose(page, 1, 2)
  await page.getByRole('textbox').first().fill('Nadie es dueño <b>de los datos</b>')
  await expectState(page, 'Sin conexión: se guardará al volver')
  expect(await storedOf(run)).toEqual({ q1_governance_framework: 3 })
  await page.close()
  await context.setOffline(false)
  const again = await openRun(context, run, baseURL)
  await expectSelected(again, 1, 2)
  await expect(again.getByRole('textbox').first()).toHaveValue('Nadie es dueño <b>de los datos</b>')
  await expectState(again, 'Guardado')
  await expect
    .poll(() => storedOf(run))
    .toEqual({
      q1_governance_framework: 3,
      q2_roles_responsibilities: 2,
      governance_challenges: 'Nadie es dueño <b>de los datos</b>',
    })
})

// shows: A4.12
test("two tabs of one run show each other's answers, and the newer one wins", { tag: ['@one-size', '@full'] }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun()
  const one = await openRun(context, run, baseURL)
  const two = await openRun(context, run, baseURL)
  await choose(one, 0, 5)
  await expectSelected(two, 0, 5)
  await choose(two, 0, 2)
  await expectSelected(one, 0, 2)
  await choose(one, 1, 4)
  await expectSelected(two, 1, 4)
  await expectState(one, 'Guardado')
  await expectState(two, 'Guardado')
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 2, q2_roles_responsibilities: 4 })
})

// shows: A4.13
test('another device continues where the first one was, and the first one shows its answers', {
  tag: ['@one-size', '@full'],
}, async ({ context, browser, baseURL }) => {
  const run = await startedRun()
  const first = await openRun(context, run, baseURL)
  await choose(first, 0, 5)
  await first.getByRole('button', { name: 'Siguiente' }).click()
  await choose(first, 0, 3)
  await expectState(first, 'Guardado')

  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  const second = await device.newPage()
  await second.goto('/dama-assessment')
  await field(second, 'Correo electrónico').fill(run.email)
  await field(second, 'Código de acceso').fill(run.code)
  await second.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(second.getByText('Sección 2 de 8').first()).toBeVisible()
  await expectSelected(second, 0, 3)
  await expect(optionsOf(second, 1).first()).toBeFocused()
  await choose(second, 0, 1)
  await choose(second, 1, 6)
  await expectState(second, 'Guardado')

  // What the first device answers offline is newer and stays; it takes over the rest.
  await comeBackTo(first)
  await expectSelected(first, 0, 1)
  await expectSelected(first, 1, 6)
  await choose(first, 1, 2)
  await expectState(first, 'Guardado')
  await comeBackTo(second)
  await expectSelected(second, 1, 2)
  await device.close()
})

// shows: A4.14
test('a device whose clock is an hour ahead does not win by it, and one with slow scripts does not lose', {
  tag: ['@one-size', '@full'],
}, async ({ context, browser, baseURL }) => {
  const run = await startedRun()
  let deliverScripts = () => {}
  const scriptsMayCome = new Promise<void>(resolve => {
    deliverScripts = resolve
  })
  await context.route('**/assets/*.js', async route => {
    await scriptsMayCome
    await route.continue()
  })
  const exact = await openRun(context, run, baseURL, 'commit')
  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  await device.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  const ahead = await openRun(device, run, baseURL)
  await choose(ahead, 0, 4)
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 4 })
  deliverScripts()
  await choose(exact, 0, 1)
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 1 })
  await comeBackTo(ahead)
  await expectSelected(ahead, 0, 1)
  await device.close()
})

test("what is answered, written or submitted before a run's code has come counts, once", {
  tag: ['@one-size', '@full'],
}, async ({ context, baseURL }) => {
  const run = await startedRun()
  let deliver = () => {}
  const hold = async () => {
    const mayCome = new Promise<void>(resolve => {
      deliver = resolve
    })
    await context.route('**/assets/run-stages-*.js', async route => {
      await mayCome
      await route.continue()
    })
  }
  await hold()
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 2)
  await page.getByRole('textbox').first().fill('Faltan dueños')
  await page.waitForTimeout(500)
  expect(await storedOf(run)).toEqual({})
  deliver()
  await expect.poll(() => storedOf(run)).toMatchObject({ q1_governance_framework: 2 })
  await expect.poll(async () => Object.values(await storedOf(run))).toContain('Faltan dueños')
  await expectSelected(page, 0, 2)
  await context.unroute('**/assets/run-stages-*.js')

  await hold()
  await page.reload()
  await choose(page, 1, 3)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Sección 2 de 8').first()).toBeVisible()
  deliver()
  await choose(page, 0, 4)
  await expectState(page, 'Guardado')
  await expect(page.getByText('Sección 2 de 8').first()).toBeVisible()
  const answers = { q1_governance_framework: 2, q2_roles_responsibilities: 3, q6_data_architecture: 4 }
  await expect.poll(() => storedOf(run)).toMatchObject(answers)
})

// shows: A4.14
test('an offline answer does not overwrite a later one from another device', {
  tag: ['@one-size', '@full'],
}, async ({ context, browser, baseURL }) => {
  const run = await startedRun()
  const first = await openRun(context, run, baseURL)
  await context.setOffline(true)
  await choose(first, 0, 2)
  await choose(first, 1, 2)
  await expectState(first, 'Sin conexión')
  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  const second = await openRun(device, run, baseURL)
  await choose(second, 0, 5)
  await expectState(second, 'Guardado')
  await context.setOffline(false)
  await expectState(first, 'Guardado')
  await expectSelected(first, 0, 5)
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 5, q2_roles_responsibilities: 2 })
  await device.close()
})

// shows: A4.15
test('an expired session asks for e-mail and code on the page, and keeps typed input even without storage', {
  tag: '@full',
}, async ({ context, baseURL }) => {
  const run = await startedRun()
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  await expectState(page, 'Guardado')
  await context.setOffline(true)
  await choose(page, 1, 3)
  await expect(page.getByText('No cierres esta página')).toBeVisible()
  await context.setOffline(false)
  await expectState(page, 'Guardado')

  await pool.query('update respondent_sessions set revoked_at = now() where access_id = $1', [run.accessId])
  await page.getByRole('textbox').first().fill('Escrito después del fin de la sesión')
  await expect(page.getByText('Este navegador ya no puede guardar')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Volver a entrar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vuelve a entrar' })
  await expectAccessible(page)
  await field(dialog, 'Correo electrónico').fill(run.email)
  await field(dialog, 'Código de acceso').fill('AC-22222222')
  await field(dialog, 'Código de acceso').press('Enter')
  await expect(dialog.getByText('Código de acceso o email inválido').first()).toBeVisible()
  await comeBackTo(page)
  await expect(field(dialog, 'Correo electrónico')).toHaveValue(run.email)
  await field(dialog, 'Código de acceso').fill(run.code)
  await dialog.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(dialog).toBeHidden()
  await expectState(page, 'Guardado')
  await expect(page.getByRole('textbox').first()).toHaveValue('Escrito después del fin de la sesión')
  await expect
    .poll(() => storedOf(run))
    .toEqual({
      q1_governance_framework: 3,
      q2_roles_responsibilities: 3,
      governance_challenges: 'Escrito después del fin de la sesión',
    })
})

// shows: A4.15
test('the code of another run does not open the one on screen', { tag: ['@one-size', '@full'] }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun()
  const other = await startedRun()
  const page = await openRun(context, run, baseURL)
  await pool.query('update respondent_sessions set revoked_at = now() where access_id = $1', [run.accessId])
  await choose(page, 0, 3)
  await page.getByRole('button', { name: 'Volver a entrar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vuelve a entrar' })
  await field(dialog, 'Correo electrónico').fill(other.email)
  await field(dialog, 'Código de acceso').fill(other.code)
  await dialog.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(dialog.getByText('Ese correo y código son de otra evaluación.').first()).toBeVisible()
  expect([await storedOf(run), await storedOf(other)]).toEqual([{}, {}])
})

// shows: A4.17
test('an access that expires during a run says so, and keeps what was saved before', async ({ context, baseURL }) => {
  const run = await startedRun()
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  await expectState(page, 'Guardado')
  await pool.query("update user_accesses set expires_at = now() - interval '1 second' where id = $1", [run.accessId])
  await choose(page, 1, 3)
  await expect(page.getByText('El plazo para responder terminó')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(/Tu acceso venció el .*Lo que guardaste antes se conserva/)).toBeVisible()
  await expectAccessible(page)
  expect(await storedOf(run)).toEqual({ q1_governance_framework: 3 })
})

// shows: A2.13, A4.19, A5.5
test('a run completed elsewhere says so and links to its end', { tag: '@full' }, async ({
  context,
  browser,
  baseURL,
}) => {
  const run = await startedRun()
  const page = await openRun(context, run, baseURL)
  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await openRun(device, run, baseURL)
  await choose(other, 0, 3)
  for (let section = 1; section < 8; section += 1) await other.getByRole('button', { name: 'Siguiente' }).click()
  await other.getByRole('button', { name: 'Finalizar Evaluación' }).click()
  const gaps = other.getByRole('dialog', { name: 'Te faltan 39 preguntas' })
  await gaps.getByRole('button', { name: 'Finalizar de todos modos' }).click()
  await expect(other.getByText('1 de 40 preguntas completadas')).toBeVisible()
  await choose(page, 0, 5)
  await expect(page.getByText('Esta evaluación ya está completada')).toBeVisible()
  await page.getByRole('button', { name: 'Ver el cierre' }).click()
  await expect(page.getByText('1 de 40 preguntas completadas')).toBeVisible()
  expect(await storedOf(run)).toEqual({ q1_governance_framework: 3 })
  await device.close()
})

for (const width of [1440, 390]) {
  test(`the message of the start leaves section, question and percentage in view, at ${width} px`, {
    tag: ['@one-size', '@full'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { invitation } = await createInvited(pool)
    await openAsRespondent(page, '/dama-assessment', { email: invitation.email, code: invitation.code })
    const message = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Descartar mensaje' }) })
    await expect(message).toContainText('Evaluación iniciada')
    for (const shown of ['Sección 1 de 8', 'Pregunta 1 de 5 en esta sección', '0%']) {
      const figure = page.getByText(shown, { exact: true }).first()
      await expect(figure).toBeInViewport()
      const [over, under] = [await message.boundingBox(), await figure.boundingBox()]
      if (!over || !under) throw new Error(`${shown} is not on screen`)
      const apart =
        over.y >= under.y + under.height ||
        under.y >= over.y + over.height ||
        over.x >= under.x + under.width ||
        under.x >= over.x + over.width
      expect(apart, shown).toBe(true)
    }
  })
}

// shows: A2.14
test('digit keys answer and move on visibly; the page resumes at the same question', { tag: '@one-size' }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun()
  const page = await openRun(context, run, baseURL)
  await optionsOf(page, 0).first().focus()
  for (const [question, digit] of ['3', '6', '1'].entries()) {
    await page.keyboard.press(digit)
    await expectSelected(page, question, Number(digit))
    await expect(optionsOf(page, question + 1).first()).toBeFocused()
    await expect(optionsOf(page, question + 1).first()).toBeInViewport()
  }
  await page.keyboard.press('9')
  await expect(optionsOf(page, 3).first()).not.toBeChecked()
  await expectState(page, 'Guardado')
  await page.reload()
  await expect(optionsOf(page, 3).first()).toBeFocused()
  await expect(page.getByText('Pregunta 4 de 5 en esta sección')).toBeVisible()
})

// shows: A2.15
test('it is readable on a narrow phone, at 200% zoom, and in the dark theme', { tag: ['@one-size', '@full'] }, async ({
  context,
  baseURL,
}) => {
  const run = await startedRun()
  const page = await openRun(context, run, baseURL)
  for (const [question, size] of [
    { width: 360, height: 740 },
    // A 1280 × 800 screen at 200%, and a phone on its side.
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ].entries()) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await optionsOf(page, question + 2)
      .first()
      .focus()
    await expect(optionsOf(page, question + 2).first()).toBeInViewport()
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})
