import { afterAll } from 'vitest'
import { openAccounts } from '#app/features/identity/accounts.test-support.ts'
import { cloneDatabase } from './database.ts'

/** A separate database for a test file, with accounts in it; dropped when the file is done. */
export async function openTestAccounts() {
  const database = await cloneDatabase()
  afterAll(() => database.close())
  return { database, accounts: openAccounts(database) }
}
