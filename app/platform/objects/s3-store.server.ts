import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ObjectStoreSettings } from '#app/platform/env/object-store-settings.server.ts'
import { type ObjectStore, ObjectStoreError } from './object-store.ts'

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
