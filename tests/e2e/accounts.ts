import { type BrowserContext, type Page, test } from '@playwright/test'
import type { Pool } from 'pg'
import type { Role } from '../../app/platform/database/values.ts'
import { createAccount, createSession } from '../support/factories.ts'
import { openShopDatabase } from '../support/shop-database.ts'
import { newEmail } from './journey.ts'

/** The administrator that the shop was started with. */
export const ADMIN_EMAIL = 'admin@alhena.test'

let pool: Pool | undefined
/** One for all journeys of a worker; it ends with the worker. */
const shopDatabase = (): Pool => {
  pool ??= openShopDatabase(process.env.E2E_DATA_DIR ?? '')
  return pool
}

/** Opens a session in a browser, for journeys that are about something else than logging in. */
export async function signIn(browser: Page | BrowserContext, email: string): Promise<void> {
  const context = 'context' in browser ? browser.context() : browser
  const cookie = await createSession(shopDatabase(), email)
  const url = test.info().project.use.baseURL ?? ''
  await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/** A new account that can log in with PASSWORD; gives its e-mail address, which begins with the name. */
export async function createLogin(name: string, role: Role = 'client'): Promise<string> {
  const { email } = await createAccount(shopDatabase(), { email: newEmail(name), role })
  return email
}

/** What the shop stores of an account's password. */
export async function storedPassword(email: string): Promise<string | undefined> {
  const found = await shopDatabase().query<{ password: string }>(
    'select password from auth.accounts where user_id = (select id from profiles where email = $1)',
    [email],
  )
  return found.rows[0]?.password
}

/** A new account with a session in the browser; gives its e-mail address, which begins with the name. */
export async function openAccount(
  browser: Page | BrowserContext,
  name: string,
  role: Role = 'client',
): Promise<string> {
  const email = await createLogin(name, role)
  await signIn(browser, email)
  return email
}
