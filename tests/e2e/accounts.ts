import { type BrowserContext, type Locator, type Page, test } from '@playwright/test'
import type { Pool } from 'pg'
import type { Role, StaffScope } from '../../app/platform/database/values.ts'
import { createAccount, createSession, PASSWORD } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { newEmail } from './journey.ts'

/** The administrator account of the started shop. */
export const ADMIN_EMAIL = 'admin@alhena.test'

let pool: Pool | undefined
/** One pool for all journeys of a worker; closed with the worker. */
const shopDatabase = (): Pool => {
  pool ??= openShopDatabase(process.env.E2E_DATA_DIR ?? '')
  return pool
}

/** Opens a session in a browser, for journeys that are not about logging in. */
export async function signIn(browser: Page | BrowserContext, email: string): Promise<void> {
  const context = 'context' in browser ? browser.context() : browser
  const cookie = await createSession(shopDatabase(), email)
  const url = test.info().project.use.baseURL ?? ''
  await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Opens a session of somebody of the staff who may no more than the scope, for journeys that prove that it suffices.
 * @returns the e-mail address of the new account
 */
export async function signInStaff(browser: Page | BrowserContext, scope: StaffScope): Promise<string> {
  const person = { first_name: 'Paz', last_name: 'Soto', role: 'admin' } as const
  const { email } = await createAccount(shopDatabase(), { email: newEmail(scope), ...person })
  await shopDatabase().query('update profiles set staff_scope = $2 where email = $1', [email, scope])
  await signIn(browser, email)
  return email
}

/** Makes somebody one of the staff, as after accepting an invitation. */
export async function joinStaff(email: string, scope: StaffScope): Promise<void> {
  await shopDatabase().query("update profiles set role = 'admin', staff_scope = $2 where email = $1", [email, scope])
}

/**
 * Types the password that a form asks for before what hurts; a session that confirmed a moment ago isn't asked again.
 * Outside of a form the session is confirmed by the screen that asks before exports.
 */
export async function confirmIdentity(form: Page | Locator, password = PASSWORD): Promise<void> {
  const field = form.getByRole('textbox', { name: /^Tu contraseña/ })
  if (await field.isVisible()) await field.fill(password)
}

/** Confirms the session of the browser, so that no form asks. */
export async function confirmSession(page: Page, password = PASSWORD): Promise<void> {
  const answer = await page.request.post('/admin/security/confirm', { form: { password } })
  if (!answer.ok()) throw new Error(`The session was not confirmed: ${answer.status()}`)
}

/** Creates an account that can log in with PASSWORD; returns its e-mail address, which begins with the name. */
export async function createLogin(name: string, role: Role = 'client'): Promise<string> {
  const { email } = await createAccount(shopDatabase(), { email: newEmail(name), role })
  return email
}

/** The stored password hash of an account. */
export async function storedPassword(email: string): Promise<string | undefined> {
  const found = await shopDatabase().query<{ password: string }>(
    'select password from auth.accounts where user_id = (select id from profiles where email = $1)',
    [email],
  )
  return found.rows[0]?.password
}

/** What an account says of its person. */
export async function profileOf(email: string): Promise<{ first_name: string; phone: string | null } | undefined> {
  const found = await shopDatabase().query<{ first_name: string; phone: string | null }>(
    'select first_name, phone from profiles where email = $1',
    [email],
  )
  return found.rows[0]
}

/** Creates an account with a session in the browser; returns its e-mail address, which begins with the name. */
export async function openAccount(
  browser: Page | BrowserContext,
  name: string,
  role: Role = 'client',
): Promise<string> {
  const email = await createLogin(name, role)
  await signIn(browser, email)
  return email
}
