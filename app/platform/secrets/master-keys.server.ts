import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '#app/platform/env/setting.ts'

/** A key of the operator, which is never in the database. The id names it in what it sealed, and says nothing about it. */
type MasterKey = { id: string; bytes: Buffer }

/** The newest key first: it seals; the others still open what they sealed. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

/** Where the keys are: in the settings, or in a file that the first start makes. */
type KeySource = { secretKey: string | undefined; dataDir: string }

const MIN_CHARACTERS = 32
const FILE_NAME = 'secret.key'
/** The bits of a file's mode for its group and everybody. */
const OTHERS = 0o077

/**
 * Reads the keys, separated by commas or lines, the newest first.
 * @throws SettingsError when one is too short.
 */
export async function readMasterKeys({ secretKey, dataDir }: KeySource): Promise<MasterKeys> {
  if (secretKey !== undefined) return parseKeys(secretKey, 'SECRET_KEY')
  return parseKeys(await ownFile(dataDir), join(dataDir, FILE_NAME))
}

/** @param name what the operator has to correct. */
export function parseKeys(text: string, name: string): MasterKeys {
  const [newest, ...older] = text
    .split(/[,\s]+/)
    .filter(part => part !== '')
    .map(part => {
      if (part.length < MIN_CHARACTERS) throw new SettingsError(`${name}: each key must have at least 32 characters`)
      return keyOf(part)
    })
  if (newest === undefined) throw new SettingsError(`${name} holds no key`)
  return [newest, ...older]
}

const keyOf = (text: string): MasterKey => ({
  bytes: createHash('sha256').update(text).digest(),
  id: createHash('sha256').update(`alhena key id ${text}`).digest('hex').slice(0, 8),
})

/** The shop's own key file. Of processes that start at once, one makes it whole and the others read it. */
async function ownFile(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE_NAME)
  if (await isPrivate(path)) return readKey(path)
  await mkdir(dataDir, { recursive: true })
  // Not by the process's number: servers in containers share theirs, and one may start twice.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  return readKey(path)
}

/**
 * Whether there is a key file, which only its owner may read: whoever else can, opens every secret of a stolen database.
 * @throws SettingsError when others can, or the shop can't say.
 */
async function isPrivate(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new SettingsError(`${path} can't be read: ${error.message}`)
  })
  const isOpen = process.platform !== 'win32' && found !== undefined && (found.mode & OTHERS) !== 0
  if (isOpen) {
    const mode = (found.mode & 0o777).toString(8)
    throw new SettingsError(`${path} is open to other users of this machine (mode ${mode}): chmod 600 ${path}`)
  }
  return found !== undefined
}

const readKey = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`${path} can't be read: ${error.message}`)
  })

/** Seals a text under the newest key (AES-256-GCM). @param purpose what it is for: it opens for nothing else. */
export function seal([key]: MasterKeys, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, purpose), iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return ['s1', key.id, ...[iv, cipher.getAuthTag(), sealed].map(part => part.toString('base64url'))].join('.')
}

/** Whether a sealed text is of the newest key. */
export const isOfNewest = ([key]: MasterKeys, sealed: string): boolean => sealed.split('.')[1] === key.id

/** Opens a sealed text. @throws SettingsError when none of the keys sealed it. */
export function open(keys: MasterKeys, purpose: string, sealed: string): string {
  const [version, id, iv = '', tag = '', text = ''] = sealed.split('.')
  const key = version === 's1' ? keys.find(known => known.id === id) : undefined
  if (key === undefined) {
    throw new SettingsError(
      `SECRET_KEY does not open this database: its secrets were sealed with key ${id ?? '?'} (docs/operations.md, "The secret key")`,
    )
  }
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, purpose), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8')
}

/** One key never serves two purposes. */
const keyFor = (key: MasterKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), `alhena ${purpose}`, 32))
