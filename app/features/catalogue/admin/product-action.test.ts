import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createProduct } from '#tests/support/factories.ts'
import { action } from './edit-product.tsx'

const { database, accounts } = await openTestAccounts()

let cookie: string
beforeAll(async () => {
  const admin = await openPerson(accounts, database)
  cookie = admin.cookie
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

async function send(assessmentId: string, form: Record<string, string>) {
  const url = new URL(`http://shop.test/admin/catalog/assessments/${assessmentId}`)
  const request = new Request(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams(form) })
  const context = contextOf(accounts, database)
  return action({
    request,
    url,
    params: { assessmentId },
    pattern: '/admin/catalog/assessments/:assessmentId',
    context,
  })
}

it('a product that the editor would refuse is not copied, and its page says so', async () => {
  const product = await createProduct(database.ownerPool)
  await database.ownerPool.query("update assessments set description_short = repeat('x', 200) where id = $1", [
    product.id,
  ])
  // The version that the page was opened with.
  const answer = await send(product.id, { intent: 'duplicate', version: '1' })
  expect(answer).toMatchObject({
    init: { status: 409 },
    data: { version: 1, saved: false, message: expect.stringContaining('No se duplicó') },
  })
  const { rows } = await database.ownerPool.query('select count(*)::int from assessments where slug like $1', [
    '%-copia',
  ])
  expect(rows).toEqual([{ count: 0 }])
})

it('a product is copied to a draft of its own', async () => {
  const product = await createProduct(database.ownerPool)
  const answer = await send(product.id, { intent: 'duplicate', version: '1' })
  expect(answer).toBeInstanceOf(Response)
  expect(answer).toMatchObject({ status: 302 })
})
