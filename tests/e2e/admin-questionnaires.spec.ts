import type { Locator, Page } from '@playwright/test'
import { signInStaff } from './accounts.ts'
import { auditPage, expect, field, test } from './journey.ts'

const saved = (page: Page) => expect(page.getByRole('status').getByText('Guardado', { exact: true })).toBeVisible()
const part = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Partes del cuestionario' }).getByRole('link', { name })

/** Fills in a section's own fields and its recommendations. */
async function describeSection(page: Page, title: string) {
  await field(page, 'Título').fill(title)
  await field(page, 'Descripción').fill(`Sobre ${title}`)
  await page.getByRole('combobox', { name: 'Nivel meta' }).selectOption('Nivel 4')
  for (const level of [1, 2, 3, 4, 5]) await field(page, `Con nivel ${level}`).fill(`${title}: paso ${level}`)
}

async function applyScale(page: Page, number: number, scale: string) {
  const select = page.getByRole('combobox', { name: 'Usar una escala' }).last()
  await select.selectOption({ label: scale })
  await page.getByRole('button', { name: `Usar la escala en la pregunta ${number}` }).press('Enter')
  await expect(field(page, 'Opción 1').last()).toBeFocused()
  await expect(field(page, 'Opción 1').last()).toHaveValue('Nunca')
}

// shows: B2.53, B5.5
test('a questionnaire is made from nothing, tried, published and chosen for a product', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(240_000)
  await signInStaff(page, 'content')
  await page.goto('/admin/content')
  await page.getByRole('link', { name: 'Nuevo cuestionario' }).click()
  await auditPage(page, [1440, 390])
  await test.step('the id follows the title, and one in use is refused', async () => {
    await page.getByRole('textbox', { name: /^Título/ }).fill('Ágil')
    await expect(page.getByRole('textbox', { name: /^Identificador/ })).toHaveValue('agil')
    await page.getByRole('textbox', { name: /^Identificador/ }).fill('agilidad')
    await page.getByRole('button', { name: 'Crear borrador' }).press('Enter')
    await expect(page.getByText('Otro cuestionario ya usa el identificador agilidad.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Identificador/ })).toBeFocused()
    await page.getByRole('textbox', { name: /^Identificador/ }).fill('ventas-en-terreno')
    await page.getByRole('textbox', { name: /^Título/ }).fill('Ventas en terreno')
    await page.getByRole('combobox', { name: /^Comenzar con/ }).selectOption('person')
    await page.getByRole('button', { name: 'Crear borrador' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ventas en terreno' })).toBeVisible()
  })

  await test.step('a problem appears beside its field while typing, and goes', async () => {
    await field(page, 'Introducción').fill('Cómo vendes.')
    await field(page, 'Título').fill('')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Falta el texto.', { exact: true })).toBeVisible()
    await expect(field(page, 'Título')).toHaveAttribute('aria-invalid', 'true')
    await auditPage(page, [1440, 390])
    await page.getByRole('button', { name: /por corregir/ }).press('Enter')
    await auditPage(page, [1440, 390])
    await page.getByRole('link', { name: /^Título/ }).press('Enter')
    await expect(field(page, 'Título')).toBeFocused()
    await field(page, 'Título').fill('Ventas en terreno')
    await expect(page.getByText('Falta el texto.', { exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: '1 por corregir' })).toBeVisible()
  })

  await test.step('two sections with three questions share a scale', async () => {
    await page.getByRole('button', { name: 'Agregar sección' }).press('Enter')
    await expect(field(page, 'Título')).toBeFocused()
    await expect(page.getByText('Falta el texto.', { exact: true })).toBeHidden()
    await describeSection(page, 'Escuchar')
    await field(page, 'Pregunta').fill('¿Escuchas antes de hablar?')
    await applyScale(page, 1, 'Frecuencia: Nunca a Siempre')
    await page.getByRole('button', { name: 'Agregar pregunta', exact: true }).press('Enter')
    await expect(field(page, 'Pregunta').last()).toBeFocused()
    await page.keyboard.type('¿Preguntas por el problema?')
    await applyScale(page, 2, 'Como la pregunta 1: Nunca a Siempre')
    await page.getByRole('button', { name: 'Agregar sección' }).press('Enter')
    await expect(field(page, 'Título')).toBeFocused()
    await describeSection(page, 'Proponer')
    await field(page, 'Pregunta').fill('¿Propones más de una salida?')
    await applyScale(page, 3, 'Como la pregunta 1: Nunca a Siempre')
    await saved(page)
    await expect(page.getByRole('button', { name: /por corregir/ })).toBeHidden()
    await auditPage(page, [1440, 390])
  })

  await test.step('a new question moves to the other section, and back', async () => {
    await page.getByRole('combobox', { name: 'Mover a la sección' }).selectOption('1. Escuchar')
    await page.getByRole('button', { name: 'Mover la pregunta 3' }).press('Enter')
    await expect(field(page, 'Pregunta').last()).toBeFocused()
    await expect(field(page, 'Pregunta')).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Mover a la sección' }).last().selectOption('2. Proponer')
    await page.getByRole('button', { name: 'Mover la pregunta 3' }).press('Enter')
    await expect(field(page, 'Pregunta')).toHaveCount(1)
    await expect(field(page, 'Pregunta')).toBeFocused()
  })

  await test.step('a scale is changed for all its questions, and the levels have names', async () => {
    await part(page, /^Escalas/).press('Enter')
    await expect(page.getByText('La usan las preguntas 1, 2, 3.')).toBeVisible()
    await field(page, 'Nivel 5').fill('En cada visita')
    await saved(page)
    await auditPage(page, [1440, 390])
    await part(page, /^Niveles/).press('Enter')
    await expect(field(page, 'Nivel 5: nombre')).toHaveValue('Referente')
    await field(page, 'Nivel 5: nombre').fill('Maestra')
    await saved(page)
    await auditPage(page, [1440, 390])
  })

  await test.step('it is answered as a test, with levels and recommendations, and nothing is stored', async () => {
    await page.getByRole('link', { name: 'Probar como respondente' }).press('Enter')
    await expect(page.getByText('nada de lo que respondas se guarda')).toBeVisible()
    await page.getByRole('button', { name: 'Comenzar Evaluación' }).press('Enter')
    for (const question of await page
      .getByRole('group')
      .filter({ has: page.getByRole('radio') })
      .all())
      await question.getByRole('radio', { name: 'En cada visita' }).check()
    await page.getByRole('button', { name: 'Siguiente' }).press('Enter')
    await expect(page.getByText('Sección 2 de 2').first()).toBeVisible()
    await page.getByRole('button', { name: 'Finalizar Evaluación' }).press('Enter')
    const gap = page.getByRole('dialog', { name: 'Te falta 1 pregunta' })
    await expect(gap.getByText('Puedes responderla ahora o finalizar así.')).toBeVisible()
    await gap.getByRole('button', { name: 'Responderla' }).press('Enter')
    await page.getByRole('radio', { name: 'Casi nunca' }).check()
    await page.getByRole('button', { name: 'Finalizar Evaluación' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Evaluación Completada' })).toBeVisible()
    const results = page.getByRole('region', { name: 'Resultados de la prueba' })
    await expect(results.getByText('3,5')).toBeVisible()
    await expect(results.getByText('Maestra').first()).toBeVisible()
    const plan = results.getByRole('region', { name: 'Plan', exact: true })
    await expect(plan.getByText('1 acción que sale de las respuestas.')).toBeVisible()
    await expect(plan.getByRole('button')).toHaveCount(0)
    await expect(plan.getByText('Proponer: paso 2')).toBeHidden()
    await results.getByRole('link', { name: 'Hacer: ¿Propones más de una salida?' }).press('Enter')
    await expect(plan.getByText('Proponer: paso 2')).toBeVisible()
    await auditPage(page, [1440, 390])
    await page.getByRole('link', { name: 'Volver a la edición' }).press('Enter')
  })

  await test.step('it can be chosen for a product once it is published', async () => {
    await page.getByRole('link', { name: 'Revisar y publicar' }).press('Enter')
    await auditPage(page, [1440, 390])
    await page.getByRole('button', { name: 'Publicar' }).press('Enter')
    await expect(page.getByText('Versión publicada.')).toBeVisible()
    await page.goto('/admin/catalog/assessments/new')
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Ventas en terreno')
    await page.getByRole('combobox', { name: /^Categoría/ }).selectOption('Liderazgo')
    await page.getByRole('textbox', { name: /^Precio base/ }).fill('149.990')
    await page.getByRole('textbox', { name: /^Desde/ }).fill('10')
    await page.getByRole('combobox', { name: /^Cuestionario/ }).selectOption('Ventas en terreno: la más nueva')
    await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
    await expect(page.getByText('Se creó. Revísalo con «Vista Previa»')).toBeVisible()
    await page.goto('/admin/content/questionnaires/ventas-en-terreno')
    await expect(page.getByRole('link', { name: 'Ventas en terreno', exact: true })).toBeVisible()
  })
})
