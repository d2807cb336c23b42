import type { Pool } from 'pg'
import { SettingsError } from '#app/platform/env/setting.ts'
import { FILE_COLUMNS } from './file-columns.ts'

/** How many files are in rows, and how many in the object store. Asked as the database's owner. */
export async function countFiles(ownerPool: Pool): Promise<{ inside: number; outside: number }> {
  const each = Object.values(FILE_COLUMNS).map(
    ({ table, bytes, digest }) => `select count(${bytes}) as inside, count(${digest}) as outside from public.${table}`,
  )
  const { rows } = await ownerPool.query<{ inside: number; outside: number }>(
    `select sum(inside)::bigint as inside, sum(outside)::bigint as outside from (${each.join(' union all ')}) files`,
  )
  return rows[0] ?? { inside: 0, outside: 0 }
}

/** @throws SettingsError where files are in a bucket and none is configured. */
export async function requireStoreOfFiles(ownerPool: Pool, isConfigured: boolean): Promise<void> {
  if (isConfigured) return
  // At each start: the first such row is enough, and where there is none an index says so.
  const each = Object.values(FILE_COLUMNS).map(
    ({ table, digest }) => `exists (select from public.${table} where ${digest} is not null)`,
  )
  const { rows } = await ownerPool.query<{ some: boolean }>(`select ${each.join(' or ')} as some`)
  if (rows[0]?.some) {
    throw new SettingsError(
      `Files of this shop are in a bucket: set S3_BUCKET and the others, with which \`npm run storage to-database\` moves them back`,
    )
  }
}
