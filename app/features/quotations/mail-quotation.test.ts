import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSessionUser } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { mailQuotation } from './create-quotation.server.ts'
import { MAILS_A_DAY } from './quotations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))

async function quotationOf(user: { id: string; email: string }, now: Date): Promise<string> {
  const { id } = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  const cart = quotationCartOf([{ product_id: id, mode: 'self', seats: 1 }], 100_000)
  return createTestQuotation(database.db, user, cart, now)
}

const mailsTo = async (email: string) =>
  (await database.ownerPool.query('select template, params from mails where recipient = $1', [email])).rows

it('mails the owner a link, a few times a day, also concurrently', async () => {
  const now = new Date()
  const buyer = await newBuyer()
  const id = await quotationOf(buyer, now)
  const answers = await Promise.all(
    Array.from({ length: MAILS_A_DAY + 2 }, () => mailQuotation(database.db, buyer, id, now)),
  )
  expect(answers.filter(answer => answer.ok)).toHaveLength(MAILS_A_DAY)
  expect(answers.find(answer => !answer.ok)).toMatchObject({ error: { code: 'too_many' } })
  const mails = await mailsTo(buyer.email)
  expect(mails).toHaveLength(MAILS_A_DAY)
  expect(mails[0]).toMatchObject({
    template: 'quotation',
    params: { total_clp: '$100.000', enlace_cotizacion: `/account/quotations/${id}` },
  })
  // The next day, and for another quotation, the limit starts again.
  const tomorrow = new Date(now.getTime() + 25 * 60 * 60_000)
  expect(await mailQuotation(database.db, buyer, id, tomorrow)).toMatchObject({ ok: true })
  expect(await mailQuotation(database.db, buyer, await quotationOf(buyer, now), now)).toMatchObject({ ok: true })
})

it("mails nobody another user's quotation", async () => {
  const stranger = await newBuyer()
  const id = await quotationOf(await newBuyer(), new Date())
  expect(await mailQuotation(database.db, stranger, id, new Date())).toMatchObject({ error: { code: 'not_found' } })
  expect(await mailsTo(stranger.email)).toEqual([])
})
