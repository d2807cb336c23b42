import { createHash } from 'node:crypto'
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { contentOf, createEmptyDatabase, onConnection } from '#tests/support/database-content.ts'
import { makeScratchFolder } from '#tests/support/scratch-folder.ts'
import { BackupError } from './backup-error.ts'
import { digestFrame, writePacked } from './backup-file.server.ts'
import { restoreBackup } from './restore-backup.server.ts'
import { backupName, writeBackup } from './write-backup.server.ts'

const KEY = 'a-key-of-these-tests-with-32-characters'

let shop: TestDatabase
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let folder: string
const file = (name: string) => join(folder, name)
const restore = (path: string, key?: string) => restoreBackup({ address: target.address, path, key, directory: 'db' })

beforeAll(async () => {
  shop = await cloneDatabase(2)
  target = await createEmptyDatabase(inject('postgresAddress'))
  folder = await makeScratchFolder('backup')
  const backup = { address: shop.address, objects: undefined, now: new Date() }
  await writeBackup({ ...backup, path: file('plain.zst'), key: undefined })
  await writeBackup({ ...backup, path: file('sealed.zst.age'), key: KEY })
})
afterAll(async () => {
  await shop.close()
  await target.drop()
  await rm(folder, { recursive: true })
})

describe('a backup', () => {
  it('is named by its moment and by what opens it', () => {
    const at = new Date('2026-11-25T03:00:00Z')
    expect(backupName(at, false)).toBe('alhena-2026-11-25T03-00-00Z.zst')
    expect(backupName(at, true)).toBe('alhena-2026-11-25T03-00-00Z.zst.age')
  })

  it('has its name only once it is whole, and nothing is left of one that failed', async () => {
    const address = shop.address.replace(/[^/]+@/, 'nobody_of_that_name@')
    const other = { key: undefined, objects: undefined, now: new Date() }
    await expect(writeBackup({ address, path: file('none.zst'), ...other })).rejects.toThrow()
    await writeFile(file('not-a-folder'), '')
    await expect(writeBackup({ address: shop.address, path: file('not-a-folder/x.zst'), ...other })).rejects.toThrow(
      /^\S+ can't be written: ENOTDIR/,
    )
    expect((await readdir(folder)).toSorted()).toEqual(['not-a-folder', 'plain.zst', 'sealed.zst.age'])
  })

  it.skipIf(process.platform !== 'linux')('fails when the disk is full', async () => {
    async function* text() {
      yield Buffer.from('x'.repeat(1024))
    }
    await expect(writePacked(await open('/dev/full', 'w'), KEY, text())).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

describe('a restore refuses', () => {
  async function refusal(path: string, key?: string): Promise<string> {
    const error = await restore(path, key).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(BackupError)
    const { message } = error as BackupError
    expect(message).not.toContain('\n')
    return message
  }

  /** The plain backup with another text, compressed as it was. */
  async function rewritten(change: (text: string) => string): Promise<string> {
    const text = zstdDecompressSync(await readFile(file('plain.zst'))).toString()
    expect(change(text)).not.toBe(text)
    const packed = zstdCompressSync(change(text))
    const digest = createHash('sha256').update(packed).digest()
    await writeFile(file('changed.zst'), Buffer.concat([packed, digestFrame(digest)]))
    return file('changed.zst')
  }

  async function changed(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
    await writeFile(file('changed'), change(await readFile(file(name))))
    return file('changed')
  }

  const flipped = (at: (length: number) => number) => (bytes: Buffer) => {
    const index = at(bytes.length)
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    return bytes
  }

  it('a file that is none, or is missing', async () => {
    expect(await refusal('package.json')).toBe('package.json is no backup of Alhena')
    expect(await refusal(file('missing.zst'))).toMatch(/missing.zst can't be read: ENOENT/)
    await writeFile(file('empty.zst'), '')
    expect(await refusal(file('empty.zst'))).toMatch(/empty.zst is no backup of Alhena/)
  })

  it('another key, and none', async () => {
    expect(await refusal(file('sealed.zst.age'))).toMatch(/is encrypted: set BACKUP_KEY/)
    expect(await refusal(file('sealed.zst.age'), KEY.toUpperCase())).toMatch(/BACKUP_KEY does not open/)
  })

  it('a damaged file, encrypted or not', async () => {
    const middle = flipped(length => Math.floor(length / 2))
    expect(await refusal(await changed('plain.zst', middle))).toMatch(/is damaged/)
    expect(await refusal(await changed('sealed.zst.age', middle), KEY)).toMatch(/is damaged/)
    expect(
      await refusal(
        await changed(
          'sealed.zst.age',
          flipped(length => length - 1),
        ),
        KEY,
      ),
    ).toMatch(/is damaged/)
  })

  it.each([0.1, 0.5, 0.999])('a file of which %d is there', async part => {
    const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * part))
    expect(await refusal(await changed('plain.zst', cut))).toMatch(/incomplete/)
    expect(await refusal(await changed('sealed.zst.age', cut), KEY)).toMatch(/damaged or incomplete/)
  })

  it('rows that somebody changed, and a table left out', async () => {
    expect(await refusal(await rewritten(text => text.replaceAll('dama-assessment', 'dame-assessment')))).toMatch(
      /is damaged: the rows of public\.\w+ are not those of its checksum/,
    )
    expect(
      await refusal(await rewritten(text => text.replace(/\{"table":"public.reviews".*\n\\\.\n.*\n/, ''))),
    ).toMatch(/is damaged: its last line/)
    expect(await refusal(await rewritten(text => text.replace(/\{"tables".*\n$/, '')))).toMatch(/is incomplete/)
  })

  it('another schema', async () => {
    await shop.ownerPool.query(
      "insert into schema_migrations (name, digest, applied_at) select 'other.sql', digest, now() from schema_migrations limit 1",
    )
    await writeBackup({
      address: shop.address,
      path: file('other.zst'),
      key: undefined,
      objects: undefined,
      now: new Date(),
    })
    await shop.ownerPool.query("delete from schema_migrations where name = 'other.sql'")
    expect(await refusal(file('other.zst'))).toMatch(/has another schema than this release/)
  })

  it('a folder', async () => {
    expect(await refusal(folder)).toMatch(/can't be read: EISDIR/)
  })

  it('to leave something behind: the same database then takes a good one, and no second', async () => {
    await restore(file('sealed.zst.age'), KEY)
    expect(await contentOf(target.address)).toEqual(await contentOf(shop.address))
    expect(await refusal(file('plain.zst'))).toMatch(/^The database is not empty \(\w+\.\w+\): restore into a new one/)
  })

  it("another program's database", async () => {
    const other = await createEmptyDatabase(inject('postgresAddress'))
    try {
      await onConnection(other.address, client => client.query('create table invoices (id integer)'))
      const attempt = restoreBackup({
        address: other.address,
        path: file('plain.zst'),
        key: undefined,
        directory: 'db',
      })
      await expect(attempt).rejects.toThrow('The database is not empty (public.invoices)')
    } finally {
      await other.drop()
    }
  })
})
