import { afterAll, beforeAll, expect, it } from 'vitest'
import { openObjectServer } from '#tests/support/object-server.ts'
import { type ListedObject, type ObjectStore, ObjectStoreError } from './object-store.ts'
import { createS3Store } from './s3-store.server.ts'

let server: Awaited<ReturnType<typeof openObjectServer>>
let objects: ObjectStore
beforeAll(async () => {
  server = await openObjectServer()
  objects = createS3Store(server.settings)
})
afterAll(async () => {
  objects.close()
  await server.close()
})

async function listed(prefix: string) {
  const found: ListedObject[] = []
  for await (const page of objects.list(prefix)) found.push(...page)
  return found
}
const keys = async (prefix: string) => (await listed(prefix)).map(({ key }) => key)

it('keeps bytes as they are, replaces and removes them', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 92, 120])
  await objects.put('documents/a.pdf', bytes, 'application/pdf')
  expect(await objects.get('documents/a.pdf')).toEqual(bytes)
  await objects.put('documents/a.pdf', Buffer.from('others'), 'application/pdf')
  expect((await objects.get('documents/a.pdf'))?.toString()).toBe('others')
  await objects.remove('documents/a.pdf')
  await objects.remove('documents/a.pdf')
  expect(await objects.get('documents/a.pdf')).toBeUndefined()
})

it('lists what begins so, with the time of its last writing', async () => {
  for (const name of ['pictures/1.webp', 'pictures/2.webp', 'pictures-not/3.webp'])
    await objects.put(name, Buffer.from(name), 'image/webp')
  expect(await keys('pictures/')).toEqual(['pictures/1.webp', 'pictures/2.webp'])
  expect((await listed('pictures/'))[0]?.at).toBeInstanceOf(Date)
  expect(await keys('nothing/')).toEqual([])
})

it('says which bucket does not exist, without a key of access', async () => {
  const other = createS3Store({ ...server.settings, bucket: 'another' })
  const failure = await other.get('documents/a.pdf').catch(error => error)
  expect(failure).toBeInstanceOf(ObjectStoreError)
  expect(failure.message).toContain('/another did not give documents/a.pdf: NoSuchBucket')
  expect(failure.message).not.toContain('S3RVER')
  other.close()
})

it('fails while the server is away, and works when it is back', async () => {
  await server.stop()
  await expect(objects.put('documents/b.pdf', Buffer.from('b'), 'application/pdf')).rejects.toThrow(ObjectStoreError)
  await expect(objects.get('documents/b.pdf')).rejects.toThrow(ObjectStoreError)
  await server.start()
  await objects.put('documents/b.pdf', Buffer.from('b'), 'application/pdf')
  expect((await objects.get('documents/b.pdf'))?.toString()).toBe('b')
})
