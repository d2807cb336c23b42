import type { Page } from '@playwright/test'
import { addDays, formatLongDate, fromClock, toSantiago } from '../../app/kernel/dates.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount, signInStaff } from './accounts.ts'
import { buyForNothing, fillCart, gotoPurchase } from './buyer.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

const WORKSHOP = 'taller-tableros-que-se-entienden'
/** A month from now, at half past nine in the morning in Santiago. */
const DAY = toSantiago(addDays(new Date(), 30)).day
const STARTS = fromClock(`${DAY}T09:30`) ?? new Date()
const LINK = 'https://reunion.example/sala-7'

const mailTo = (page: Page, email: string, subject: string) =>
  expect(async () => {
    await page.goto('/demo/correo')
    const mail = page.getByRole('row').filter({ hasText: subject }).filter({ hasText: email })
    await expect(mail).toHaveCount(1, { timeout: 500 })
  }).toPass()

// shows: A2.17, A2.18, A2.19
test('a workshop is bought for three, scheduled, held, and its certificate can be verified by anybody', {
  tag: '@full',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000)
  const url = baseURL ?? ''
  const rosa = newEmail('rosa')
  await openAccount(page, 'tallerista')
  const [choice] = await fillCart(page, [WORKSHOP])
  await buyForNothing(page.request, [{ product_id: choice?.product_id ?? '', mode: 'business', seats: 3 }])

  await gotoPurchase(page)
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  await field(page, 'Nombre').fill('Rosa')
  await field(page, 'Apellido').fill('Paz')
  await field(page, 'Email').fill(rosa)
  await page.getByRole('combobox', { name: 'Rol' }).selectOption({ label: 'Analista' })
  await field(page, 'Área').fill('Finanzas')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Enviar|Generar|Invitar)/ })
    .click()
  const invitation = page.getByRole('dialog', { name: 'Invitación generada' })
  await expect(
    invitation.getByText(new RegExp(`^${url}/taller/${WORKSHOP}\\?access_id=[0-9a-f-]{36}#codigo=AC-\\w{8}$`)),
  ).toBeVisible()
  const code = (await invitation.getByText(/^AC-\w{8}$/).textContent()) ?? ''
  await invitation.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('link', { name: 'Ver taller' }).click()
  await expect(page.getByText('Todavía no hay fecha. Te escribiremos a')).toBeVisible()
  await auditPage(page, [1440, 360])

  // Rosa has no account: she enters with the mail's address, e-mail and code.
  const guest = await (await browser.newContext({ baseURL: url })).newPage()
  await guest.goto(`/taller/${WORKSHOP}`)
  await auditPage(guest, [1440, 360])
  await field(guest, 'Correo electrónico').fill(rosa)
  await field(guest, 'Código de acceso').fill('AC-22222222')
  await guest.getByRole('button', { name: 'Acceder al taller' }).click()
  await expect(guest.getByText('Código de acceso o email inválido')).toBeVisible()
  await field(guest, 'Código de acceso').fill(code)
  await guest.getByRole('button', { name: 'Acceder al taller' }).click()
  await expect(guest.getByRole('heading', { name: 'Programa' })).toBeVisible()
  await expect(guest.getByText('Todavía no hay fecha. Te escribiremos a')).toBeVisible()
  const stranger = await (await browser.newContext({ baseURL: url })).newPage()
  await stranger.goto(guest.url())
  await expect(stranger.getByRole('button', { name: 'Acceder al taller' })).toBeVisible()

  // The staff schedules the session.
  const staff = await (await browser.newContext({ baseURL: url })).newPage()
  await signInStaff(staff, 'support')
  await staff.goto('/admin/access')
  await staff.getByRole('link', { name: 'Sesiones de talleres' }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Sesiones de talleres' })).toBeVisible()
  await auditPage(staff, [1440, 360])
  // They fold on phones.
  const filters = staff.getByRole('button', { name: 'Filtros' })
  if (await filters.isVisible()) await filters.click()
  await staff.getByRole('combobox', { name: 'Sesión' }).selectOption('Sin fecha')
  await expect(staff).toHaveURL(/estado=sin-fecha/)
  await staff
    .getByRole('link', { name: /^Gestionar la sesión de/ })
    .first()
    .click()
  await staff.getByRole('button', { name: 'Fijar sesión y avisar' }).click()
  await expect(staff.getByText('Elige el día')).toBeVisible()
  await expect(staff.getByRole('textbox', { name: 'Día' })).toBeFocused()
  await staff.getByRole('textbox', { name: 'Día' }).fill(DAY)
  await staff.getByLabel('Hora').fill('09:30')
  await field(staff, 'Enlace').fill(LINK)
  await field(staff, 'Notas (opcional)').fill('Trae audífonos')
  await staff.getByRole('button', { name: 'Fijar sesión y avisar' }).click()
  await expect(staff.getByText('Sesión guardada. Avisamos por correo a 2 personas.')).toBeVisible()
  await expect(staff.getByText('Se confirma cuando la sesión haya comenzado.')).toBeVisible()
  await auditPage(staff, [1440, 360])
  await mailTo(page, rosa, 'Ya tiene fecha tu taller')

  await guest.reload()
  await expect(guest.getByText(`${formatLongDate(STARTS)}, de 09:30 a 13:00`)).toBeVisible()
  await expect(guest.getByRole('link', { name: LINK })).toBeVisible()
  await auditPage(guest, [1440, 360])
  const downloading = guest.waitForEvent('download')
  await guest.getByRole('link', { name: 'Agregar a mi calendario' }).click()
  expect((await downloading).suggestedFilename()).toBe('taller.ics')
  const calendarPath = await guest.getByRole('link', { name: 'Agregar a mi calendario' }).getAttribute('href')
  const file = await (await guest.request.get(calendarPath ?? '')).text()
  expect(file).toContain(`DTSTART;TZID=America/Santiago:${DAY.replaceAll('-', '')}T093000`)
  expect((await stranger.request.get(calendarPath ?? '')).status()).toBe(404)

  // Moves the session to today.
  const database = openShopDatabase(process.env.E2E_DATA_DIR ?? '')
  await database.query(
    `update workshop_sessions set starts_at = now() - interval '1 hour' where order_item_id = (
       select order_item_id from user_accesses where email = $1)`,
    [rosa],
  )
  await database.end()
  await staff.reload()
  await staff.getByRole('checkbox', { name: /Rosa Paz/ }).check()
  await auditPage(staff, [1440, 360])
  await staff.getByRole('button', { name: 'Confirmar asistencia' }).click()
  await expect(staff.getByText('Asistencia confirmada de 1 persona. Su certificado va en camino.')).toBeVisible()
  await expect(staff.getByText('Asistió')).toBeVisible()
  await mailTo(page, rosa, 'Tu certificado del taller')

  await guest.reload()
  const download = guest.getByRole('link', { name: 'Descargar certificado (PDF)' })
  await expect(download).toBeVisible()
  await auditPage(guest, [1440, 360])
  const pdf = await guest.request.get((await download.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await stranger.request.get((await download.getAttribute('href')) ?? '')).status()).toBe(404)
  const certificate = (await guest.getByRole('link', { name: /^CT-/ }).textContent()) ?? ''

  await stranger.goto(`/certificado/${certificate.toLowerCase()}`)
  await expect(stranger.getByText('El certificado es válido')).toBeVisible()
  await expect(stranger.getByRole('main')).toContainText('Rosa Paz')
  await expect(stranger.getByRole('main')).toContainText(/Duración\s*\d+ (hora|minuto)s?/)
  await expect(stranger.getByRole('main')).not.toContainText(rosa)
  expect((await stranger.request.get(`/certificado/${certificate}`)).headers()['x-robots-tag']).toBe('noindex')
  await auditPage(stranger, [1440, 360])
  await stranger.goto('/certificado/CT-222222222222')
  await expect(stranger.getByText('No hay un certificado con ese código')).toBeVisible()

  await gotoPurchase(page)
  await expect(page.getByRole('row').filter({ hasText: rosa })).toContainText('Completado')
})
