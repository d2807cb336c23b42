import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeScratchFolder } from '#tests/support/scratch-folder.ts'
import { BackupError } from './backup-error.ts'
import { writeBackupFile } from './backup-file.server.ts'
import { END_OF_ROWS, rowTally } from './backup-format.ts'
import { verifyBackup } from './verify-backup.server.ts'

const KEY = 'a-key-of-these-tests-with-32-characters'
const MADE_AT = '2026-11-25T03:00:00.000Z'

let folder: string
let plain: Buffer
let sealed: Buffer

/** A whole backup of one table, as its text. */
function textOf(rows: string): Buffer {
  const hash = createHash('sha256')
  const line = (value: object) => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    hash.update(text)
    return text
  }
  const tally = rowTally()
  tally.add(Buffer.from(rows))
  const parts = [
    line({ format: 'alhena-backup 1', madeAt: MADE_AT, server: '18.0', schema: [{ name: '01', digest: 'a' }] }),
    line({ table: 'public.categories', columns: ['id', 'name'] }),
    Buffer.from(rows),
    END_OF_ROWS,
  ]
  const counted = tally.line()
  parts.push(line(counted), line({ sequences: [{ name: 'public.numbers', value: '7' }] }))
  parts.push(Buffer.from(`${JSON.stringify({ tables: 1, rows: counted.rows, sha256: hash.digest('hex') })}\n`))
  return Buffer.concat(parts)
}

const ROWS = Array.from({ length: 12 }, (_, index) => `${index}\tCategoría ${index * 7919}\n`).join('')

async function* once(text: Buffer) {
  yield text
}

async function packed(name: string, key: string | undefined): Promise<Buffer> {
  await writeBackupFile(join(folder, name), key, once(textOf(ROWS)))
  return readFile(join(folder, name))
}

beforeAll(async () => {
  folder = await makeScratchFolder('verify-backup')
  plain = await packed('plain.zst', undefined)
  sealed = await packed('sealed.zst.age', KEY)
})
afterAll(() => rm(folder, { recursive: true }))

/** What a file of these bytes is refused with; undefined where it is whole. */
async function refusal(bytes: Buffer, key?: string): Promise<string | undefined> {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  const error = await verifyBackup(path, key).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return undefined
  expect(error).toBeInstanceOf(BackupError)
  const { message } = error as BackupError
  expect(message).not.toContain('\n')
  return message
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return copy
}

describe('a backup is verified before anything is done with it', () => {
  it('and is found whole, encrypted or not', async () => {
    expect(await refusal(plain)).toBeUndefined()
    expect(await refusal(sealed, KEY)).toBeUndefined()
  })

  it('and a flipped bit anywhere in a readable one is refused with one line', async () => {
    const missed: number[] = []
    for (let bit = 0; bit < plain.length * 8; bit += 3) {
      if ((await refusal(flipped(plain, bit))) === undefined) missed.push(bit)
    }
    expect(missed).toEqual([])
  })

  // With the least work for the key, which says nothing about what is authenticated.
  it('and a flipped bit anywhere in an encrypted one, too', async () => {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(KEY)
    encrypter.setScryptWorkFactor(1)
    const quick = Buffer.from(await encrypter.encrypt(new Uint8Array(zstdCompressSync(textOf(ROWS)))))
    expect(await refusal(quick, KEY)).toBeUndefined()
    const missed: number[] = []
    for (let bit = 0; bit < quick.length * 8; bit += 13) {
      if ((await refusal(flipped(quick, bit), KEY)) === undefined) missed.push(bit)
    }
    expect(missed).toEqual([])
  })

  it('and two in one file, a cut one, an appended byte, and swapped halves are refused', async () => {
    const changes: ((bytes: Buffer) => Buffer)[] = [
      bytes => Buffer.concat([bytes, bytes]),
      bytes => Buffer.concat([bytes, Buffer.from([0])]),
      bytes => Buffer.concat([bytes, Buffer.from('\n')]),
      bytes => bytes.subarray(0, -1),
      bytes => bytes.subarray(0, bytes.length >> 1),
      bytes => bytes.subarray(0, 30),
      bytes => Buffer.concat([bytes.subarray(bytes.length >> 1), bytes.subarray(0, bytes.length >> 1)]),
      () => Buffer.alloc(0),
    ]
    for (const change of changes) {
      expect(await refusal(change(plain))).toMatch(/is damaged|is no backup/)
      expect(await refusal(change(sealed), KEY)).toMatch(/is damaged|is no backup/)
    }
    expect(await refusal(sealed, `${KEY}x`)).toMatch(/BACKUP_KEY does not open/)
    expect(await refusal(sealed)).toMatch(/is encrypted: set BACKUP_KEY/)
  })

  it('and texts that somebody joined, or left a line of, are refused', async () => {
    const joined = async (text: Buffer) => {
      await writeBackupFile(join(folder, 'joined.zst'), undefined, once(text))
      return refusal(await readFile(join(folder, 'joined.zst')))
    }
    const text = textOf(ROWS)
    expect(await joined(Buffer.concat([text, text]))).toMatch(/something follows its last line/)
    expect(await joined(Buffer.concat([text, Buffer.from('x')]))).toMatch(/is incomplete: it ends within a line/)
    expect(await joined(Buffer.from(text.toString().replace('"schema"', '"schfma"')))).toMatch(/is damaged/)
    expect(await joined(Buffer.from(text.toString().replace('"madeAt"', '"madeBt"')))).toMatch(/is damaged/)
    expect(await joined(Buffer.from(text.toString().replace('Categoría 0', 'Categoría 1')))).toMatch(/of its checksum/)
  })

  it('and is still read by zstd alone', () => {
    expect(zstdDecompressSync(plain).equals(textOf(ROWS))).toBe(true)
  })
})
