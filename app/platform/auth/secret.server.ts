import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * The key that signs session cookies. The first start generates it and stores it in the database, so that all servers
 * share it and no operator has to set it.
 */
export async function sessionSecret(ownerPool: Pool): Promise<string> {
  await ownerPool.query(
    "insert into private.secrets (name, value) values ('session', $1) on conflict (name) do nothing",
    [randomBytes(48).toString('base64url')],
  )
  const found = await ownerPool.query<{ value: string }>("select value from private.secrets where name = 'session'")
  const secret = found.rows[0]?.value
  if (!secret) throw new Error('The session secret is gone from private.secrets')
  return secret
}
