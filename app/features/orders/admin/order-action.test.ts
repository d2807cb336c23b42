import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { answerOrder } from './order-action.server.ts'

const { database, accounts } = await openTestAccounts()

let admin: Awaited<ReturnType<typeof openPerson>>
beforeAll(async () => {
  admin = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

/** Submits a form of an order's page as the administrator. */
async function send(orderId: string, form: Record<string, string>) {
  const url = new URL(`http://shop.test/admin/orders/${orderId}`)
  const request = new Request(url, {
    method: 'POST',
    headers: { cookie: admin.cookie },
    body: new URLSearchParams(form),
  })
  const context = contextOf(accounts, database)
  const answer = await answerOrder({ request, url, params: { orderId }, context })
  if (answer instanceof Response) throw new Error('An order answers on its own page')
  return { status: answer.init?.status ?? 200, ...answer.data }
}

async function pendingOrder(): Promise<string> {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, new Date())
  if (!placed.ok) throw new Error(placed.error.code)
  return placed.value.id
}

/** An order of $100.000 paid by transfer. */
async function paidOrder(): Promise<string> {
  const id = await pendingOrder()
  const form = { intent: 'register-payment', method: 'transfer', amount: '100.000', paid_on: dayOf(new Date()) }
  const paid = await send(id, { ...form, reference: randomUUID(), password: admin.password })
  if (!paid.done) throw new Error(paid.text)
  return id
}

/** The session was confirmed long ago. */
const forgetConfirmation = () => database.ownerPool.query('update auth.sessions set stepped_up_at = null')

const statusOf = async (id: string): Promise<string> =>
  (await database.ownerPool.query('select status from orders where id = $1', [id])).rows[0].status

describe('a refund', () => {
  const REFUND = { intent: 'refund', kind: 'whole', reason: 'Duplicada', seen: '0', understood: 'on' }

  // shows: B2.29
  it('requires that the administrator confirms to be there', async () => {
    const id = await paidOrder()
    await forgetConfirmation()
    expect(await send(id, REFUND)).toMatchObject({ status: 400, errors: { password: 'Escribe tu contraseña' } })
    expect(await send(id, { ...REFUND, password: 'otra-clave' })).toMatchObject({
      status: 400,
      errors: { password: 'Esa no es tu contraseña actual' },
      values: { reason: 'Duplicada' },
    })
    expect(await statusOf(id)).toBe('paid')
    expect(await send(id, { ...REFUND, password: admin.password })).toMatchObject({ status: 200, done: true })
    expect(await statusOf(id)).toBe('refunded')
  })

  // shows: B2.29
  it('of the whole balance in part says so, and requires the confirmation', async () => {
    const id = await paidOrder()
    const part = { intent: 'refund', kind: 'part', reason: 'Acuerdo', password: admin.password }
    expect(await send(id, { ...part, amount: '60.000', seen: '0' })).toMatchObject({ done: true })
    const rest = { ...part, amount: '40000', seen: '60000' }
    expect(await send(id, rest)).toMatchObject({
      status: 400,
      errors: { understood: expect.stringContaining('Ese monto es todo lo que queda') },
    })
    expect(await statusOf(id)).toBe('paid')
    expect(await send(id, { ...rest, understood: 'on' })).toMatchObject({ done: true })
    expect(await statusOf(id)).toBe('refunded')
  })
})

describe('a payment with an unclear outcome', () => {
  const unresolved = async (orderId: string): Promise<string> =>
    (
      await database.ownerPool.query(
        "update payment_attempts set status = 'manual_resolution' where order_id = $1 returning id",
        [orderId],
      )
    ).rows[0].id

  // shows: B2.30
  it("is settled with a reason and a confirmed session, for this order's payment, once", async () => {
    const id = await pendingOrder()
    await forgetConfirmation()
    await database.ownerPool.query(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp)
       select id, user_id, 'simulator', 'ALH-REVIEW-ONE', total_clp from orders where id = $1`,
      [id],
    )
    const attempt = await unresolved(id)
    const form = { intent: 'resolve-payment', attempt, finding: 'paid', note: 'Portal, 21-11' }
    expect(await send(id, { ...form, note: ' ', finding: 'quizás' })).toMatchObject({
      status: 400,
      errors: {
        finding: 'Elige qué pasó',
        note: 'Escribe qué viste y dónde',
      },
    })
    expect(await send(id, form)).toMatchObject({ status: 400, errors: { password: 'Escribe tu contraseña' } })
    expect(await send(id, { ...form, password: 'otra-clave' })).toMatchObject({
      status: 400,
      errors: { password: 'Esa no es tu contraseña actual' },
      values: { finding: 'paid', note: 'Portal, 21-11' },
    })
    const known = { ...form, password: admin.password }
    expect(await send(await pendingOrder(), known)).toMatchObject({ status: 409, done: false })
    expect(await statusOf(id)).toBe('pending')
    expect(await send(id, known)).toMatchObject({ status: 200, done: true })
    expect(await statusOf(id)).toBe('paid')
    expect(await send(id, known)).toMatchObject({ status: 409, text: expect.stringContaining('otra persona lo hizo') })
  })
})
