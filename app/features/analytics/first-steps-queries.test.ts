import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { findShopFacts } from './first-steps.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

it('knows what has been set up, and what not', async () => {
  const { ownerPool, db } = database
  const admin = { kind: 'admin', userId: (await createProfile(ownerPool, { role: 'admin' })).id } as const
  const facts = () => asActor(db, admin, findShopFacts)
  await ownerPool.query("update assessments set status = 'draft'")
  await ownerPool.query('truncate discount_codes cascade')
  expect(await facts()).toEqual({
    seller: false,
    transfer: false,
    mail: false,
    product: false,
    discount: false,
    backup: false,
  })

  await createProduct(ownerPool)
  await ownerPool.query(`insert into text_overrides (kind, key, content) values
    ('setting', 'seller', '{}'), ('setting', 'transfer', '{}')`)
  await ownerPool.query(
    `insert into mails (template, recipient, params, status, sent_at) values ('order_receipt', 'ana@example.cl', '{}', 'sent', now())`,
  )
  await ownerPool.query(
    "insert into discount_codes (code, name, type, value) values ('PRIMERO', 'Primero', 'percentage', 10)",
  )
  await ownerPool.query(
    "insert into private.backups (started_at, finished_at, file) values (now(), now(), 'alhena.zst')",
  )
  expect(await facts()).toEqual({
    seller: true,
    transfer: true,
    mail: true,
    product: true,
    discount: true,
    backup: true,
  })
})
