import { join } from 'node:path'
import { Pool } from 'pg'

/** The database of the journeys' shop, for rows that would need a journey of their own. */
export const openShopDatabase = (dataDirectory: string): Pool =>
  new Pool({
    connectionString: `postgresql://alhena@/alhena?host=${encodeURIComponent(join(dataDirectory, 'postgres-18'))}&port=5432&sslmode=disable`,
    max: 2,
  })
