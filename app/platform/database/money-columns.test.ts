import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pesos, pesos, splitVat } from '#app/kernel/money.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { ownerDatabase } from './database.server.ts'
import type { DB } from './schema.ts'

let database: TestDatabase
let owner: Kysely<DB>
beforeAll(async () => {
  database = await cloneDatabase()
  owner = ownerDatabase(database.ownerPool)
})
afterAll(() => database.close())

describe('a column of money', () => {
  it('is read as the number that was written, beyond 32 bits too, and so are its sums', async () => {
    const { id } = await createProfile(database.ownerPool)
    const total = pesos(3_000_000_000)
    const { net, vat } = splitVat(total)
    const order = await owner
      .insertInto('orders')
      .values({
        user_id: id,
        order_number: 'ALH-1-MONEY-ABCD',
        subtotal_clp: total,
        total_clp: total,
        net_clp: net,
        vat_clp: vat,
        idempotency_key: crypto.randomUUID(),
        terms_version: '1',
        terms_accepted_at: new Date('2026-11-21T15:00:00Z'),
      })
      .returning(['total_clp', 'discount_clp', 'vat_clp'])
      .executeTakeFirstOrThrow()
    const read: Pesos = order.total_clp
    expect(order).toEqual({ total_clp: read, discount_clp: 0, vat_clp: vat })
    expect(read).toBe(3_000_000_000)
    const summed = await owner
      .selectFrom('orders')
      .select(({ fn }) => fn.sum<Pesos>('total_clp').as('sum'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(summed).toEqual({ sum: 3_000_000_000 })
  })

  it('takes no plain number', () => {
    const amount: number = 1000
    const change = owner
      .updateTable('orders')
      // @ts-expect-error Arithmetic and input go through `pesos`, which refuses fractions.
      .set({ total_clp: amount })
    // @ts-expect-error Comparisons, too.
    const query = change.where('subtotal_clp', '=', amount).compile()
    expect(query.parameters).toEqual([1000, 1000])
  })
})
