import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { renewSpanishOrder } from './spanish-order.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

const renew = async () => {
  const client = await database.ownerPool.connect()
  try {
    return await renewSpanishOrder(client)
  } finally {
    client.release()
  }
}
const filesOf = async (name: string) =>
  (await database.ownerPool.query<{ file: string }>('select pg_relation_filenode($1::regclass)::text as file', [name]))
    .rows[0]?.file

it('is renewed once after an update of ICU, index by index', async () => {
  expect(await renew()).toEqual([])
  const before = [await filesOf('assessments_by_name'), await filesOf('assessments_pkey')]
  await database.ownerPool.query("update pg_collation set collversion = '1' where collname = 'es-x-icu'")
  expect(await renew()).toEqual(
    expect.arrayContaining(['assessments_by_name', 'catalogue_tags_pkey', 'profiles_by_name', 'saved_views_once']),
  )
  const after = [await filesOf('assessments_by_name'), await filesOf('assessments_pkey')]
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(await renew()).toEqual([])
})
