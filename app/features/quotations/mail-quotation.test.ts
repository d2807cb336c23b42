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
  const answers = await Promise.allSettled(
    Array.from({ length: MAILS_A_DAY + 2 }, () => mailQuotation(database.db, buyer, id, now)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAILS_A_DAY)
  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
  const tooMany = { status: 429, message: expect.stringContaining(`Ya enviamos este correo ${MAILS_A_DAY} veces hoy.`) }
  expect(refusals).toMatchObject([tooMany, tooMany])
  const mails = await mailsTo(buyer.email)
  expect(mails).toHaveLength(MAILS_A_DAY)
  expect(mails[0]).toMatchObject({
    template: 'quotation',
    params: { total_clp: '$100.000', enlace_cotizacion: `/account/quotations/${id}` },
  })
  // The next day, and for another quotation, the limit starts again.
  const tomorrow = new Date(now.getTime() + 25 * 60 * 60_000)
  await mailQuotation(database.db, buyer, id, tomorrow)
  await mailQuotation(database.db, buyer, await quotationOf(buyer, now), now)
  expect(await mailsTo(buyer.email)).toHaveLength(MAILS_A_DAY + 2)
})

it("mails nobody another user's quotation", async () => {
  const stranger = await newBuyer()
  const id = await quotationOf(await newBuyer(), new Date())
  await expect(mailQuotation(database.db, stranger, id, new Date())).rejects.toThrow('No encontramos esa cotización.')
  expect(await mailsTo(stranger.email)).toEqual([])
})
