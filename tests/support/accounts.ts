import { afterAll } from 'vitest'
import { openAccounts } from '#app/features/identity/accounts.test-support.ts'
import { cloneDatabase } from './database.ts'

/** A database of its own for a file of tests, with accounts in it; it goes when the file is done. */
export async function openTestAccounts() {
  const database = await cloneDatabase()
  afterAll(() => database.close())
  return { database, accounts: openAccounts(database) }
}
