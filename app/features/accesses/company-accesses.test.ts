import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCompany } from '#app/features/clients/admin/company-list.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProduct,
  createProfile,
  createRefund,
} from '#tests/support/factories.ts'
import { companyProducts } from './related-accesses.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

// shows: B2.64
it("shows what a company bought by product, with its people's progress, to the staff alone", async () => {
  const { ownerPool: pool } = database
  const admin = { kind: 'admin', userId: (await createProfile(pool, { role: 'admin' })).id } as const
  const buyer = await createProfile(pool)
  await pool.query("update profiles set company = 'Pehuén SpA' where id = $1", [buyer.id])
  const [large, small, back] = [await createProduct(pool), await createProduct(pool), await createProduct(pool)]
  const item = await createPaidItem(pool, { userId: buyer.id, productId: large.id, seats: 5 })
  await createPaidItem(pool, { userId: buyer.id, productId: large.id, seats: 2 })
  await createPaidItem(pool, { userId: buyer.id, productId: small.id })
  const refunded = await createPaidItem(pool, { userId: buyer.id, productId: back.id, seats: 9 })
  await createRefund(pool, refunded.order_id)
  await createInvitation(pool, { itemId: item.item_id, userId: buyer.id })
  const revoked = await createInvitation(pool, { itemId: item.item_id, userId: buyer.id })
  await pool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.id])

  const { rows } = await pool.query<{ company_id: string }>('select company_id from profiles where id = $1', [buyer.id])
  const companyId = rows[0]?.company_id ?? ''
  const products = await asActor(database.db, admin, tx => companyProducts(tx, companyId))
  expect(products).toEqual([
    { id: large.id, name: large.name, seats: 7, used: 3, started: 0, completed: 0 },
    { id: small.id, name: small.name, seats: 1, used: 1, started: 0, completed: 0 },
  ])
  expect(await asActor(database.db, admin, tx => findCompany(tx, companyId))).toMatchObject({
    name: 'Pehuén SpA',
    orders: 3,
    seats: 8,
    people: 1,
  })
  const stranger = { kind: 'user', userId: (await createProfile(pool)).id } as const
  expect(await asActor(database.db, stranger, tx => companyProducts(tx, companyId))).toEqual([])
  expect(await asActor(database.db, stranger, tx => findCompany(tx, companyId))).toBeUndefined()
})
