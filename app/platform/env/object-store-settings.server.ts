import { z } from 'zod'
import { httpUrl, SettingsError } from './setting.ts'

/** The bucket that keeps pictures and documents instead of the database. */
export type ObjectStoreSettings = {
  bucket: string
  region: string
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  /** Undefined: those that the machine has from its provider (a role, or the files of the AWS tools). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Variables of the environment (docs/storage.md). */
export const objectStoreVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, as alhena-archivos')
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region, as sa-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'must be the key, without spaces').optional(),
} as const

type Variables = z.output<z.ZodObject<typeof objectStoreVariables>>

/**
 * Undefined unless a bucket is named: files stay in the database.
 * @throws SettingsError with one clear line when one is wrong or missing.
 */
export function readObjectStoreSettings(value: Variables): ObjectStoreSettings | undefined {
  const bucket = value.S3_BUCKET
  if (bucket === undefined) return undefined
  const region = value.S3_REGION
  if (region === undefined) {
    throw new SettingsError('S3_REGION must be set with S3_BUCKET, as sa-east-1 (the provider names it)')
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new SettingsError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither')
  }
  return {
    bucket,
    region,
    endpoint: value.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}
