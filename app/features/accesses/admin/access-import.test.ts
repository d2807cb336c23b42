import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leftOutText } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { purgeDrafts } from '#app/features/accesses/invitations/invitations.server.ts'
import { LIST_CHANGED } from '#app/features/accesses/invitations/invite-people.server.ts'
import { readSource } from '#app/features/accesses/invitations/list-source.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { parseNumbered } from '#app/platform/sheets/delimited.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestItem,
} from '#tests/support/factories.ts'
import {
  chooseImportItem,
  confirmImport,
  importOfAccesses,
  previewImport,
  rereadImport,
  storeImport,
} from './access-import.server.ts'
import type { AdminActor } from './manage-access.server.ts'

let database: TestDatabase
let admin: AdminActor
let buyer: { id: string; email: string }
let item: TestItem

beforeAll(async () => {
  database = await cloneDatabase(12)
  admin = await newAdmin()
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = await createProfile(database.ownerPool)
  item = await newItem(4)
})

const newAdmin = async (): Promise<AdminActor> => ({
  kind: 'admin',
  userId: (await createProfile(database.ownerPool, { role: 'admin' })).id,
})
async function newItem(seats: number) {
  const product = await findProduct(database.ownerPool)
  return createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })
}
const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const person = (email: string) => ({ firstName: 'Pedro', lastName: 'Soto', email, role: 'Gerente', area: 'Finanzas' })
const newPeople = (count: number) =>
  Array.from({ length: count }, () => person(`persona-${crypto.randomUUID()}@example.cl`))
const used = async () => (await rows('select used_seats from order_items where id = $1', item.item_id))[0]?.used_seats
const store = (people: ReturnType<typeof person>[], itemId: string | undefined = item.item_id) =>
  storeImport(database.db, { actor: admin, itemId, people })
const review = (importId: string, search = '', actor = admin) =>
  previewImport(database.db, { actor, importId, search, now: new Date() })
async function plan(importId: string) {
  const shown = await review(importId)
  if (shown?.step !== 'review') throw new Error('There is no dry run')
  return shown
}
const confirm = (importId: string, key: string, now = new Date()) =>
  confirmImport(database.db, { actor: admin, importId, key, now })

describe("an administrator's import", () => {
  // shows: B2.48
  it("shows each row's outcome and changes nothing; once confirmed, it invites everybody shown, in the buyer's name", async () => {
    const [ana, luis] = newPeople(2)
    if (!ana || !luis) throw new Error('Nobody is there')
    const broken = [person('rosa@'), { ...person(buyer.email) }, { ...ana }, { ...luis, email: '=cmd()', area: '' }]
    const importId = await store([ana, ...broken, luis])
    const shown = await plan(importId)
    expect(shown.rows.map(row => row.outcome)).toEqual([
      'new',
      'invalid_email',
      'already_invited',
      'duplicate',
      'invalid_email',
      'new',
    ])
    expect(await used()).toBe(1)
    expect(await confirm(importId, shown.key)).toBe(2)
    expect(await used()).toBe(3)
    const made = await rows(
      `select access.*, mails.recipient from user_accesses access join mails on mails.access_id = access.id
       where access.order_item_id = $1 order by access.created_at`,
      item.item_id,
    )
    expect(made).toMatchObject([
      { email: ana.email, recipient: ana.email, user_id: buyer.id, invited_by_user_id: buyer.id, job_role: 'gerente' },
      { email: luis.email, recipient: luis.email },
    ])
    const log = await rows(
      `select actor_user_id, action, entity, before, after from audit_log
       where action in ('accesses_imported', 'access_invited') and entity_id = any($1) order by id`,
      [...made.map(({ id }) => id), item.item_id],
    )
    expect(log).toMatchObject([
      { action: 'access_invited', after: { email: ana.email } },
      { action: 'access_invited', after: { email: luis.email } },
      { actor_user_id: admin.userId, action: 'accesses_imported', before: { used_seats: 1 }, after: { used_seats: 3 } },
    ])
    expect(await review(importId)).toMatchObject({ step: 'done', invited: 2 })
    expect(await rows('select rows from access_imports where id = $1', importId)).toEqual([{ rows: [] }])
  })

  it('invites once when it is confirmed concurrently', async () => {
    const importId = await store(newPeople(3))
    const { key } = await plan(importId)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(importId, key)))
    expect(answers).toEqual([3, 3, 3, 3, 3, 3])
    expect(await used()).toBe(4)
  })

  it('invites nobody when a buyer took a seat after the dry run, or the item was changed', async () => {
    const importId = await store(newPeople(3))
    const { key } = await plan(importId)
    await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await expect(confirm(importId, key)).rejects.toThrow(LIST_CHANGED)
    const elsewhere = await newItem(4)
    await chooseImportItem(database.db, { actor: admin, importId, itemId: elsewhere.item_id })
    await expect(confirm(importId, key)).rejects.toThrow(LIST_CHANGED)
    expect(await used()).toBe(2)
  })

  it('invites the people of one of two lists for the last seats', async () => {
    const lists = await Promise.all([store(newPeople(3)), store(newPeople(3))])
    const keys = await Promise.all(lists.map(async id => (await plan(id)).key))
    const answers = await Promise.allSettled(lists.map((id, index) => confirm(id, keys[index] ?? '')))
    expect(answers).toContainEqual({ status: 'fulfilled', value: 3 })
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(LIST_CHANGED) })
    expect(await used()).toBe(4)
  })

  it('is refused for an expired purchase, and shows beforehand who exceeds its seats', async () => {
    const importId = await store(newPeople(5))
    const shown = await plan(importId)
    expect(shown.rows.map(row => row.outcome)).toEqual(['new', 'new', 'new', 'over_seats', 'over_seats'])
    const late = new Date(Date.now() + 200 * 86_400_000)
    await expect(confirm(importId, shown.key, late)).rejects.toThrow(
      'El plazo para responder terminó: ya no se puede invitar.',
    )
  })

  it('offers items with free seats when it has none, searched by their order', async () => {
    const importId = await storeImport(database.db, { actor: admin, itemId: undefined, people: newPeople(1) })
    const shown = await review(importId, item.order_number)
    expect(shown).toMatchObject({ step: 'choose', people: 1, items: [{ id: item.item_id, free: 3, seats: 4 }] })
    await rows('update order_items set used_seats = seats where id = $1', item.item_id)
    expect(await review(importId, item.order_number)).toMatchObject({ items: [] })
    await expect(confirm(importId, 'x')).rejects.toThrow(LIST_CHANGED)
  })

  // shows: B2.48
  it('can be made of the people of selected accesses', async () => {
    const invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await rows(
      "update user_accesses set first_name = 'Pía', last_name = 'Vera', job_role = 'analista', department = 'Riesgo' where id = $1",
      invited.id,
    )
    const importId = await importOfAccesses(database.db, { actor: admin, ids: [invited.id] })
    const elsewhere = await newItem(2)
    await chooseImportItem(database.db, { actor: admin, importId, itemId: elsewhere.item_id })
    expect((await plan(importId)).rows).toMatchObject([
      { outcome: 'new', written: { firstName: 'Pía', email: invited.email, role: 'Analista', area: 'Riesgo' } },
    ])
    await expect(importOfAccesses(database.db, { actor: admin, ids: [crypto.randomUUID()] })).rejects.toThrow(
      'Las personas seleccionadas ya no tienen correo.',
    )
  })

  it('is read from another sheet and column without another upload, by its administrator alone, until it is confirmed', async () => {
    const [eva, ana, luz] = newPeople(3).map(({ email }) => email)
    const sheets = [
      { name: 'Jefaturas', rows: parseNumbered(`Email;Nombre\n${eva};Eva`, 10), notes: [] },
      {
        name: 'Equipo',
        rows: parseNumbered(`Nómina\n\nNombre;Email;Cargo;Área\nAna Díaz;${ana};Jefa;TI\n\nLuz Soto;${luz};Jefa;`, 10),
        notes: [],
      },
    ]
    const read = readSource(sheets)
    if (!read.ok) throw new Error(read.error.code)
    const importId = await storeImport(database.db, { actor: admin, itemId: item.item_id, ...read.value })
    const form = { sheet: '1', shownSheet: '0', titles: '1', shownTitles: '1', email: '0' }
    const reread = (changes: Record<string, string> = {}, actor = admin) =>
      rereadImport(database.db, { actor, importId, form: { ...form, ...changes } })
    expect(await reread({}, await newAdmin())).toBe(false)
    await expect(reread({ sheet: '2' })).rejects.toThrow(
      'Esa hoja o esa fila de títulos no está en el archivo. Elige otra.',
    )
    expect((await plan(importId)).rows).toMatchObject([{ number: 2, written: { email: eva } }])
    expect(await reread()).toBe(true)
    const shown = await plan(importId)
    expect(shown.reading).toMatchObject({ sheet: 1, titles: 3 })
    expect(shown.rows).toMatchObject([
      { number: 4, outcome: 'new', written: { email: ana } },
      { number: 6, outcome: 'missing_data', written: { email: luz } },
    ])
    expect(leftOutText(shown.rows)).toMatch(new RegExp(`\r\n6;Luz;Soto;${luz};Jefa;;Datos faltantes;[^;]+\r\n$`))
    expect(await used()).toBe(1)
    expect(await confirm(importId, shown.key)).toBe(1)
    expect(await rows('select rows, source from access_imports where id = $1', importId)).toEqual([
      { rows: [], source: null },
    ])
    expect(await reread()).toBe(false)
  })

  // shows: B6.16
  it('is hidden from others, also from other administrators, and deleted after a day', async () => {
    const importId = await store(newPeople(1))
    expect(await review(importId, '', await newAdmin())).toBeUndefined()
    await rows("update access_imports set created_at = now() - interval '25 hours' where id = $1", importId)
    await purgeDrafts(database.db, new Date())
    expect(await review(importId)).toBeUndefined()
  })
})
