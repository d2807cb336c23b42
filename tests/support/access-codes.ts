import type { Pool } from 'pg'
import { accessCode, codeMark } from '#app/platform/secrets/access-code.server.ts'
import { parseKeys } from '#app/platform/secrets/master-keys.server.ts'
import { keepShopSecrets, openShopSecrets } from '#app/platform/secrets/shop-secrets.server.ts'
import { TEST_KEY } from './shop-process.ts'

/** Opens the secrets of a database of the tests for this process. */
export const openTestSecrets = async (pool: Pick<Pool, 'query'>): Promise<void> =>
  keepShopSecrets(await openShopSecrets(pool, parseKeys(TEST_KEY, 'TEST_KEY')))

/** What a person types for a code that the database holds; the shop's worker would mark it a moment later. */
export async function codeOf(pool: Pick<Pool, 'query'>, stored: string): Promise<string> {
  await openTestSecrets(pool)
  const code = accessCode(stored)
  await pool.query('update private.code_marks set mark = $2 where stored = $1', [stored, codeMark(code)])
  return code
}
