import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Pool } from 'pg'
import type { ObjectStoreSettings } from '#app/platform/env/object-store-settings.server.ts'
import { type ObjectStore, ObjectStoreError } from './object-store.ts'
import { countFiles } from './sweep-objects.server.ts'

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

/** Milliseconds that a request may take, and its connection; each is tried three times. */
const REQUEST_MS = 10_000
const CONNECT_MS = 3_000

/** A bucket that speaks Amazon's S3. Its client is loaded with the first request: a shop without a bucket never does. */
export function createS3Store({ bucket, region, endpoint, credentials }: ObjectStoreSettings): ObjectStore {
  let opened: Promise<Opened> | undefined
  const address = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`

  async function open() {
    const library = await import('@aws-sdk/client-s3')
    const client = new library.S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      // Other makers' stores don't know the newer checksums; uploads carry an MD5, and readers compare a SHA-256.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { requestTimeout: REQUEST_MS, connectionTimeout: CONNECT_MS, throwOnRequestTimeout: true },
    })
    return { library, client }
  }
  type Opened = { library: typeof import('@aws-sdk/client-s3'); client: S3Client }

  async function ask<Value>(what: string, work: (s3: Opened) => Promise<Value>): Promise<Value> {
    opened ??= open()
    const s3 = await opened
    try {
      return await work(s3)
    } catch (error) {
      throw new ObjectStoreError(`${address} did not ${what}: ${reasonOf(error)}`, { cause: error })
    }
  }

  return {
    address,
    put: (key, bytes, type) =>
      ask(`store ${key}`, async ({ library, client }) => {
        const md5 = createHash('md5').update(bytes).digest('base64')
        const input = { Bucket: bucket, Key: key, Body: bytes, ContentType: type, ContentMD5: md5 }
        await client.send(new library.PutObjectCommand(input))
      }),
    get: key =>
      ask(`give ${key}`, async ({ library, client }) => {
        try {
          const { Body } = await client.send(new library.GetObjectCommand({ Bucket: bucket, Key: key }))
          return Body && Buffer.from(await Body.transformToByteArray())
        } catch (error) {
          if (error instanceof library.NoSuchKey) return undefined
          throw error
        }
      }),
    async *list(prefix) {
      let from: string | undefined
      do {
        const page = await ask(`list ${prefix}`, ({ library, client }) =>
          client.send(
            new library.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix,
              ...(from && { ContinuationToken: from }),
            }),
          ),
        )
        yield (page.Contents ?? []).flatMap(({ Key: key, LastModified: at }) => (key && at ? [{ key, at }] : []))
        from = page.NextContinuationToken
      } while (from)
    },
    remove: key =>
      ask(`remove ${key}`, async ({ library, client }) => {
        await client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: key }))
      }),
    close: () => void opened?.then(({ client }) => client.destroy()),
  }
}

/** The store's own code, where it answered; a person's words can't be in it. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.name === 'Error' ? '' : error.name, 'code' in error ? String(error.code) : '', error.message]
        .filter(Boolean)
        .join(' ')
    : String(error)
