import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { askAs } from '#tests/support/row-security.ts'
import { makeResultLink } from './manage-links.server.ts'
import { purgeLinks } from './purge-links.server.ts'
import { KEPT_DAYS } from './result-links.ts'

const MADE = new Date('2026-03-02T15:00:00Z')

let database: TestDatabase
let productId: string
beforeAll(async () => {
  database = await cloneDatabase()
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })).id
})
afterAll(() => database.close())

/** A purchase with a link for each number: that of the days after which it is revoked; null: it expires after seven. */
async function buy(revokedAfter: readonly (number | null)[]): Promise<string> {
  const { id: userId } = await createProfile(database.ownerPool)
  const { item_id: itemId } = await createPaidItem(database.ownerPool, {
    userId,
    productId,
    seats: 5,
    mode: 'business',
  })
  for (const [at, days] of revokedAfter.entries()) {
    await makeResultLink(database.db, { userId, itemId, now: MADE, label: `Enlace ${at}`, days: 7 })
    await database.ownerPool.query(
      `update private.result_links set revoked_at = $2, openings = $3, last_opened_at = case when $3 > 0 then $4::timestamptz end
       where order_item_id = $1 and label = $5`,
      [itemId, days === null ? null : addDays(MADE, days), at, MADE, `Enlace ${at}`],
    )
  }
  return itemId
}

const labels = async (itemId: string): Promise<string[]> =>
  (
    await database.ownerPool.query('select label from private.result_links where order_item_id = $1 order by label', [
      itemId,
    ])
  ).rows.map(({ label }) => label)
const audited = async (itemId: string) =>
  (
    await database.ownerPool.query(
      "select actor_kind, after from audit_log where entity_id = $1 and action = 'result_links_purged' order by id",
      [itemId],
    )
  ).rows

/** Rows that runs at the same moment delete, until none has anything to do. */
async function purgeAll(now: Date): Promise<number> {
  const counts = await Promise.all([purgeLinks(database.db, now), purgeLinks(database.db, now)])
  const sum = counts.reduce((total, count) => total + count, 0)
  return sum === 0 ? 0 : sum + (await purgeAll(now))
}

it('deletes links thirty days after their end, and keeps how many and how often they were opened', async () => {
  const item = await buy([0, 1, 5, null])
  const other = await buy([null])
  // The first two ended thirty days before, or more; the third a day later than that.
  const now = addDays(MADE, KEPT_DAYS + 1)
  expect(await purgeLinks(database.db, now)).toBe(1)
  expect(await labels(item)).toEqual(['Enlace 1', 'Enlace 2', 'Enlace 3'])
  expect(await purgeAll(new Date(now.getTime() + 1))).toBe(1)
  expect(await labels(item)).toEqual(['Enlace 2', 'Enlace 3'])
  // Their last day ends at midnight in Santiago.
  expect(await purgeAll(addDays(MADE, KEPT_DAYS + 7))).toBe(1)
  expect(await labels(other)).toHaveLength(1)
  expect(await purgeAll(addDays(MADE, KEPT_DAYS + 8))).toBe(2)
  expect([await labels(item), await labels(other)]).toEqual([[], []])
  expect(await audited(item)).toEqual(
    [0, 1, 2, 3].map(openings => ({ actor_kind: 'system', after: { links: 1, openings } })),
  )
})

it('is done once by two at once, and by nobody else than the shop', async () => {
  const item = await buy([0, 0, 0, null])
  const now = addDays(MADE, KEPT_DAYS + 1)
  for (const actor of [
    { kind: 'user', userId: item },
    { kind: 'admin', userId: item },
  ] as const) {
    const asked = `select * from private.purge_result_links('${now.toISOString()}', 10)`
    expect(await askAs(database, actor, asked)).toMatchObject({ count: 0 })
  }
  expect(await labels(item)).toHaveLength(4)
  expect(await purgeAll(now)).toBe(3)
  // Each of the two may have deleted a part.
  const records = await audited(item)
  expect(new Set(records.map(({ actor_kind }) => actor_kind))).toEqual(new Set(['system']))
  const sumOf = (of: 'links' | 'openings') => records.reduce((sum, { after }) => sum + after[of], 0)
  expect({ links: sumOf('links'), openings: sumOf('openings') }).toEqual({ links: 3, openings: 3 })
})
