import { join } from 'node:path'
import { Pool } from 'pg'

/** The database of the shop that the journeys visit, for rows that would take a journey of their own to come about. */
export const openShopDatabase = (dataDirectory: string): Pool =>
  new Pool({
    connectionString: `postgresql://alhena@/alhena?host=${encodeURIComponent(join(dataDirectory, 'postgres-18'))}&port=5432&sslmode=disable`,
    max: 2,
  })
