import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { SettingsError } from './setting.ts'

export type BackupSettings = {
  /** Where backups go; undefined: none is made by itself. */
  directory: string | undefined
  /** How many of them are kept. */
  keep: number
  /** Encrypts them; undefined: they are readable. */
  key: string | undefined
}

const KEY = z.string().min(32, 'must have at least 32 characters')

/** Variables of the environment (docs/backups.md). */
export const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be 1 to 1000')
    .max(1000, 'must be 1 to 1000')
    .default(14),
  BACKUP_KEY: KEY.optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
}

type Variables = z.infer<z.ZodObject<typeof backupVariables>>

/** @throws SettingsError with one line. */
export function readBackupSettings(value: Variables, root: string): BackupSettings {
  const { BACKUP_DIR: directory, BACKUP_KEY: key, BACKUP_KEY_FILE: file } = value
  if (key !== undefined && file !== undefined)
    throw new SettingsError('BACKUP_KEY and BACKUP_KEY_FILE: set one of them')
  return {
    directory: directory === undefined || isAbsolute(directory) ? directory : resolve(root, directory),
    keep: value.BACKUP_KEEP,
    key: file === undefined ? key : keyIn(file),
  }
}

function keyIn(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    throw new SettingsError(`BACKUP_KEY_FILE names ${file}, which can't be read`)
  }
  const parsed = KEY.safeParse(text)
  if (!parsed.success) throw new SettingsError(`BACKUP_KEY_FILE ${parsed.error.issues[0]?.message}`)
  return parsed.data
}
