import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillForm } from '#app/features/accesses/accesses-schema.server.ts'
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
import { confirmList, fillList, previewList, rereadList, storeList } from './invitation-list.server.ts'
import { purgeDrafts } from './invitations.server.ts'
import { LIST_CHANGED } from './invite-people.server.ts'
import { readSource } from './list-source.ts'

let database: TestDatabase
let buyer: { id: string; first_name: string; last_name: string; company: string | null }
let item: TestItem

beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = { ...(await createProfile(database.ownerPool)), company: 'Minera Sur' }
  item = await newItem(5)
})

async function newItem(seats: number) {
  const product = await findProduct(database.ownerPool)
  return createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })
}

const person = (email: string) => ({ firstName: 'Pedro', lastName: 'Soto', email, role: 'Gerente', area: 'Finanzas' })
const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const seats = async () => (await rows('select used_seats from order_items where id = $1', item.item_id))[0]?.used_seats
const mailsTo = (email: string) => rows('select params from mails where recipient = $1', email)

async function store(emails: readonly string[], userId = buyer.id) {
  const stored = await storeList(database.db, { userId, itemId: item.item_id, people: emails.map(person) })
  if (stored === undefined) throw new Error('The list was not stored')
  return stored
}

const review = (draftId: string, user = buyer) =>
  previewList(database.db, { userId: user.id, itemId: item.item_id, draftId, now: new Date() })

async function findKey(draftId: string): Promise<string> {
  const shown = await review(draftId)
  if (!shown || shown.confirmed) throw new Error('There is no dry run')
  return shown.key
}

const confirm = (draftId: string, key: string, user = buyer, now = new Date()) =>
  confirmList(database.db, { user, userId: user.id, itemId: item.item_id, draftId, key, now })

/** Each test uses its own addresses. */
let tests = 0
const emails = (count: number) => {
  tests += 1
  return Array.from({ length: count }, (_, at) => `p${at}-de-${tests}@example.cl`)
}

it('a list is read from another column by its buyer alone, until it is confirmed', async () => {
  const [home, work] = emails(2)
  const read = readSource([
    {
      name: '',
      rows: parseNumbered(`Email;Nombre;Apellido;Rol;Área;Otro\n${home};Ana;Paz;Jefa;TI;${work}`, 9),
      notes: [],
    },
  ])
  if (!read.ok) throw new Error(read.error.code)
  const ids = { userId: buyer.id, itemId: item.item_id }
  const draftId = (await storeList(database.db, { ...ids, ...read.value })) ?? ''
  const form = { sheet: '0', shownSheet: '0', titles: '1', shownTitles: '1', email: '5', firstName: '1', lastName: '2' }
  const reread = (userId = buyer.id) =>
    rereadList(database.db, { ...ids, userId, draftId, form: { ...form, role: '3', area: '4' } })
  const other = await createProfile(database.ownerPool)
  expect(await reread(other.id)).toBe(false)
  expect(await reread()).toBe(true)
  expect(await confirm(draftId, await findKey(draftId))).toBe(1)
  expect([(await mailsTo(home ?? '')).length, (await mailsTo(work ?? '')).length]).toEqual([0, 1])
  expect(await reread()).toBe(false)
  expect(await rows('select source from invitation_drafts where id = $1', draftId)).toEqual([{ source: null }])
})

it("role and area are given to those who lack them, by the list's buyer alone, until it is confirmed", async () => {
  const [ana, luis] = emails(2)
  const ids = { userId: buyer.id, itemId: item.item_id }
  const people = [
    { ...person(ana ?? ''), role: '', area: ' ' },
    { ...person(luis ?? ''), area: '' },
  ]
  const draftId = (await storeList(database.db, { ...ids, people })) ?? ''
  const fill = (userId = buyer.id) =>
    fillList(database.db, { ...ids, userId, draftId, role: 'analista', area: 'Ventas' })
  const other = await createProfile(database.ownerPool)
  expect(await fill(other.id)).toBe(false)
  expect(await fill()).toBe(true)
  expect(await confirm(draftId, await findKey(draftId))).toBe(2)
  const invited = 'select job_role, department from user_accesses where email = $1'
  expect(await rows(invited, ana)).toEqual([{ job_role: 'analista', department: 'Ventas' }])
  expect(await rows(invited, luis)).toEqual([{ job_role: 'gerente', department: 'Ventas' }])
  expect(await fill()).toBe(false)
})

it('a role and an area for those who lack them are a choice and a plain text', () => {
  const fields = (form: Record<string, string>) => fillForm.safeParse(form).error?.flatten().fieldErrors
  expect(fields({ role: 'rey', area: 'V' })).toEqual({
    role: ['Selecciona un cargo'],
    area: ['El área debe tener al menos 2 caracteres'],
  })
  expect(fields({ role: 'analista', area: 'cobra en https://mal.example' })).toHaveProperty('area')
})

describe('a confirmed list', () => {
  it("gives each new person a seat, a code, a mail and an audit entry, in the list's order", async () => {
    const people = emails(3)
    const draft = await store([...people, 'mal'])
    expect(await confirm(draft, await findKey(draft))).toBe(3)
    expect(await seats()).toBe(4)
    const made = await rows(
      'select * from user_accesses where order_item_id = $1 and invited_by_user_id is not null order by created_at, id',
      item.item_id,
    )
    expect(made.map(access => access.email)).toEqual(people)
    expect(made[0]).toMatchObject({
      status: 'active',
      invitee_name: 'Pedro Soto',
      job_role: 'gerente',
      department: 'Finanzas',
    })
    const [owner] = await rows('select expires_at from user_accesses where id = $1', item.owner_access_id)
    expect(made[0].expires_at).toEqual(owner.expires_at)
    for (const access of made) {
      expect(await mailsTo(access.email)).toMatchObject([
        { params: { codigo_acceso: access.access_code, empresa: 'Minera Sur' } },
      ])
      expect(await rows('select action, actor_user_id from audit_log where entity_id = $1', access.id)).toEqual([
        { action: 'access_invited', actor_user_id: buyer.id },
      ])
    }
  })

  it("stores nobody's data afterwards, and reports what was done", async () => {
    const draft = await store(emails(2))
    await confirm(draft, await findKey(draft))
    expect(await rows('select rows, invited from invitation_drafts where id = $1', draft)).toEqual([
      { rows: [], invited: 2 },
    ])
    expect(await review(draft)).toMatchObject({ confirmed: true, invited: 2 })
  })

  it('invites once, however often and concurrently it is confirmed', async () => {
    const people = emails(4)
    const draft = await store(people)
    const key = await findKey(draft)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(draft, key)))
    expect(answers).toEqual([4, 4, 4, 4, 4, 4])
    expect(await confirm(draft, key)).toBe(4)
    expect(await seats()).toBe(5)
    for (const email of people) expect(await mailsTo(email)).toHaveLength(1)
  })

  it('does nothing when other people than those shown would be invited', async () => {
    const people = emails(3)
    const [first = '', second = ''] = people
    const draft = await store(people)
    const key = await findKey(draft)
    await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id, email: second })
    await expect(confirm(draft, key)).rejects.toThrow(LIST_CHANGED)
    expect(await seats()).toBe(2)
    expect(await mailsTo(first)).toEqual([])
    expect(await confirm(draft, await findKey(draft))).toBe(2)
  })

  it('never takes more seats than there are, nor one person twice, when two lists are confirmed at once', async () => {
    const people = emails(4)
    const drafts = [await store(people), await store(people.toReversed())]
    const keys = await Promise.all(drafts.map(findKey))
    const answers = await Promise.allSettled(drafts.map((draft, at) => confirm(draft, keys[at] ?? '')))
    expect(answers).toContainEqual({ status: 'fulfilled', value: 4 })
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(LIST_CHANGED) })
    expect(await seats()).toBe(5)
    for (const email of people) expect(await mailsTo(email)).toHaveLength(1)
  })

  it('accepts a thousand people', async () => {
    item = await newItem(1000)
    const draft = await store(emails(999))
    expect(await confirm(draft, await findKey(draft))).toBe(999)
    expect(await seats()).toBe(1000)
  })

  it.each([
    ['La lista no tiene a nadie por invitar.', 0, []],
    ['El plazo para responder terminó: ya no se puede invitar.', 200, ['alguien@example.cl']],
  ])('is refused: %s', async (text, days, people) => {
    const draft = await store(people.length > 0 ? people : ['mal'])
    const later = new Date(Date.now() + days * 86_400_000)
    await expect(confirm(draft, await findKey(draft), buyer, later)).rejects.toEqual(new Refusal(text))
  })
})

describe('limits of mails', () => {
  it('skip an address that got ten mails today, whoever sent them', async () => {
    const [email = ''] = emails(1)
    for (let sent = 0; sent < 10; sent += 1) {
      await database.ownerPool.query(
        `insert into mails (template, recipient, params) values ('respondent_invitation', $1, '{}')`,
        [email],
      )
    }
    const shown = await review(await store([email]))
    expect(shown).toMatchObject({ confirmed: false, rows: [{ outcome: 'too_many_mails' }], invites: 0 })
  })

  it('stop a buyer at the daily maximum', async () => {
    const { id } = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await database.ownerPool.query(
      `insert into mails (template, recipient, params, access_id, status, sent_at)
       select 'respondent_invitation', 'x' || n || '@example.cl', '{}', $1, 'sent', now() from generate_series(1, 2500) n`,
      [id],
    )
    const draft = await store(emails(1))
    await expect(confirm(draft, await findKey(draft))).rejects.toThrow(
      'Llegaste al máximo de invitaciones por día. Confirma el resto mañana.',
    )
  })
})

describe("another buyer's list", () => {
  it('is neither shown nor confirmed, and none is stored for their item', async () => {
    const draft = await store(emails(1))
    const key = await findKey(draft)
    const stranger = { ...(await createProfile(database.ownerPool)), company: null }
    expect(await review(draft, stranger)).toBeUndefined()
    expect(await confirm(draft, key, stranger)).toBeUndefined()
    const input = { userId: stranger.id, itemId: item.item_id, people: [person('a@example.cl')] }
    expect(await storeList(database.db, input)).toBeUndefined()
  })
})

describe('unconfirmed lists', () => {
  it('are at most five per item, the newest', async () => {
    const drafts: string[] = []
    for (const email of emails(7)) drafts.push(await store([email]))
    const stored = await rows('select id from invitation_drafts where order_item_id = $1', item.item_id)
    expect(stored.map(({ id }) => id).toSorted()).toEqual(drafts.slice(2).toSorted())
  })

  it('are deleted after a day', async () => {
    const draft = await store(emails(1))
    await purgeDrafts(database.db, new Date(Date.now() + 23 * 3_600_000))
    expect(await review(draft)).toBeDefined()
    await purgeDrafts(database.db, new Date(Date.now() + 25 * 3_600_000))
    expect(await review(draft)).toBeUndefined()
  })
})
