import type { Page } from '@playwright/test'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount, signInStaff } from './accounts.ts'
import { buyForNothing, fillCart, gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

const WORKSHOP = 'taller-kanban'

/** Invites somebody from the buyer's dashboard. @returns the code */
async function invite(page: Page, email: string): Promise<string> {
  await gotoPurchase(page)
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  await field(page, 'Nombre').fill('Rosa')
  await field(page, 'Apellido').fill('Paz')
  await field(page, 'Email').fill(email)
  await page.getByRole('combobox', { name: 'Rol' }).selectOption({ label: 'Analista' })
  await field(page, 'Área').fill('Finanzas')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Enviar|Generar|Invitar)/ })
    .click()
  const invitation = page.getByRole('dialog', { name: 'Invitación generada' })
  const code = (await invitation.getByText(/^AC-\w{8}$/).textContent()) ?? ''
  await invitation.getByRole('button', { name: 'Listo' }).click()
  return code
}

test('a workshop of seven lessons is done at one’s own pace, up to its certificate, without an account', {
  tag: '@full',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000)
  const url = baseURL ?? ''
  const rosa = newEmail('rosa')
  await openAccount(page, 'lectora')
  const [choice] = await fillCart(page, [WORKSHOP])
  await buyForNothing(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 2 }])
  const code = await invite(page, rosa)

  const guest = await (await browser.newContext({ baseURL: url })).newPage()
  await guest.goto(`/taller/${WORKSHOP}`)
  await field(guest, 'Correo electrónico').fill(rosa)
  await field(guest, 'Código de acceso').fill(code)
  await guest.getByRole('button', { name: 'Acceder al taller' }).click()
  await expect(guest.getByText('0 de 7 lecciones hechas')).toBeVisible()
  await auditPage(guest, [1440, 390])

  // Its files are there from the first day, for whoever has access.
  const materials = guest.getByRole('region', { name: 'Materiales' })
  // Each lesson is listed once, as a lesson.
  await expect(materials.getByRole('link')).toHaveCount(4)
  await expect(guest.getByRole('link', { name: /ver el trabajo/i })).toHaveCount(1)
  const sheet = materials.getByRole('link', { name: /Planilla para medir tiempos y bloqueos\s*Excel, \d+ kB/ })
  const downloading = guest.waitForEvent('download')
  await sheet.click()
  expect((await downloading).suggestedFilename()).toBe('Planilla para medir tiempos y bloqueos.xlsx')

  await guest.getByRole('link', { name: 'Comenzar la lección 1' }).click()
  await expect(
    guest.getByRole('heading', { level: 1, name: 'Lección 1: Por qué nada avanza cuando todo es urgente' }),
  ).toBeVisible()
  await expect(guest.getByRole('link', { name: /^Lección anterior/ })).toHaveCount(0)
  const lessonFile = (await guest.getByRole('link', { name: /^Descargar esta lección/ }).getAttribute('href')) ?? ''
  const pdf = await guest.request.get(lessonFile)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const stranger = await (await browser.newContext({ baseURL: url })).newPage()
  expect((await stranger.request.get(lessonFile)).status()).toBe(404)
  await auditPage(guest, [1440, 390])
  expect((await stranger.request.get(new URL(guest.url()).pathname)).status()).toBe(404)
  await guest.getByRole('button', { name: 'Marcar como hecha' }).click()
  await expect(guest.getByText('1 de 7 lecciones hechas')).toBeVisible()
  await guest.getByRole('button', { name: 'Quitar la marca' }).click()
  await expect(guest.getByText('0 de 7 lecciones hechas')).toBeVisible()
  await guest.getByRole('button', { name: 'Marcar como hecha' }).click()
  await expect(guest.getByText('Lección hecha')).toBeVisible()

  // What was done is there in another browser, with the same e-mail and code.
  const other = await (await browser.newContext({ baseURL: url, javaScriptEnabled: false })).newPage()
  await other.goto(`/taller/${WORKSHOP}`)
  await field(other, 'Correo electrónico').fill(rosa)
  await field(other, 'Código de acceso').fill(code)
  await other.getByRole('button', { name: 'Acceder al taller' }).click()
  await other.getByRole('link', { name: 'Seguir con la lección 2' }).click()
  // It works without scripts.
  await other.getByRole('button', { name: 'Marcar como hecha' }).click()
  await expect(other.getByText('2 de 7 lecciones hechas')).toBeVisible()

  const staff = await (await browser.newContext({ baseURL: url })).newPage()
  await signInStaff(staff, 'support')
  // Another journey may have sold the newest workshop of the list.
  const database = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
  const { rows } = await database.query('select order_item_id as id from user_accesses where email = $1', [rosa])
  await database.end()
  await staff.goto(`/admin/access/sessions/${rows[0]?.id}`)
  await expect(staff.getByRole('listitem').filter({ hasText: rosa })).toContainText('2 de 7 lecciones hechas')
  await auditPage(staff, [1440, 390])
  await gotoPurchase(page)
  await expect(page.getByRole('row').filter({ hasText: rosa })).toContainText('28%')

  for (const number of [2, 3, 4, 5, 6, 7]) {
    await guest.getByRole('link', { name: /^Lección siguiente/ }).click()
    await expect(guest.getByRole('heading', { level: 1, name: new RegExp(`^Lección ${number}:`) })).toBeVisible()
    // Done in the other browser.
    if (number === 2) continue
    await guest.getByRole('button', { name: 'Marcar como hecha' }).click()
    if (number < 7) await expect(guest.getByText(`${number} de 7 lecciones hechas`)).toBeVisible()
  }
  const download = guest.getByRole('link', { name: 'Descargar certificado (PDF)' })
  await expect(download).toBeVisible()
  await expect(guest.getByText('7 de 7 lecciones hechas')).toBeVisible()
  await auditPage(guest, [1440, 390])
  expect((await guest.request.get((await download.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'application/pdf',
  )
  const certificate = (await guest.getByRole('link', { name: /^CT-/ }).textContent()) ?? ''
  await stranger.goto(`/certificado/${certificate}`)
  await expect(stranger.getByRole('main')).toContainText('Rosa Paz')
  await gotoPurchase(page)
  await expect(page.getByRole('row').filter({ hasText: rosa })).toContainText('Completado')
})
