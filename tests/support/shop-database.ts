import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { PARSERS } from '#app/platform/database/database.server.ts'

/** The database of the journeys' shop, for rows that would need a journey of their own. */
export const openShopDatabase = (dataDirectory: string): Pool =>
  openPool(
    `postgresql://alhena@/alhena?host=${encodeURIComponent(join(dataDirectory, 'postgres-18'))}&port=5432&sslmode=disable`,
    { types: PARSERS },
  )

/**
 * A pool whose connections may end with the server. One that has ended needs this too: it doesn't wait for its
 * connections, and dropping their database tells them so.
 */
export function openPool(connectionString: string, config?: PoolConfig): Pool {
  const pool = new Pool({ connectionString, max: 2, ...config })
  pool.on('error', () => undefined)
  pool.on('connect', client => void client.on('error', () => undefined))
  return pool
}
