import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, VISITOR } from '#app/platform/database/actor.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'

// What the database enforces about the actions of plans, whatever a statement does.

let database: TestDatabase
const people = { buyer: '', coordinator: '', reader: '', stranger: '', staff: '' }
let itemId = ''
let ownAccess = ''
beforeAll(async () => {
  database = await cloneDatabase(4)
  const pool = database.ownerPool
  for (const name of ['buyer', 'coordinator', 'reader', 'stranger'] as const)
    people[name] = (await createProfile(pool)).id
  people.staff = (await createProfile(pool, { role: 'admin' })).id
  const { id: productId } = await createProduct(pool, { questionnaireId: 'dama-dmbok2' })
  const item = await createPaidItem(pool, { userId: people.buyer, productId, seats: 9, mode: 'business' })
  itemId = item.item_id
  ownAccess = item.owner_access_id
  const { rows } = await pool.query<{ id: string }>(
    "insert into organisations (name, created_at) values ('Frutos', now()) returning id",
  )
  const organisation = rows[0]?.id
  await pool.query(
    `insert into organisation_members (organisation_id, user_id, role, joined_at)
     values ($1, $2, 'buyer', now()), ($1, $3, 'coordinator', now()), ($1, $4, 'results', now())`,
    [organisation, people.buyer, people.coordinator, people.reader],
  )
  await pool.query(
    'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
    [organisation, itemId],
  )
  await completePeople(pool, { itemId, userId: people.buyer }, [{ answers: { q1_governance_policies: 2 } }])
  await pool.query(
    `insert into plan_actions (order_item_id, access_id, title, position, created_at)
     values ($1, null, 'De la compra', 0, now()), ($1, $2, 'Propia', 0, now())`,
    [itemId, ownAccess],
  )
})
afterAll(() => database.close())

const user = (userId: string): Actor => ({ kind: 'user', userId })
const READ = 'select title from plan_actions order by title'
const CHANGE = "update plan_actions set note = 'x', version = version + 1"

async function titlesFor(actor: Actor): Promise<unknown> {
  const answer = await askAs(database, actor, READ)
  return 'refusal' in answer ? answer.refusal : answer.rows.map(row => (row as { title: string }).title)
}
const add = (access: string | null, item = itemId) =>
  `insert into plan_actions (order_item_id, access_id, title, position, created_at)
   values ('${item}', ${access === null ? 'null' : `'${access}'`}, 'Nueva', 1, now())`

describe('the plan of a purchase', () => {
  it("is read by those who see its results, and one person's own by that person alone", async () => {
    expect(await titlesFor(user(people.buyer))).toEqual(['De la compra', 'Propia'])
    expect(await titlesFor(user(people.coordinator))).toEqual(['De la compra'])
    expect(await titlesFor(user(people.reader))).toEqual(['De la compra'])
    expect(await titlesFor(user(people.stranger))).toEqual([])
    expect(await titlesFor({ kind: 'admin', userId: people.staff })).toEqual([])
    expect(await titlesFor(VISITOR)).toEqual([])
  })

  it('is changed by those who coordinate it', async () => {
    expect(await wordAs(database, user(people.buyer), CHANGE)).toBe('done: 2')
    expect(await wordAs(database, user(people.coordinator), CHANGE)).toBe('done: 1')
    for (const userId of [people.reader, people.stranger]) {
      expect(await wordAs(database, user(userId), CHANGE)).toBe('done: 0')
      expect(await wordAs(database, user(userId), add(null))).toContain('row-level security')
    }
    expect(await wordAs(database, user(people.coordinator), add(null))).toBe('done: 1')
    expect(await wordAs(database, { kind: 'admin', userId: people.staff }, CHANGE)).toBe('done: 0')
  })

  it('has nothing to do with another purchase, and no action is moved or deleted', async () => {
    expect(await wordAs(database, user(people.coordinator), add(ownAccess))).toContain('row-level security')
    const other = await createPaidItem(database.ownerPool, {
      userId: people.buyer,
      productId: (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id,
      seats: 2,
      mode: 'business',
    })
    expect(await wordAs(database, user(people.buyer), add(ownAccess, other.item_id))).toContain('row-level security')
    expect(await wordAs(database, user(people.buyer), 'delete from plan_actions')).toContain('permission denied')
    expect(await wordAs(database, user(people.buyer), 'update plan_actions set access_id = null')).toContain(
      'permission denied',
    )
  })
})
