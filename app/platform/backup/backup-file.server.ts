import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/**
 * Base-2 logarithm of scrypt's work: 32 MB and a tenth of a second. Ours are no passwords that somebody chose, but keys of at least 32
 * characters, so more work would protect nothing.
 */
const SCRYPT_WORK = 15

const AGE_MAGIC = Buffer.from('age-encryption.org/v1')
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const DIGEST_BYTES = 32
/** A skippable frame of zstd: its magic and, little-endian, its length (RFC 8878, section 3.1.2). */
const DIGEST_FRAME = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, DIGEST_BYTES, 0, 0, 0])

/** What the name of an unfinished file ends with; it never has the name of a finished one. */
const UNFINISHED = /\.unfinished-[0-9a-f]{12}$/

export const isUnfinished = (name: string): boolean => UNFINISHED.test(name)

/**
 * Writes a backup's text, compressed and, with a key, encrypted. The file has its name only once it is whole and on the disk.
 * @returns its size in bytes.
 * @throws BackupError when it can't be written.
 */
export async function writeBackupFile(
  path: string,
  key: string | undefined,
  text: AsyncIterable<Buffer>,
): Promise<number> {
  const draft = `${path}.unfinished-${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600).catch(error => {
    throw unwritable(path, error)
  })
  try {
    const bytes = await writePacked(handle, key, text)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return bytes
  } catch (error) {
    await rm(draft, { force: true })
    throw isOfFile(error) ? unwritable(path, error) : error
  }
}

/** Writes to an open file, which it closes. */
export async function writePacked(
  handle: FileHandle,
  key: string | undefined,
  text: AsyncIterable<Buffer>,
): Promise<number> {
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const output = handle.createWriteStream({ flush: true })
  const sealed = key === undefined ? withDigest(packed) : await sealedWith(key, packed)
  await Promise.all([pipeline(text, packed), pipeline(sealed, output)])
  return output.bytesWritten
}

/**
 * Ends a file that is not encrypted, whose bytes nothing else authenticates: a frame that zstd skips, with the SHA-256 of all bytes before it.
 * zstd's own checksum is of the text alone.
 */
export const digestFrame = (digest: Buffer): Buffer => Buffer.concat([DIGEST_FRAME, digest])

async function* withDigest(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const block of packed) {
    hash.update(block)
    yield block
  }
  yield digestFrame(hash.digest())
}

/** How many bytes come before the frame of the digest. @throws BackupError when it is not theirs. */
async function digested(path: string): Promise<number> {
  const { size } = await stat(path)
  const content = Math.max(0, size - DIGEST_FRAME.length - DIGEST_BYTES)
  const hash = createHash('sha256')
  if (content > 0) for await (const block of createReadStream(path, { end: content - 1 })) hash.update(block)
  const found: Buffer[] = []
  for await (const block of createReadStream(path, { start: content })) found.push(block)
  if (!Buffer.concat(found).equals(digestFrame(hash.digest()))) {
    throw new BackupError(`${path} is damaged or incomplete: its bytes are not those of its checksum`)
  }
  return content
}

async function sealedWith(key: string, source: Readable): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(SCRYPT_WORK)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

// The types of streams of the browser and of Node differ only in name.
const toWeb = (source: Readable) => Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>
const fromWeb = (source: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(source as ReadableStream<Uint8Array>)

/**
 * A backup's text.
 * @throws BackupError when the file can't be read, the key does not open it, or it is damaged.
 */
export async function* readBackupFile(path: string, key: string | undefined): AsyncGenerator<Buffer, undefined> {
  const start = await firstBytes(path)
  const isSealed = start.equals(AGE_MAGIC)
  if (!isSealed && !start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) {
    throw new BackupError(`${path} is no backup of Alhena`)
  }
  const file = isSealed ? createReadStream(path) : createReadStream(path, { end: (await digested(path)) - 1 })
  try {
    const packed = isSealed ? await opened(path, key, file) : file
    const text = createZstdDecompress()
    // A failure of one is a failure of the other, which the loop throws.
    pipeline(packed, text).catch(() => undefined)
    for await (const chunk of text) yield chunk
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${path} is damaged or incomplete: ${reasonOf(error)}`, { cause: error })
  } finally {
    file.destroy()
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path).catch(error => {
    throw new BackupError(`${path} can't be read: ${reasonOf(error)}`)
  })
  try {
    return (await handle.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0)).buffer
  } catch (error) {
    throw new BackupError(`${path} can't be read: ${reasonOf(error)}`)
  } finally {
    await handle.close()
  }
}

async function opened(path: string, key: string | undefined, file: Readable): Promise<Readable> {
  if (key === undefined) throw new BackupError(`${path} is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(file)))
  } catch (error) {
    throw new BackupError(`BACKUP_KEY does not open ${path}, or its beginning is damaged`, { cause: error })
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isOfFile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^E(NOSPC|DQUOT|FBIG|IO|ROFS|ACCES|PERM|ISDIR|NOENT)$/.test(String(error.code))

const unwritable = (path: string, error: unknown): BackupError =>
  new BackupError(`${path} can't be written: ${reasonOf(error)}`, { cause: error })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
