import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'

export type BackupSettings = {
  /** Where backups go; undefined: none is made by itself. */
  directory: string | undefined
  /** How many of them are kept. */
  keep: number
  /** Encrypts them; undefined: they are readable. */
  key: string | undefined
}

/** Variables of the environment (docs/backups.md). */
export const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be 1 to 1000')
    .max(1000, 'must be 1 to 1000')
    .default(14),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
}

type Variables = z.infer<z.ZodObject<typeof backupVariables>>

export function readBackupSettings(value: Variables, root: string): BackupSettings {
  const { BACKUP_DIR: directory } = value
  return {
    directory: directory === undefined || isAbsolute(directory) ? directory : resolve(root, directory),
    keep: value.BACKUP_KEEP,
    key: value.BACKUP_KEY,
  }
}
