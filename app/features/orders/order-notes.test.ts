import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { addOrderNote, deleteOrderNote } from './keep-order-notes.server.ts'
import { orderNotes } from './order-notes.db.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

async function bought() {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const { order_id: orderId } = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const notes = () => asActor(database.db, actor, tx => orderNotes(tx, orderId))
  return { buyer, orderId, notes }
}

it('a note of an order is the staff’s: written and removed under the own name, its words in no log', async () => {
  const one = await bought()
  const other = await bought()
  const add = (orderId: string) => addOrderNote(database, { actor, orderId, body: 'Llamar el lunes', now: NOW })
  expect(await add(one.orderId)).toMatchObject({ ok: true })
  expect(await add(randomUUID())).toEqual({ ok: false, error: { code: 'order_not_found' } })
  const [note] = await one.notes()
  expect(note).toMatchObject({ body: 'Llamar el lunes', created_at: NOW })
  const remove = (orderId: string) => deleteOrderNote(database, { actor, orderId, noteId: note?.id ?? '' })
  expect(await remove(other.orderId)).toEqual({ ok: false, error: { code: 'note_not_found' } })
  expect(await remove(one.orderId)).toMatchObject({ ok: true })
  expect(await one.notes()).toEqual([])
  const log = await rows('select action, before, after from audit_log where entity_id = $1 order by id', one.orderId)
  expect(log.map(entry => entry.action)).toEqual(['order_note_added', 'order_note_deleted'])
  expect(JSON.stringify(log)).not.toContain('lunes')
})

it('goes with the account of whoever bought, and none is written afterwards', async () => {
  const { buyer, orderId, notes } = await bought()
  await addOrderNote(database, { actor, orderId, body: 'Prefiere el teléfono', now: NOW })
  await rows('update profiles set deleted_at = now() where id = $1', buyer.id)
  expect(await notes()).toEqual([])
  expect(await addOrderNote(database, { actor, orderId, body: 'x', now: NOW })).toEqual({
    ok: false,
    error: { code: 'account_gone' },
  })
})

it('is read and written by administrators alone, also behind the first wall', async () => {
  const { buyer, orderId } = await bought()
  await addOrderNote(database, { actor, orderId, body: 'Interno', now: NOW })
  const as = async (kind: string, userId: string, statement: string): Promise<string> => {
    const client = await database.ownerPool.connect()
    try {
      await client.query(
        `begin; set local role alhena_app; set local alhena.kind = '${kind}'; set local alhena.user_id = '${userId}'`,
      )
      return `done: ${(await client.query(statement)).rowCount}`
    } catch (error) {
      return error instanceof DatabaseError ? (error.constraint ?? error.message) : String(error)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const write = `insert into order_notes (order_id, body) values ('${orderId}', 'x')`
  for (const kind of ['user', 'visitor', 'system']) {
    expect(await as(kind, buyer.id, 'select 1 from order_notes')).toBe('done: 0')
    expect(await as(kind, buyer.id, 'delete from order_notes')).toBe('done: 0')
    expect(await as(kind, buyer.id, write)).toContain('row-level security')
  }
  expect(await as('admin', actor.userId, write)).toBe('done: 1')
  expect(await as('admin', actor.userId, "update order_notes set body = 'y'")).toContain('permission denied')
  expect(
    await as(
      'admin',
      actor.userId,
      write.replace('(order_id,', '(author_id, order_id,').replace('values (', `values ('${buyer.id}', `),
    ),
  ).toContain('permission denied')
})
