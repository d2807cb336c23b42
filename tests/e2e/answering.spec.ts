import type { Pool } from 'pg'
import { scriptNamed } from '../support/page-scripts.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { expect, expectAccessible, field, test } from './journey.ts'
import {
  choose,
  comeBackTo,
  expectSelected,
  expectState,
  openRun,
  optionsOf,
  type Running,
  startedRun,
} from './run-page.ts'

// Answering under all kinds of failures: no answer is ever lost.

let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
})
test.afterAll(() => pool.end())

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
  const run = await startedRun(pool)
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  // 'Guardado' stands there before the answer is noticed, too.
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 3 })
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
  const run = await startedRun(pool)
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
  const run = await startedRun(pool)
  const first = await openRun(context, run, baseURL)
  await choose(first, 0, 5)
  await first.getByRole('button', { name: 'Siguiente' }).click()
  await choose(first, 0, 3)
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 5, q6_data_architecture: 3 })

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
  const run = await startedRun(pool)
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
  const run = await startedRun(pool)
  let deliver = () => {}
  let asked = Promise.resolve()
  const hold = async () => {
    const mayCome = new Promise<void>(resolve => {
      deliver = resolve
    })
    let noteAsked = () => {}
    asked = new Promise<void>(resolve => {
      noteAsked = resolve
    })
    await context.route(`**${await scriptNamed('run-stages')}`, async route => {
      noteAsked()
      await mayCome
      await route.continue()
    })
  }
  await hold()
  const page = await openRun(context, run, baseURL, 'load')
  await choose(page, 0, 2)
  await page.getByRole('textbox').first().fill('Faltan dueños')
  await asked
  expect(await storedOf(run)).toEqual({})
  deliver()
  await expect.poll(() => storedOf(run)).toMatchObject({ q1_governance_framework: 2 })
  await expect.poll(async () => Object.values(await storedOf(run))).toContain('Faltan dueños')
  await expectSelected(page, 0, 2)
  await context.unroute(`**${await scriptNamed('run-stages')}`)

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
  const run = await startedRun(pool)
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
  const run = await startedRun(pool)
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  // 'Guardado' stands there before the answer is noticed, too.
  await expect.poll(() => storedOf(run)).toEqual({ q1_governance_framework: 3 })
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
  const run = await startedRun(pool)
  const other = await startedRun(pool)
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
  const run = await startedRun(pool)
  const page = await openRun(context, run, baseURL)
  await choose(page, 0, 3)
  await expectState(page, 'Guardado')
  await pool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [run.accessId])
  await choose(page, 1, 3)
  await expect(page.getByText('El plazo para responder terminó')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(/Tu acceso terminó el .*Lo que guardaste antes se conserva/)).toBeVisible()
  await expectAccessible(page)
  expect(await storedOf(run)).toEqual({ q1_governance_framework: 3 })
})

// shows: A2.13, A4.19, A5.5
test('a run completed elsewhere says so and links to its end', { tag: '@full' }, async ({
  context,
  browser,
  baseURL,
}) => {
  const run = await startedRun(pool)
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
