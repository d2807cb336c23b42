import type { Pool } from 'pg'
import { SettingsError } from '#app/platform/env/setting.ts'

/**
 * @param connections those of this process.
 * @throws SettingsError when the server has fewer for everybody together.
 */
export async function requireConnections(ownerPool: Pool, connections: number): Promise<void> {
  const { rows } = await ownerPool.query<{ most: number }>(
    `select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as most`,
  )
  const most = rows[0]?.most ?? connections
  if (most >= connections) return
  throw new SettingsError(
    `DB_POOL is ${connections}, and the database has ${most} connections for all processes: lower it, or raise max_connections`,
  )
}
