import { join } from 'node:path'
import { Pool } from 'pg'

/** The database of the journeys' shop, for rows that would need a journey of their own. */
export const openShopDatabase = (dataDirectory: string): Pool =>
  new Pool({
    connectionString: `postgresql://alhena@/alhena?host=${encodeURIComponent(join(dataDirectory, 'postgres-18'))}&port=5432&sslmode=disable`,
    max: 2,
  })

/** A pool whose connections may end with the server. */
export function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', client => void client.on('error', () => undefined))
  return pool
}
