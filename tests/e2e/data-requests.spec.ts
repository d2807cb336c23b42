import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { completePeople } from '../support/completed-people.ts'
import { createPaidItem, createProfile, findProduct } from '../support/factories.ts'
import { linkInMail } from '../support/http-visitor.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { openAccount } from './accounts.ts'
import { auditPage, expect, field, newEmail, test } from './journey.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? ''
let pool: Pool
test.beforeAll(() => {
  pool = openShopDatabase(DATA_DIR)
})
test.afterAll(() => pool.end())

/** Somebody who answered for a buyer. */
async function answered(): Promise<string> {
  const buyer = await createProfile(pool, { first_name: 'Camila', last_name: 'Pérez', email: newEmail('camila') })
  const product = await findProduct(pool)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 3 })
  const [accessId = ''] = await completePeople(pool, { itemId: item.item_id, userId: buyer.id }, [
    { answers: { q1_governance_framework: 3, governance_challenges: 'Faltan dueños' } },
  ])
  const email = newEmail('pedro')
  await pool.query('update user_accesses set email = $2 where id = $1', [accessId, email])
  return email
}

async function openOwnData(page: Page, email: string): Promise<void> {
  await page.goto('/privacidad')
  await page.getByRole('link', { name: 'Ver, corregir o borrar mis datos' }).click()
  await expect(page.getByRole('heading', { name: 'Tus datos personales' })).toBeVisible()
  await auditPage(page, [390])
  await field(page, 'Tu correo').fill(email)
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await expect(page.getByText('Si el correo está bien escrito')).toBeVisible()
  const link = await linkInMail(DATA_DIR, email, '/mis-datos\\?token=')
  await page.goto(link)
  await page.getByRole('button', { name: 'Ver mis datos' }).click()
  await expect(page.getByText(`Lo que guardamos con el correo ${email}`)).toBeVisible()
}

test('somebody without an account sees, downloads, corrects, blocks and erases the own data', async ({ page }) => {
  const email = await answered()
  await openOwnData(page, email)
  await expect(page.getByText('Camila Pérez puede ver tu nombre, tus respuestas y tus resultados.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver 2 respuestas' }).click()
  await expect(page.getByText('Faltan dueños')).toBeVisible()
  await auditPage(page, [390])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Archivo (JSON)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^datos-personales-.*\.json$/)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Copia legible (PDF)' }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/)

  await page.getByRole('button', { name: 'Corregir nombre, área o cargo' }).click()
  await field(page, 'Nombre').fill('Pía')
  await page.getByRole('button', { name: 'Guardar corrección' }).click()
  await expect(page.getByText('Corregimos tu nombre, área y cargo en esa evaluación.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Bloquear mis datos' }).click()
  await expect(page.getByText('Bloqueamos 1 evaluación').first()).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el bloqueo' }).click()
  await expect(page.getByText('Quitaste el bloqueo de 1 evaluación.')).toBeVisible()

  await page.getByRole('button', { name: 'Borrar mis datos y respuestas' }).click()
  await page.getByRole('button', { name: 'Borrar estos datos' }).click()
  await expect(page.getByText('Escribe BORRAR para confirmar').last()).toBeVisible()
  await field(page, 'Escribe BORRAR para confirmar').fill('borrar')
  await page.getByRole('button', { name: 'Borrar estos datos' }).click()
  await expect(page.getByText('Borramos tus datos de 1 evaluación y 2 respuestas.').first()).toBeVisible()
  await expect(page.getByText('No guardamos datos con este correo')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar esta página' }).click()
  await expect(field(page, 'Tu correo')).toBeVisible()
})

test('an objection reaches the desk, is extended and answered with a reason', async ({ page, browser, baseURL }) => {
  const email = await answered()
  await openOwnData(page, email)
  await page.getByRole('button', { name: 'Oponerme al uso de mis datos' }).click()
  await page.getByRole('textbox', { name: '¿A qué te opones y por qué?' }).fill('No quiero que me evalúen')
  await page.getByRole('button', { name: 'Oponerme', exact: true }).click()
  await expect(page.getByText(/Recibimos tu solicitud SD-\d{4}-\d{6}/)).toBeVisible()

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const desk = await context.newPage()
  await openAccount(desk, 'duena', 'admin')
  await desk.goto(`/admin/privacy?${new URLSearchParams({ search: email, estado: 'open' })}`)
  await auditPage(desk, [390])
  await desk.getByRole('link', { name: /^SD-/ }).first().click()
  await expect(desk.getByText('No quiero que me evalúen')).toBeVisible()
  await desk.getByRole('button', { name: 'Responder yo' }).click()
  await expect(desk.getByText('Ahora respondes tú esta solicitud.')).toBeVisible()
  await desk.getByRole('textbox', { name: /^Por qué se necesita más tiempo/ }).fill('Preguntamos a quien te invitó')
  await desk.getByRole('button', { name: 'Extender 30 días' }).click()
  await expect(desk.getByText(/^Plazo extendido hasta el/)).toBeVisible()
  await desk.getByRole('textbox', { name: /^Motivo de la negativa/ }).fill('Quien te invitó tiene una base legal.')
  await auditPage(desk, [390])
  await desk.getByRole('button', { name: 'Rechazar con este motivo' }).click()
  await expect(desk.getByText('Solicitud rechazada. Enviamos el motivo a la persona.')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Por qué se rechazó' })).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByText('Quien te invitó tiene una base legal.')).toBeVisible()
})

test('the registers of processing and of breaches are kept in the back office', { tag: '@full' }, async ({ page }) => {
  const title = `Un notebook perdido ${Date.now()}`
  await openAccount(page, 'duena', 'admin')
  await page.goto('/admin/privacy/processing')
  await expect(page.getByRole('heading', { name: 'Respuestas y resultados de evaluaciones' })).toBeVisible()
  await auditPage(page, [390])
  await page.getByRole('link', { name: 'Editar Correos de la tienda' }).click()
  await page
    .getByRole('textbox', { name: 'Por cuánto tiempo' })
    .fill('Con la cuenta o el acceso a que se refieren; nunca más.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardado.')).toBeVisible()

  await page.goto('/admin/privacy/breaches/new')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Escribe qué pasó')).toBeVisible()
  await page.getByRole('textbox', { name: 'Qué pasó, en una línea' }).fill(title)
  await page.getByRole('textbox', { name: 'Descripción' }).fill('Con una copia de resultados')
  await page.getByRole('textbox', { name: 'Qué datos' }).fill('Nombres y niveles')
  await page.getByRole('textbox', { name: 'Efectos posibles' }).fill('Que se conozcan los niveles')
  await page.getByRole('textbox', { name: 'Medidas' }).fill('El disco estaba cifrado')
  await auditPage(page, [390])
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.goto('/admin/privacy/breaches')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByText('Por notificar').first()).toBeVisible()
})
