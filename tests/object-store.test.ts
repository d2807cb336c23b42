import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { storePicture } from '#app/features/catalogue/pictures/pictures.server.ts'
import { documentFileAnswer } from '#app/features/tax-documents/document-file.server.ts'
import { findFile } from '#app/features/tax-documents/staff-documents.server.ts'
import { forgetFiles, keepFiles } from '#app/features/tax-documents/tax-documents.server.ts'
import { NOW, openTaxDocuments } from '#app/features/tax-documents/tax-documents.test-support.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { writeBackup } from '#app/platform/backup/write-backup.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { PARSERS } from '#app/platform/database/database.server.ts'
import { forgetLost, moveAllIn, moveOut } from '#app/platform/objects/move-files.server.ts'
import { lockObjects } from '#app/platform/objects/object-lock.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { objectWork } from '#app/platform/objects/object-work.server.ts'
import { readFile } from '#app/platform/objects/read-file.server.ts'
import { createS3Store, ForeignBucketError, takeOverBucket } from '#app/platform/objects/s3-store.server.ts'
import { countFiles, requireStoreOfFiles, sweepObjects } from '#app/platform/objects/sweep-objects.server.ts'
import { createPictures } from '#server/pictures.ts'
import { cloneDatabase } from './support/database.ts'
import { createEmptyDatabase } from './support/database-content.ts'
import { createProfile } from './support/factories.ts'
import { openObjectServer } from './support/object-server.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'

// Pictures and documents behave the same wherever their bytes are.

const server = await openObjectServer()
const bucket = createS3Store(server.settings)
const shop = await openTaxDocuments(await cloneDatabase(8))
const { db, ownerPool } = shop.database
const logged: string[] = []
const log = { ...shop.deps.log, error: (event: string) => void logged.push(event) }
let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder('objects')
})
beforeEach(() => shop.forgetDue())
afterAll(async () => {
  shop.fake.close()
  bucket.close()
  await shop.database.close()
  await server.close()
  await rm(folder, { recursive: true })
})

const PDF = Buffer.from('%PDF-1.4 \\x00 \t\n\r de prueba')
const XML = Buffer.from([0x3c, 0xf1, 0x00, 0x5c, 0x4e, 0x3e])
const photo = (mark: string) => ({ wide: Buffer.from(`wide ${mark}`), card: Buffer.from(`card ${mark}`) })

async function settle(objects: ObjectStore | undefined) {
  if (!objects) return
  while ((await moveOut({ db, objects })) > 0);
  expect((await countFiles(ownerPool)).inside).toBe(0)
}

async function issuedDocument() {
  const order = await shop.paidOrder()
  await shop.issue()
  const [document] = await shop.documentsOf(order.id)
  const place = (format: 'pdf' | 'xml', actor: Parameters<typeof asActor>[1] = SYSTEM) =>
    asActor(
      db,
      actor,
      async tx => (await findFile(tx, { id: document.id, orderNumber: order.number, format }))?.location,
    )
  return { order, id: document.id as string, place }
}

describe.each([
  ['database', undefined],
  ['bucket', bucket],
] as const)('in the %s', (where, objects) => {
  const read = async (place: Parameters<typeof readFile>[1] | undefined) => {
    const file = place && (await readFile({ objects, log }, place))
    return file?.ok ? file.value : file?.error.code
  }

  it('a picture is served as it was stored, for ever', async () => {
    const address = await asActor(db, shop.actor, tx => storePicture(tx, photo(where)))
    const pictures = createPictures({ db, objects, log })
    const before = await (await pictures.request(address)).bytes()
    await settle(objects)
    const answer = await pictures.request(address)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await answer.bytes())).toEqual(photo(where).wide)
    expect(Buffer.from(before)).toEqual(photo(where).wide)
    const card = await pictures.request(address.replace('-1280.', '-640.'))
    expect(Buffer.from(await card.bytes())).toEqual(photo(where).card)
    // The same picture again has the same address.
    expect(await asActor(db, shop.actor, tx => storePicture(tx, photo(where)))).toBe(address)
    await settle(objects)
    expect((await pictures.request(`/pictures/${'0'.repeat(32)}-640.webp`)).status).toBe(404)
  })

  it('a document is read by whoever may, replaced and forgotten', async () => {
    const { order, id, place } = await issuedDocument()
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf: PDF, xml: XML }))
    await settle(objects)
    expect(await read(await place('pdf', { kind: 'user', userId: order.buyer.id }))).toEqual(PDF)
    expect(await read(await place('xml'))).toEqual(XML)
    const stranger = await createProfile(ownerPool)
    expect(await place('pdf', { kind: 'user', userId: stranger.id })).toBeUndefined()
    await asActor(db, shop.actor, tx => keepFiles(tx, id, { pdf: Buffer.from('corrected'), xml: undefined }))
    expect(await read(await place('pdf'))).toEqual(Buffer.from('corrected'))
    await settle(objects)
    expect(await read(await place('pdf'))).toEqual(Buffer.from('corrected'))
    expect(await read(await place('xml'))).toEqual(XML)
    await asActor(db, SYSTEM, tx => forgetFiles(tx, id))
    expect(await place('pdf')).toBeUndefined()
  })
})

it('a backup contains every file, and a restored shop has them in its rows', async () => {
  const empty = await createEmptyDatabase(inject('postgresAddress'))
  const restored = new Pool({ connectionString: empty.address, types: PARSERS })
  try {
    const { id } = await issuedDocument()
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf: PDF, xml: XML }))
    await settle(bucket)
    const { inside, outside } = await countFiles(ownerPool)
    const options = { path: join(folder, 'whole.zst'), key: undefined, now: NOW }
    const backup = await writeBackup({ ...options, address: shop.database.address, objects: bucket })
    expect(backup.lost).toEqual([])
    await restoreBackup({ ...options, address: empty.address, directory: 'db' })
    expect(await countFiles(restored)).toEqual({ inside: inside + outside, outside: 0 })
    const { rows } = await restored.query('select pdf, xml from tax_document_files where document_id = $1', [id])
    expect(rows).toEqual([{ pdf: PDF, xml: XML }])
  } finally {
    await restored.end()
    await empty.drop()
  }
})

describe('a bucket that', () => {
  const outside = async () => {
    const { id, place } = await issuedDocument()
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf: Buffer.from(id), xml: undefined }))
    await settle(bucket)
    const found = await asActor(db, SYSTEM, tx => findFile(tx, { id, orderNumber: undefined, format: 'pdf' }))
    const answer = (objects: ObjectStore | undefined) => documentFileAnswer({ objects, log }, found, 'pdf')
    const file = await place('pdf')
    if (!file || 'bytes' in file) throw new Error('The file is still in its row')
    return { id, key: file.key, answer }
  }

  it('lost a file, or has another one, says so, and lets the shop have backups', async () => {
    const { key, answer } = await outside()
    expect(key).toMatch(/^documents\/[0-9a-f]{64}\.pdf$/)
    await bucket.put(key, Buffer.from('others'), 'application/pdf')
    expect((await answer(bucket)).status).toBe(404)
    await bucket.remove(key)
    const lost = await answer(bucket)
    expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('No encontramos el archivo')])
    expect(logged).toContain('object_lost')
    const path = join(folder, 'lost.zst')
    const options = { address: shop.database.address, path, key: undefined, now: NOW }
    expect((await writeBackup({ ...options, objects: bucket })).lost).toEqual([key])
    await expect(writeBackup({ ...options, objects: undefined })).rejects.toThrow('set S3_BUCKET')
  })

  it('is away, or not configured any more, asks to come back later, and nothing is lost', async () => {
    const { answer } = await outside()
    const address = await asActor(db, shop.actor, tx => storePicture(tx, photo('away')))
    await settle(bucket)
    const { id, place } = await issuedDocument()
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf: PDF, xml: undefined }))
    await server.stop()
    const away = await answer(bucket)
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '60'])
    const picture = await createPictures({ db, objects: bucket, log }).request(address)
    expect([picture.status, picture.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    await expect(moveOut({ db, objects: bucket })).rejects.toThrow('did not store')
    expect(await place('pdf')).toEqual({ bytes: PDF })
    await server.start()
    expect((await answer(undefined)).status).toBe(503)
    expect((await answer(bucket)).status).toBe(200)
    await expect(requireStoreOfFiles(ownerPool, false)).rejects.toThrow(
      /^Files of this shop are in a bucket: set S3_BUCKET/,
    )
    await requireStoreOfFiles(ownerPool, true)
  })

  it('is slow does not lose a file that is replaced meanwhile', async () => {
    const { id, place } = await issuedDocument()
    await settle(bucket)
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf: PDF, xml: undefined }))
    const slow: ObjectStore = {
      ...bucket,
      async put(key, bytes, type) {
        await asActor(db, shop.actor, tx => keepFiles(tx, id, { pdf: Buffer.from('newer'), xml: undefined }))
        await bucket.put(key, bytes, type)
      },
    }
    expect(await moveOut({ db, objects: slow })).toBe(1)
    expect(await place('pdf')).toEqual({ bytes: Buffer.from('newer') })
  })
})

describe('the bucket of a shop', () => {
  const keys = async () => {
    const found: string[] = []
    for (const prefix of ['pictures/', 'documents/'])
      for await (const page of bucket.list(prefix)) found.push(...page.map(({ key }) => key))
    return found
  }
  /** By the clock of the bucket, whose server takes the times of its files from the kernel. */
  const hoursLater = async (hours: number) => {
    const times: number[] = []
    for await (const page of bucket.list('')) times.push(...page.map(({ at }) => at.getTime()))
    return new Date(Math.max(...times) + hours * 3_600_000)
  }
  const documentWith = async (pdf: Buffer) => {
    const { id, place } = await issuedDocument()
    await asActor(db, SYSTEM, tx => keepFiles(tx, id, { pdf, xml: undefined }))
    await settle(bucket)
    const file = await place('pdf')
    return { id, place, key: file && 'key' in file ? file.key : '' }
  }

  it('loses what no row refers to after a day, and nothing else', async () => {
    await asActor(db, shop.actor, tx => storePicture(tx, photo('kept')))
    const kept = await documentWith(Buffer.from('kept'))
    const shared = await documentWith(Buffer.from('kept'))
    const replaced = await documentWith(Buffer.from('replaced'))
    await asActor(db, SYSTEM, tx => keepFiles(tx, replaced.id, { pdf: Buffer.from('newer'), xml: undefined }))
    await asActor(db, SYSTEM, tx => forgetFiles(tx, shared.id))
    await settle(bucket)
    await bucket.put('documents/of-somebody.txt', Buffer.from('x'), 'text/plain')
    const before = await keys()
    const lostBefore = await lostFiles()
    expect(await sweepObjects({ db, objects: bucket }, await hoursLater(23))).toBe(0)
    expect(await keys()).toEqual(before)
    expect(await sweepObjects({ db, objects: bucket }, await hoursLater(25))).toBeGreaterThan(0)
    const left = await keys()
    expect(left).not.toContain(replaced.key)
    expect(left).toEqual(expect.arrayContaining([kept.key, 'documents/of-somebody.txt']))
    expect(await lostFiles()).toEqual(lostBefore)
    expect(await sweepObjects({ db, objects: bucket }, await hoursLater(25))).toBe(0)
  })

  /** A backup reads every file. */
  const lostFiles = async () => {
    const options = { address: shop.database.address, path: join(folder, 'swept.zst'), key: undefined, now: NOW }
    return (await writeBackup({ ...options, objects: bucket })).lost
  }

  it('keeps everything while a file moves or a backup reads', async () => {
    const { id, key } = await documentWith(Buffer.from('under way'))
    await asActor(db, SYSTEM, tx => forgetFiles(tx, id))
    await asActor(db, SYSTEM, async tx => {
      await lockObjects(tx)
      expect(await sweepObjects({ db, objects: bucket }, await hoursLater(25))).toBe(0)
    })
    expect(await bucket.get(key)).toBeDefined()
    await sweepObjects({ db, objects: bucket }, await hoursLater(25))
    expect(await bucket.get(key)).toBeUndefined()
  })

  it('gives everything back to the database, but what it has lost', async () => {
    const gone = await documentWith(Buffer.from('gone'))
    await bucket.remove(gone.key)
    const back = await documentWith(Buffer.from('back'))
    const { outside } = await countFiles(ownerPool)
    const { moved, lost } = await moveAllIn({ db, objects: bucket })
    expect(moved).toBe(outside - lost.length)
    expect(lost.map(({ key }) => key)).toContain(gone.key)
    expect((await countFiles(ownerPool)).outside).toBe(lost.length)
    expect(await back.place('pdf')).toEqual({ bytes: Buffer.from('back') })
    // The shop can be without a bucket again, and the document be attached again.
    await forgetLost(ownerPool, lost)
    await requireStoreOfFiles(ownerPool, false)
    expect(await gone.place('pdf')).toBeUndefined()
    expect(await shop.rows('select has_pdf from tax_documents where id = $1', gone.id)).toEqual([{ has_pdf: false }])
    await settle(bucket)
  })

  it('is used by one database alone, until another takes it over', async () => {
    const deps = { db, ownerPool, objects: bucket, log }
    await bucket.remove('alhena-database')
    // Files are said to be in a bucket that knows nothing of them.
    await expect(objectWork(deps).move()).rejects.toThrow('is not the bucket that files of this shop are in')
    await bucket.put('alhena-database', Buffer.from('1-2'), 'text/plain')
    await expect(objectWork(deps).sweep(await hoursLater(25))).rejects.toThrow(ForeignBucketError)
    await takeOverBucket(ownerPool, bucket)
    expect(await objectWork(deps).move()).toBe(0)
  })
})
