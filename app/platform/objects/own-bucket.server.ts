import type { Pool } from 'pg'
import { countFiles } from './file-counts.server.ts'
import type { ObjectStore } from './object-store.ts'

/** The object that says whose the bucket is. */
const MARK = 'alhena-database'

/** A bucket of another database: its files would be overwritten, and removed because no row here refers to them. */
export class ForeignBucketError extends Error {}

/** Which database this is: a copy of it, or one that was restored elsewhere, is another one. */
async function identityOf(ownerPool: Pool): Promise<string> {
  const { rows } = await ownerPool.query<{ identity: string }>(
    `select system_identifier || '-' || oid as identity from pg_control_system(), pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? ''
}

/**
 * Marks the bucket as this database's, unless it is so already.
 * @throws ForeignBucketError when it is another one's, or lacks the mark although files are said to be in it.
 */
export async function claimBucket(ownerPool: Pool, objects: ObjectStore): Promise<void> {
  const [found, own] = [(await objects.get(MARK))?.toString(), await identityOf(ownerPool)]
  if (found === own) return
  const remedy = 'set the right S3_BUCKET, or take it over with `npm run storage to-bucket` (docs/storage.md)'
  if (found !== undefined) throw new ForeignBucketError(`${objects.address} belongs to another database: ${remedy}`)
  if ((await countFiles(ownerPool)).outside > 0) {
    throw new ForeignBucketError(`${objects.address} is not the bucket that files of this shop are in: ${remedy}`)
  }
  await takeOverBucket(ownerPool, objects)
}

/** Marks the bucket as this database's, whoever had it. */
export async function takeOverBucket(ownerPool: Pool, objects: ObjectStore): Promise<void> {
  await objects.put(MARK, Buffer.from(await identityOf(ownerPool)), 'text/plain')
}
