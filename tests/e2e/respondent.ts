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
  await page.getByRole('radio', { name: 'Tengo 14 años o más' }).check()
  await page.getByRole('button', { name: 'Comenzar Evaluación' }).click()
  await expect(page.getByText(`Sección 1 de ${asked.sections}`).first()).toBeVisible()
}

/** Selects an option (1 to 6) of each closed question in the section on screen. */
async function answerSection(page: Page, option: number): Promise<void> {
  const questions = page.getByRole('group').filter({ has: page.getByRole('radio') })
  await expect(questions).toHaveCount(5)
  for (const question of await questions.all())
    await question
      .getByRole('radio')
      .nth(option - 1)
      .check()
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
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(5)
    }
    await page.getByRole('button', { name: section === 8 ? 'Finalizar Evaluación' : 'Siguiente' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Evaluación Completada' })).toBeVisible()
}
