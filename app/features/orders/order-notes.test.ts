import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNote, deleteNote, listNotes } from '#app/features/clients/staff-notes.server.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { wordAs } from '#tests/support/row-security.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

const about = (id: string) => ({ of: 'order', id }) as const
const add = (orderId: string, body: string) => addNote(database.db, { actor, subject: about(orderId), body, now: NOW })

async function bought() {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const { order_id: orderId } = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const notes = () => asActor(database.db, actor, tx => listNotes(tx, about(orderId)))
  return { buyer, orderId, notes }
}

// shows: B2.33
it("is written and removed under the author's own name and stays out of the logs", async () => {
  const one = await bought()
  const other = await bought()
  await add(one.orderId, 'Llamar el lunes')
  await expect(add(randomUUID(), 'Llamar el lunes')).rejects.toThrow('ya no se escriben notas')
  const [note] = await one.notes()
  expect(note).toMatchObject({ body: 'Llamar el lunes', created_at: NOW })
  const remove = (orderId: string) =>
    deleteNote(database.db, { actor, subject: about(orderId), noteId: note?.id ?? '' })
  await expect(remove(other.orderId)).rejects.toThrow('Esa nota ya no estaba')
  await remove(one.orderId)
  expect(await one.notes()).toEqual([])
  const log = await rows('select action, before, after from audit_log where entity_id = $1 order by id', one.orderId)
  expect(log.map(entry => entry.action)).toEqual(['order_note_added', 'order_note_deleted'])
  expect(JSON.stringify(log)).not.toContain('lunes')
})

it("is deleted with the buyer's account and can't be written afterwards", async () => {
  const { buyer, orderId, notes } = await bought()
  await add(orderId, 'Prefiere el teléfono')
  await rows('update profiles set deleted_at = now() where id = $1', buyer.id)
  expect(await notes()).toEqual([])
  await expect(add(orderId, 'x')).rejects.toThrow('ya no se escriben notas')
})

it('is read and written by administrators alone, which row-level security enforces too', async () => {
  const { buyer, orderId } = await bought()
  await add(orderId, 'Interno')
  const write = `insert into order_notes (order_id, body) values ('${orderId}', 'x')`
  const as = (who: Actor, statement: string) => wordAs(database, who, statement)
  for (const who of [{ kind: 'user', userId: buyer.id }, { kind: 'visitor' }, SYSTEM] as const) {
    expect(await as(who, 'select 1 from order_notes')).toBe('done: 0')
    expect(await as(who, 'delete from order_notes')).toBe('done: 0')
    expect(await as(who, write)).toContain('row-level security')
  }
  expect(await as(actor, write)).toBe('done: 1')
  expect(await as(actor, "update order_notes set body = 'y'")).toContain('permission denied')
  const forged = `insert into order_notes (author_id, order_id, body) values ('${buyer.id}', '${orderId}', 'x')`
  expect(await as(actor, forged)).toContain('permission denied')
})
