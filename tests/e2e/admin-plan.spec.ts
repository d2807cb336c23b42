import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signInStaff } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'

// What to do after the results, as an editor writes it and as the buyer reads it.

const saved = (page: Page) => expect(page.getByRole('status').getByText('Guardado', { exact: true })).toBeVisible()

const LONG = 'Acordar entre todas las personas del equipo cómo se reparte el trabajo de cada semana'

test('the steps of a questionnaire are edited, previewed, published, exported and imported', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(240_000)
  await signInStaff(page, 'content')
  await page.goto('/admin/content/new')
  await page.getByRole('textbox', { name: /^Título/ }).fill('Agilidad en terreno')
  await page.getByRole('combobox', { name: /^Comenzar con/ }).selectOption('copy:agilidad')
  await page.getByRole('button', { name: 'Crear borrador' }).press('Enter')
  const parts = page.getByRole('navigation', { name: 'Partes del cuestionario' })
  await parts.getByRole('link', { name: 'Plan', exact: true }).press('Enter')
  await expect(field(page, 'Qué supone el esfuerzo')).not.toHaveValue('')
  await auditPage(page, [1440, 390])

  await page.getByRole('link', { name: /^1\. .*Pasos a los niveles 3, 4 y 5$/ }).press('Enter')
  await expect(parts.getByRole('link', { name: 'Plan', exact: true })).toHaveAttribute('aria-current', 'page')
  const step = page.getByRole('region', { name: 'Paso al nivel 3' })

  await test.step('a text that does not fit is said at its field, and keeps what was typed', async () => {
    await field(step, 'Título').fill(LONG)
    await expect(step.getByText(/Tiene \d+ caracteres y caben 62/)).toBeVisible()
    await saved(page)
    await page.getByRole('button', { name: '1 por corregir' }).press('Enter')
    await page.getByRole('link', { name: /pregunta 1, paso al nivel 3, título: puede tener hasta 62/ }).press('Enter')
    await expect(field(step, 'Título')).toBeFocused()
    await page.reload()
    await expect(field(step, 'Título')).toHaveValue(LONG)
    await field(step, 'Título').fill('Repartir el trabajo de la semana entre todas')
    await saved(page)
    await expect(page.getByRole('button', { name: /por corregir/ })).toBeHidden()
  })

  await test.step('the preview follows what is typed, from the level that is chosen', async () => {
    await step.getByRole('button', { name: 'Ver como lo lee quien compró' }).press('Enter')
    await expect(step.getByRole('heading', { name: 'Repartir el trabajo de la semana entre todas' })).toBeVisible()
    await field(step, 'Esta semana, desde el nivel 1').fill('Anota en un papel quién hace qué hasta el viernes.')
    await step.getByRole('combobox', { name: 'Nivel hoy' }).selectOption('1')
    await expect(
      step.getByRole('paragraph').getByText('Anota en un papel quién hace qué hasta el viernes.'),
    ).toBeVisible()
    await expect(step.getByText('Del nivel 1 al 3')).toBeVisible()
    const talk = page.getByRole('region', { name: 'Pregunta 1', exact: true })
    await talk.getByRole('button', { name: 'Ver como lo lee quien compró' }).press('Enter')
    await talk.getByRole('textbox', { name: /^Pregunta para conversarlo/ }).fill('¿Qué hizo cada una la semana pasada?')
    await expect(talk.getByRole('paragraph').getByText('¿Qué hizo cada una la semana pasada?')).toBeVisible()
    await auditPage(page, [1440, 390])
    await saved(page)
  })

  await test.step('what comes before is chosen among the questions', async () => {
    const needs = step.getByRole('group', { name: 'Lo que necesita antes' })
    const rows = await needs.getByRole('combobox', { name: 'Pregunta' }).count()
    await needs.getByRole('button', { name: 'Agregar una pregunta' }).press('Enter')
    const row = needs.getByRole('listitem').nth(rows)
    await row.getByRole('combobox', { name: 'Pregunta' }).selectOption('q16_agile_metrics')
    await field(row, 'Motivo').fill('sin acuerdo no hay reparto')
    await saved(page)
    await parts.getByRole('link', { name: 'Plan', exact: true }).press('Enter')
    await page.getByRole('link', { name: /^1\. .*Pasos a los niveles 3, 4 y 5$/ }).press('Enter')
    await expect(field(needs.getByRole('listitem').nth(rows), 'Motivo')).toHaveValue('sin acuerdo no hay reparto')
    await needs.getByRole('button', { name: `Quitar lo que necesita antes, ${rows + 1}` }).press('Enter')
    await saved(page)
    await page.reload()
    await expect(needs.getByRole('listitem')).toHaveCount(rows)
  })

  await test.step('a question without a step shows the recommendations; an added one is incomplete until it is written', async () => {
    const last = page.getByRole('region', { name: 'Paso al nivel 5' })
    await last.getByRole('button', { name: 'Quitar el paso al nivel 5' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).press('Enter')
    await expect(last.getByText('Sin paso: quien compró lee')).toBeVisible()
    await last.getByRole('button', { name: 'Ver como lo lee quien compró' }).press('Enter')
    await expect(last.getByText('Recomendaciones', { exact: true })).toBeVisible()
    await last.getByRole('button', { name: 'Agregar el paso al nivel 5 de la pregunta 1' }).press('Enter')
    await expect(field(last, 'Título')).toBeFocused()
    await auditPage(page, [1440, 390])
    await page.getByRole('link', { name: 'Revisar y publicar' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Publicar' })).toBeDisabled()
    await page.getByRole('link', { name: /pregunta 1, paso al nivel 5, evidencia: falta el texto/ }).press('Enter')
    await expect(field(last, 'Evidencia')).toBeFocused()
    await last.getByRole('button', { name: 'Quitar el paso al nivel 5' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).press('Enter')
    await expect(last.getByText('Sin paso: quien compró lee')).toBeVisible()
  })

  await test.step('a section has a decision to ask for', async () => {
    await page.getByRole('link', { name: 'Editar la pregunta' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Editar los pasos de la pregunta 1' })).toBeVisible()
    await page.getByRole('textbox', { name: /^Qué se decide/ }).fill('Una hora por semana para repartir')
    await saved(page)
    await auditPage(page, [1440, 390])
  })

  await test.step('it is published with its plan, and its file carries it', async () => {
    await page.getByRole('link', { name: 'Revisar y publicar' }).press('Enter')
    await page.getByRole('button', { name: 'Publicar' }).press('Enter')
    await expect(page.getByText('Versión publicada.')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Exportar la versión 1' }).press('Enter'),
    ])
    const file = await readFile((await download.path()) ?? '', 'utf8')
    expect(file).toContain('Repartir el trabajo de la semana entre todas')
    const changed = file.replace(
      'Repartir el trabajo de la semana entre todas',
      'Repartir el trabajo cada lunes entre todas',
    )
    await page.goto('/admin/content/import')
    await page.getByLabel('Archivo JSON').setInputFiles({
      name: 'agilidad-en-terreno.json',
      mimeType: 'application/json',
      buffer: Buffer.from(changed),
    })
    await page.getByRole('button', { name: 'Revisar archivo' }).press('Enter')
    await page.getByText('Ver 1 cambio respecto de lo publicado').press('Enter')
    await expect(page.getByText('Repartir el trabajo cada lunes entre todas')).toBeVisible()
    await page.getByRole('button', { name: 'Guardar como borrador' }).press('Enter')
    await parts.getByRole('link', { name: 'Plan', exact: true }).press('Enter')
    await page.getByRole('link', { name: /^1\. .*Pasos a los niveles 3 y 4$/ }).press('Enter')
    await expect(field(step, 'Título')).toHaveValue('Repartir el trabajo cada lunes entre todas')
  })
})
