import { expect, type Page, test } from '@playwright/test'
import { linkInMail, PASSWORD } from '../support/http-visitor.ts'

type SignupRole = 'assessment_manager' | 'client' | 'respondent'

const post = async (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, {
    form,
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
    maxRedirects: 0,
  })

/** Opens a session in the page's browser without its screens, for journeys that are about something else. */
export async function signIn(page: Page, email: string): Promise<void> {
  const answer = await post(page, '/auth', { intent: 'login', email, password: PASSWORD })
  expect(answer.status()).toBe(302)
}

/** Makes an account, confirms it by its mail and opens a session in the page's browser, without the screens. */
export async function signUpAndIn(page: Page, email: string, role: SignupRole = 'client'): Promise<void> {
  await post(page, '/auth?mode=register', {
    intent: 'signup',
    role,
    first_name: 'Ana',
    last_name: 'Rojas',
    email,
    password: PASSWORD,
  })
  await post(page, await linkInMail(process.env.E2E_DATA_DIR ?? '', email, '/auth/confirm'), {})
  await signIn(page, email)
}

/** The administrator that the shop was started with. */
export const ADMIN_EMAIL = 'admin@alhena.test'
