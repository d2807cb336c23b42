import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { action as changeCategories } from '#app/features/catalogue/admin/categories.tsx'
import { action as changeCodes } from '#app/features/discounts/admin/list.tsx'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { action as decideReviews } from '#app/features/reviews/admin/list.tsx'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createProduct } from '#tests/support/factories.ts'
import { createReview } from '#tests/support/reviews.ts'

const { database, accounts } = await openTestAccounts()
let cookie: string
let adminId: string
beforeAll(async () => {
  const admin = await openPerson(accounts, database)
  cookie = admin.cookie
  adminId = admin.user.id
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [adminId])
})

/** The request of a list with selected rows. */
function posted(path: string, intent: string, rows: readonly string[], others: string[][] = []) {
  const url = new URL(path, 'http://shop.test')
  const body = new URLSearchParams([['intent', intent], ...rows.map(row => ['row', row]), ...others])
  const request = new Request(url, { method: 'POST', headers: { cookie }, body })
  return { request, url, params: {}, context: contextOf(accounts, database) }
}

const answerOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer

const codes = (intent: string, rows: readonly string[]) =>
  changeCodes({ ...posted('/admin/discounts', intent, rows), pattern: '/admin/discounts' }).then(answerOf)
const categories = (intent: string, rows: readonly string[]) =>
  changeCategories({
    ...posted('/admin/catalog/categories', intent, rows),
    pattern: '/admin/catalog/categories',
  }).then(answerOf)

async function idsOf(sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await database.ownerPool.query<{ id: string }>(sql, values)
  return rows.map(row => row.id)
}

const makeCode = (status: string, archived = false) =>
  idsOf(
    `insert into discount_codes (code, name, type, value, status, archived_at)
     values ($1, 'Uno', 'percentage', 5, $2, case when $3 then now() end) returning id`,
    [`C${randomUUID().slice(0, 8).toUpperCase()}`, status, archived],
  )

// shows: B2.17
it('codes that are selected are paused at once, each in the audit log; archived ones and those that were so already are left', async () => {
  const ids = (
    await Promise.all([makeCode('active'), makeCode('inactive'), makeCode('paused'), makeCode('active', true)])
  ).flat()
  expect(await codes('pause', ids)).toEqual({ done: true, text: '2 códigos pausados.' })
  expect(await idsOf("select id from discount_codes where status = 'paused' and id = any($1)", [ids])).toHaveLength(3)
  const { rows } = await database.ownerPool.query(
    `select before ->> 'status' as before, after ->> 'status' as after, actor_user_id as by from audit_log
     where action = 'discount_status_changed' and entity_id = any($1) order by before`,
    [ids],
  )
  expect(rows).toEqual(['active', 'inactive'].map(before => ({ before, after: 'paused', by: adminId })))
  expect(await codes('pause', ids)).toEqual({ done: false, text: 'No cambió nada: ya estaban así o están archivados.' })
  expect(await codes('activate', [])).toEqual({ done: false, text: 'Selecciona al menos un código.' })
})

// shows: B2.17
it('two administrators who tick the same codes at once wait for each other', async () => {
  const ids = (await Promise.all(Array.from({ length: 6 }, () => makeCode('active')))).flat()
  const answers = await Promise.all([codes('pause', ids), codes('deactivate', ids.toReversed())])
  expect(answers).toEqual([
    { done: true, text: '6 códigos pausados.' },
    { done: true, text: '6 códigos desactivados.' },
  ])
})

// shows: B2.17
it('selected categories are archived one by one: one with products on sale stays, and is reported', async () => {
  const [used = '', empty = ''] = await idsOf(
    `insert into categories (name, slug, "order") values ('Con productos', 'con-productos', 90), ('Vacía', 'vacia', 91) returning id`,
  )
  const product = await createProduct(database.ownerPool)
  await database.ownerPool.query('update assessments set category_id = $1 where id = $2', [used, product.id])
  expect(await categories('archive', [used, empty])).toEqual({
    done: true,
    text: 'Vacía: ya no se ofrece en la tienda. 1 categoría tiene productos activos y no se archivó.',
  })
  expect(await idsOf("select id from categories where status = 'inactive' and id = any($1)", [[used, empty]])).toEqual([
    empty,
  ])
  expect(await categories('archive', [])).toEqual({ done: false, text: 'Marca al menos una categoría.' })
})

// shows: B2.22
it('reviews that are selected are published as they were on the screen: one that its author changed meanwhile stays', async () => {
  const product = await createProduct(database.ownerPool)
  const reviews = []
  for (const rating of [3, 4, 5])
    reviews.push(await createReview(database.ownerPool, { productId: product.id, rating }))
  const ids = reviews.map(review => review.id)
  const seen = ids.map((id, index) => ['seen', `${id} ${index === 1 ? 2 : 1}`])
  const send = (rows: readonly string[]) =>
    decideReviews({ ...posted('/admin/reviews', 'publish-many', rows, seen), pattern: '/admin/reviews' }).then(answerOf)
  expect(await send(ids)).toEqual({
    done: true,
    text: '2 opiniones publicadas. 1 quedó como estaba: ya decidida, o su autor la cambió.',
  })
  expect(await idsOf("select id from reviews where status = 'pending' and id = any($1)", [ids])).toEqual([ids[1]])
  expect(await send([])).toEqual({ done: false, text: 'Selecciona al menos una opinión.' })
})
