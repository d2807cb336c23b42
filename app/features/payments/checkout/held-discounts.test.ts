import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { checkOut } from './check-out.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))

it('lets no buyer hold more than two uses of a code without paying', async () => {
  const code = 'ACAPARADO'
  await rows(
    "insert into discount_codes (code, name, type, value, max_uses, valid_from) values ($1, $1, 'percentage', 20, 100, '2026-01-01')",
    code,
  )
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const buy = (buyer: Awaited<ReturnType<typeof newBuyer>>) =>
    checkOut(database.db, buyer, cartOf(product, { code, total: 80_000, repeat: 'yes' }), BOLETA, NOW)
  const [hoarder, other] = [await newBuyer(), await newBuyer()]
  await buy(other)
  const paying = await buy(hoarder)
  const payingId = paying.ok ? paying.value.id : ''
  await rows(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
     values ($1, $2, 'simulator', $3, 80000, 'committing')`,
    payingId,
    hoarder.id,
    randomUUID().slice(0, 26),
  )
  await Promise.all(Array.from({ length: 10 }, () => buy(hoarder)))
  const pending = await rows("select id from orders where user_id = $1 and status = 'pending'", hoarder.id)
  // The order whose payment is under way, and the last one.
  expect(pending.map(order => order.id)).toContain(payingId)
  expect(pending).toHaveLength(2)
  expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 3 }])
})
