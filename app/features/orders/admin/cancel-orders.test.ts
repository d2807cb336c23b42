import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { action } from './list.tsx'

const { database, accounts } = await openTestAccounts()

let admin: Awaited<ReturnType<typeof openPerson>>
beforeAll(async () => {
  admin = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

/** Submits the list's form as the administrator. */
async function send(...fields: [name: string, value: string][]) {
  const url = new URL('http://shop.test/admin/orders')
  const body = new URLSearchParams(fields)
  const request = new Request(url, { method: 'POST', headers: { cookie: admin.cookie }, body })
  const context = contextOf(accounts, database)
  const answer = await action({ request, url, params: {}, pattern: '/admin/orders', context })
  return 'init' in answer ? { status: answer.init?.status, ...answer.data } : answer
}

// shows: B2.35
it('orders are cancelled from their list after a confirmation that names them and the consequences', async () => {
  const buyer = asSessionUser(await createProfile(database.ownerPool, { first_name: 'Rosa', last_name: 'Díaz' }))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, new Date())
  if (!placed.ok) throw new Error(placed.error.code)
  const { id, order_number: number } = placed.value
  const paid = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const statuses = async () =>
    (
      await database.ownerPool.query('select status from orders where id = any($1) order by status', [
        [id, paid.order_id],
      ])
    ).rows.map(row => row.status)

  expect(await send(['intent', 'cancel'], ['row', id], ['row', paid.order_id])).toEqual({
    orders: [{ id, number, client: 'Rosa Díaz', total: 100_000, usesCode: false }],
    left: 1,
  })
  expect(await send(['one', `cancel ${id}`])).toMatchObject({ left: 0 })
  expect(await statuses()).toEqual(['paid', 'pending'])
  expect(await send(['intent', 'cancel'])).toMatchObject({ status: 400, done: false })
  expect(await send(['intent', 'cancel'], ['row', paid.order_id])).toMatchObject({ status: 400, done: false })

  const long = 'x'.repeat(301)
  expect(await send(['intent', 'cancel-confirmed'], ['row', id], ['reason', long])).toMatchObject({
    status: 400,
    orders: [{ id }],
    values: { reason: long },
    errors: { reason: 'Puede tener hasta 300 caracteres' },
  })
  expect(await statuses()).toEqual(['paid', 'pending'])

  const confirmed = [
    ['intent', 'cancel-confirmed'],
    ['row', id],
    ['reason', ' No llegó\nel pago '],
  ] as const
  expect(await send(...confirmed.map(([name, value]): [string, string] => [name, value]))).toEqual({
    done: true,
    text: '1 orden cancelada.',
  })
  expect(await statuses()).toEqual(['failed', 'paid'])
  const { rows } = await database.ownerPool.query('select template, params from mails where order_id = $1', [id])
  expect(rows).toMatchObject([
    { template: 'order_cancelled', params: { numero_orden: number, motivo_cancelacion: 'No llegó el pago' } },
  ])
})
