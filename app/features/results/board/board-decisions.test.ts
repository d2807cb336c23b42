import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#app/kernel/refusal.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { askAs } from '#tests/support/row-security.ts'
import { decisionsForm, findDecisions, proposeAgain, saveDecisions } from './board-decisions.server.ts'

let database: TestDatabase
const people = { buyer: '', reader: '', stranger: '' }
let itemId = ''
let ownItem = ''

beforeAll(async () => {
  database = await cloneDatabase(4)
  const pool = database.ownerPool
  for (const name of ['buyer', 'reader', 'stranger'] as const) people[name] = (await createProfile(pool)).id
  const { id: productId } = await createProduct(pool, { questionnaireId: 'dama-dmbok2' })
  const item = await createPaidItem(pool, { userId: people.buyer, productId, seats: 9, mode: 'business' })
  itemId = item.item_id
  ownItem = (await createPaidItem(pool, { userId: people.stranger, productId, seats: 1, mode: 'self' })).item_id
  const { rows } = await pool.query<{ id: string }>(
    "insert into organisations (name, created_at) values ('Frutos', now()) returning id",
  )
  await pool.query(
    `insert into organisation_members (organisation_id, user_id, role, joined_at)
     values ($1, $2, 'buyer', now()), ($1, $3, 'results', now())`,
    [rows[0]?.id, people.buyer, people.reader],
  )
  await pool.query(
    'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
    [rows[0]?.id, itemId],
  )
})
afterAll(() => database.close())
beforeEach(() => database.ownerPool.query('delete from board_decisions'))

const typed = (fields: Readonly<Record<string, string>>) =>
  decisionsForm.safeParse({ intent: 'save-decisions', version: '0', ...fields })
const form = (fields: Readonly<Record<string, string>>, version = 0) => {
  const { data } = typed({ ...fields, version: String(version) })
  if (!data) throw new Error('Refused')
  return data
}
const save = (userId: string, fields: Readonly<Record<string, string>>, version = 0, item = itemId) =>
  saveDecisions(database.db, { userId, itemId: item, ...form(fields, version) })
const found = (userId: string) => findDecisions(database.db, { userId, itemId })

describe('the decisions of a purchase', () => {
  it('are kept as they were typed, in their order, and can be proposed again', async () => {
    expect(await found(people.buyer)).toBeUndefined()
    const fields = {
      title_1: ' Aprobar  la jornada ',
      ask_1: 'Media\njornada.',
      due_on_1: '2027-03-31',
      title_3: 'Otra',
      who_3: 'Rosa',
    }
    expect(await save(people.buyer, fields)).toBe(true)
    expect(await found(people.buyer)).toEqual({
      version: 1,
      decisions: [
        { title: 'Aprobar la jornada', ask: 'Media\njornada.', who: '', work: '', due_on: '2027-03-31' },
        { title: 'Otra', ask: '', who: 'Rosa', work: '', due_on: null },
      ],
    })
    expect(await save(people.buyer, {}, 1)).toBe(true)
    expect(await found(people.buyer)).toEqual({ version: 2, decisions: [] })
    expect(await proposeAgain(database.db, { userId: people.buyer, itemId })).toBe(true)
    expect(await found(people.buyer)).toBeUndefined()
  })

  it('are read by those who see the results, and changed by those who coordinate the purchase', async () => {
    await save(people.buyer, { title_1: 'Aprobar' })
    expect((await found(people.reader))?.decisions).toHaveLength(1)
    expect(await found(people.stranger)).toBeUndefined()
    for (const userId of [people.reader, people.stranger]) {
      expect(await save(userId, { title_1: 'Ajena' }, 1)).toBe(false)
      expect(await proposeAgain(database.db, { userId, itemId })).toBe(false)
      const change = await askAs(database, { kind: 'user', userId }, "update board_decisions set decisions = '[]'")
      expect('refusal' in change ? 0 : change.count).toBe(0)
    }
    expect((await found(people.buyer))?.decisions).toEqual([expect.objectContaining({ title: 'Aprobar' })])
    expect(await save(people.stranger, { title_1: 'Propia' }, 0, ownItem)).toBe(false)
  })

  it('are not written over what somebody else saved meanwhile', async () => {
    await save(people.buyer, { title_1: 'Primera' })
    for (const version of [0, 2]) {
      await expect(save(people.buyer, { title_1: 'Vieja' }, version)).rejects.toThrow(Refusal)
    }
    const both = await Promise.allSettled([1, 2].map(one => save(people.buyer, { title_1: `De ${one}` }, 1)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await found(people.buyer))?.version).toBe(2)
  })

  it('leave in the audit log how many there are, and none of their words', async () => {
    await save(people.buyer, { title_1: 'Secreta', who_1: 'Rosa Díaz' })
    const { rows } = await database.ownerPool.query<{ row: string }>(
      "select before::text || after::text as row from audit_log where action = 'board_decisions_changed' order by id desc limit 1",
    )
    expect(rows[0]?.row).toContain('"decisions": 1')
    expect(rows[0]?.row).not.toMatch(/Secreta|Rosa/)
  })
})

it.each([
  ['a day that is none', { title_1: 'A', due_on_1: '31-02-2027' }, 'due_on_1'],
  ['a day before 2000', { title_1: 'A', due_on_1: '1999-12-31' }, 'due_on_1'],
  ['what is asked without a title', { ask_2: 'Aprobar' }, 'title_2'],
  ['a title that is too long', { title_1: 'a'.repeat(121) }, 'title_1'],
  ['a request that is too long', { title_1: 'A', ask_1: 'a'.repeat(301) }, 'ask_1'],
])('%s is refused at its field', (_, fields, name) => {
  const { error } = typed(fields)
  expect(error?.issues.map(({ path }) => path.join())).toEqual([name])
})
