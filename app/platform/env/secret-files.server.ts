import { readFileSync, statSync } from 'node:fs'
import { SettingsError } from './setting.ts'

/** The settings that are secrets, or addresses with a password in them. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'MAIL_BOUNCE_KEY',
  'SECRET_KEY',
  'BACKUP_KEY',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'WEBPAY_API_KEY',
  'OPENFACTURA_API_KEY',
] as const

/** The bit of a file's mode by which everybody may write it. */
const WRITABLE_BY_ALL = 0o002

type Variables = Readonly<Record<string, string>>

export const fileVariable = (name: string): string => `${name}_FILE`

/**
 * Replaces `NAME_FILE` by the content of that file as `NAME`, for every secret: what container engines and systemd (`LoadCredential=`) mount is in no
 * process's environment. The line's end, which editors and `echo` add, is not part of a secret.
 * @throws SettingsError when both are set, or a file can't be read, is empty or may be changed by everybody; never with a part of a secret.
 */
export function withSecretFiles(variables: Variables): Variables {
  const read = { ...variables }
  for (const name of SECRETS) {
    const variable = fileVariable(name)
    const file = variables[variable]
    if (file === undefined) continue
    if (variables[name] !== undefined) throw new SettingsError(`${name} and ${variable} exclude each other: set one`)
    read[name] = secretIn(file, variable)
  }
  return read
}

function secretIn(file: string, variable: string): string {
  let text: string
  try {
    // Container engines mount secrets readable by all (0444), inside of a container where nobody else is; none lets others write them.
    const mode = statSync(file).mode & 0o777
    if (process.platform !== 'win32' && (mode & WRITABLE_BY_ALL) !== 0) {
      throw new SettingsError(
        `${variable} names ${file}, which every user of this machine may change (mode ${mode.toString(8)}): chmod o-w ${file}`,
      )
    }
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`${variable} names ${file}, which can't be read`)
  }
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret.trim() === '') throw new SettingsError(`${variable} names ${file}, which is empty`)
  return secret
}
