import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SettingsError } from './setting.ts'
import { readSettings, type Settings } from './settings.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alhena-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(text: string): Promise<string> {
  const file = join(folder, 'secret')
  await writeFile(file, text)
  return file
}

const KEY = 'k'.repeat(64)
const SHOP = { PAYMENTS: 'simulator', DEMO: '0', APP_URL: 'https://alhena.example' }
const WEBPAY = { ...SHOP, WEBPAY_ENVIRONMENT: 'production', WEBPAY_COMMERCE_CODE: '597012345678' }
const OPENFACTURA = { ...SHOP, TAX_DOCUMENTS: 'openfactura', OPENFACTURA_ENVIRONMENT: 'sandbox' }
const read = (env: Record<string, string>) => readSettings(env, '/srv/alhena')

type Case = [name: string, secret: string, others: Record<string, string>, where: (settings: Settings) => unknown]
const CASES: Case[] = [
  ['DATABASE_URL', 'postgresql://shop:clave@db/shop', SHOP, settings => settings.databaseUrl],
  [
    'DATABASE_SESSION_URL',
    'postgresql://shop:clave@db/shop',
    { ...SHOP, DATABASE_URL: 'postgresql://pooler/shop' },
    settings => settings.databaseSessionUrl,
  ],
  [
    'DATABASE_READ_URL',
    'postgresql://shop:clave@replica/shop',
    { ...SHOP, DATABASE_URL: 'postgresql://db/shop' },
    settings => settings.databaseReadUrl,
  ],
  ['SMTP_URL', 'smtps://shop:clave@mail.example', SHOP, settings => settings.smtpUrl],
  ['MAIL_BOUNCE_KEY', KEY, SHOP, settings => settings.mailBounceKey],
  ['SECRET_KEY', `${KEY}\n${KEY.toUpperCase()}`, SHOP, settings => settings.secretKey],
  ['BACKUP_KEY', KEY, SHOP, settings => settings.backup.key],
  [
    'S3_SECRET_ACCESS_KEY',
    KEY,
    { ...SHOP, S3_BUCKET: 'alhena', S3_REGION: 'sa-east-1', S3_ACCESS_KEY_ID: 'id' },
    settings => settings.objectStore?.credentials?.secretAccessKey,
  ],
  ['ADMIN_PASSWORD', ' clave larga ', { ...SHOP, ADMIN_EMAIL: 'ana@example.cl' }, settings => settings.admin?.password],
  ['WEBPAY_API_KEY', KEY, WEBPAY, settings => settings.webpay?.apiKey],
  ['OPENFACTURA_API_KEY', KEY, OPENFACTURA, settings => settings.taxDocuments?.apiKey],
]

describe('a secret in a file', () => {
  it.each(CASES)('%s_FILE is read without the end of its line', async (name, secret, others, where) => {
    for (const end of ['', '\n', '\r\n']) {
      const settings = read({ ...others, [`${name}_FILE`]: await fileWith(secret + end) })
      expect(where(settings)).toBe(secret)
    }
  })

  it.each(CASES)('%s and its file exclude each other', async (name, secret, others) => {
    const env = { ...others, [name]: secret, [`${name}_FILE`]: await fileWith(secret) }
    expect(() => read(env)).toThrow(SettingsError)
    expect(() => read(env)).toThrow(`${name} and ${name}_FILE exclude each other: set one`)
    // An empty variable is one that is not set.
    expect(() => read({ ...env, [name]: ' ' })).not.toThrow()
  })

  it.each(CASES)('%s_FILE that is missing, a folder or empty stops the start', async (name, _, others) => {
    const file = `${name}_FILE`
    expect(() => read({ ...others, [file]: '/nowhere' })).toThrow(`${file} names /nowhere, which can't be read`)
    expect(() => read({ ...others, [file]: folder })).toThrow(`${file} names ${folder}, which can't be read`)
    const empty = await fileWith('\n')
    expect(() => read({ ...others, [file]: empty })).toThrow(`${file} names ${empty}, which is empty`)
  })

  it.skipIf(process.platform === 'win32').each(CASES)(
    '%s_FILE may be readable by all, as engines mount it, but not writable',
    async (name, secret, others) => {
      const file = await fileWith(secret)
      onTestFinished(() => chmod(file, 0o600))
      for (const mode of [0o444, 0o644, 0o400]) {
        await chmod(file, mode)
        expect(() => read({ ...others, [`${name}_FILE`]: file })).not.toThrow()
      }
      await chmod(file, 0o646)
      expect(() => read({ ...others, [`${name}_FILE`]: file })).toThrow(
        `${name}_FILE names ${file}, which every user of this machine may change (mode 646): chmod o-w ${file}`,
      )
    },
  )

  it('is never part of a message', async () => {
    const wrong = await fileWith('una clave con espacios')
    for (const [name, , others] of CASES.filter(([each]) => !['ADMIN_PASSWORD', 'BACKUP_KEY'].includes(each))) {
      expect(() => read({ ...others, [`${name}_FILE`]: wrong })).toThrow(/^\w+_FILE must (?!.*una clave)/)
    }
  })
})
