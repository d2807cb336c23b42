import { readFileSync } from 'node:fs'
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

type Variables = Readonly<Record<string, string>>

export const fileVariable = (name: string): string => `${name}_FILE`

/**
 * Replaces `NAME_FILE` by the content of that file as `NAME`, for every secret: what container engines and systemd (`LoadCredential=`) mount is in no
 * process's environment. The line's end, which editors and `echo` add, is not part of a secret.
 * @throws SettingsError when both are set, or a file can't be read or is empty; never with a part of a secret.
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
    text = readFileSync(file, 'utf8')
  } catch {
    throw new SettingsError(`${variable} names ${file}, which can't be read`)
  }
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret.trim() === '') throw new SettingsError(`${variable} names ${file}, which is empty`)
  return secret
}
