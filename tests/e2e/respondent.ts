import { type BrowserContext, expect, type Page } from '@playwright/test'
import { field } from './journey.ts'

export type Invitation = { email: string; code: string }

/**
 * Enters with e-mail and code, and fills in the respondent's form.
 * @param asked what the questionnaire is about, and how many sections it has; the governance assessment's unless named.
 */
export async function openAsRespondent(
  page: Page,
  path: string,
  invitation: Invitation,
  asked = { about: 'los datos', sections: 8 },
): Promise<void> {
  await page.goto(path)
  await expect(field(page, 'Código de acceso')).toBeVisible()
  // The link of an invitation says whom it is for.
  const email = field(page, 'Correo electrónico')
  if (await email.isVisible()) await email.fill(invitation.email)
  await field(page, 'Código de acceso').fill(invitation.code.toLowerCase())
  await page.getByRole('button', { name: 'Acceder al Assessment' }).click()
  await expect(page.getByRole('heading', { name: '1. Identificación del Respondente' })).toBeVisible()
  await expect(field(page, 'Correo corporativo')).toHaveValue(invitation.email)
  await expect(field(page, 'Código de invitación')).toHaveValue(invitation.code)
  await expect(field(page, 'Correo corporativo')).not.toBeEditable()
  await field(page, 'Nombre completo').fill('Pedro Soto')
  await field(page, 'Cargo / posición').fill('Analista de datos')
  await field(page, 'Área organizacional').fill('Finanzas')
  await field(page, `Rol respecto a ${asked.about}`).fill('Uso los datos de ventas cada semana')
  await field(page, 'Nombre de la empresa').fill('Empresa de Prueba')
  await page.getByRole('button', { name: 'Comenzar Evaluación' }).click()
  await expect(page.getByText(`Sección 1 de ${asked.sections}`).first()).toBeVisible()
}

/** The closed questions that can be seen. */
const questionsOf = (page: Page) => page.getByRole('group').filter({ has: page.getByRole('radio') })
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640

/**
 * Selects an option (from 1) of each closed question in the section on screen: on a phone by a tap each, which moves on to the next.
 * @param count how many it has
 */
export async function answerSection(page: Page, option: number, count = 5): Promise<void> {
  if (!isPhone(page)) {
    await expect(questionsOf(page)).toHaveCount(count)
    for (const question of await questionsOf(page).all())
      await question
        .getByRole('radio')
        .nth(option - 1)
        .check()
    return
  }
  for (let question = 1; question <= count; question += 1) {
    await expect(page.getByText(`Pregunta ${question} de ${count} en esta sección`)).toBeVisible()
    await expect(questionsOf(page)).toHaveCount(1)
    await questionsOf(page)
      .getByRole('radio')
      .nth(option - 1)
      .tap()
  }
  await expect(page.getByRole('heading', { name: 'Preguntas Abiertas' })).toBeVisible()
}

const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible()

/** Answers all eight sections: the connection is lost in the third, the page closed and reopened in the fifth. */
export async function answerEverything(page: Page, context: BrowserContext): Promise<void> {
  for (let section = 1; section <= 8; section += 1) {
    await expect(page.getByText(`Sección ${section} de 8`).first()).toBeVisible()
    if (section === 3) await context.setOffline(true)
    await answerSection(page, section === 8 ? 6 : Math.min(5, section))
    if (section === 1) await page.getByRole('textbox').first().fill('Faltan <b>dueños</b> de los datos')
    if (section === 3) {
      await expect(page.getByText(/Sin conexión/).first()).toBeVisible()
      await context.setOffline(false)
    }
    await saved(page)
    if (section === 5) {
      await page.reload()
      await expect(page.getByText('Sección 5 de 8').first()).toBeVisible()
      if (isPhone(page)) await expect(page.getByRole('heading', { name: 'Preguntas Abiertas' })).toBeVisible()
      else await expect(page.getByRole('radio', { checked: true })).toHaveCount(5)
    }
    await page.getByRole('button', { name: section === 8 ? 'Finalizar Evaluación' : 'Siguiente' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Evaluación Completada' })).toBeVisible()
}
