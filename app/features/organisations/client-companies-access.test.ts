import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccessContext } from '#app/features/questionnaires/runs/runs.server.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProduct,
  createProfile,
  type TestItem,
} from '#tests/support/factories.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { findConsultant } from './client-companies.server.ts'
import { findPrintedHolder } from './logo/logos.server.ts'
import { canActSql } from './organisations.server.ts'
import { as, organisationsOf, type Person } from './organisations.test-support.ts'

let database: TestDatabase
const NAMES = ['advisor', 'assistant', 'analyst', 'manager', 'otherManager', 'stranger'] as const
const people = {} as Record<(typeof NAMES)[number], Person>
/** A consultant with two client companies, each with a purchase that the consultant's buyer made for it. */
const ids = {} as Record<'consultant' | 'aceros' | 'trigales' | 'foreign', string>
const bought = {} as Record<'consultant' | 'aceros' | 'trigales', TestItem>

beforeAll(async () => {
  database = await cloneDatabase()
  const { person, organisation, consultant, client, join } = organisationsOf(database)
  for (const name of NAMES) people[name] = await person(name)
  const { advisor, assistant, analyst, manager, otherManager, stranger } = people
  ids.consultant = await consultant(advisor)
  ids.aceros = await client(advisor, ids.consultant, 'Aceros SpA')
  ids.trigales = await client(advisor, ids.consultant, 'Trigales SpA')
  ids.foreign = await organisation(stranger, 'Otra SpA')
  await join(advisor, ids.consultant, assistant, 'coordinator')
  await join(advisor, ids.consultant, analyst, 'results')
  await join(advisor, ids.aceros, manager, 'results')
  await join(advisor, ids.trigales, otherManager, 'buyer')
  const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  for (const holder of ['consultant', 'aceros', 'trigales'] as const) {
    const item = await createPaidItem(database.ownerPool, { userId: advisor.id, productId: product.id, seats: 5 })
    await createInvitation(database.ownerPool, { userId: advisor.id, itemId: item.item_id })
    await database.ownerPool.query('update orders set organisation_id = $2 where id = $1', [item.order_id, ids[holder]])
    bought[holder] = item
  }
})
afterAll(() => database.close())

async function countOf(user: Person, statement: string): Promise<number | string> {
  const answer = await askAs(database, as(user), statement)
  return 'refusal' in answer ? answer.refusal : answer.rows.length
}

it("shows a client company to the consultant's people, and its own people nothing but it", async () => {
  const seen: Record<string, unknown> = {}
  for (const name of NAMES) {
    const orders: (number | string)[] = []
    for (const { order_id } of Object.values(bought)) {
      orders.push(await countOf(people[name], `select id from orders where id = '${order_id}'`))
    }
    seen[name] = [
      orders,
      await countOf(people[name], 'select id from organisations'),
      await countOf(people[name], 'select user_id from organisation_members'),
      await countOf(people[name], 'select id from user_accesses where invited_by_user_id is not null'),
    ]
  }
  expect(seen).toEqual({
    advisor: [[1, 1, 1], 3, 5, 3],
    assistant: [[1, 1, 1], 3, 5, 3],
    // Nobody has completed.
    analyst: [[1, 1, 1], 3, 5, 0],
    manager: [[0, 1, 0], 1, 1, 0],
    otherManager: [[0, 0, 1], 1, 1, 1],
    stranger: [[0, 0, 0], 1, 1, 0],
  })
})

it('is one rule: queries and policies name the same holders for every person and role', async () => {
  const holders = [...Object.values(ids), ...Object.values(people).map(({ id }) => id)]
  const actsOn = async (tx: Transaction<DB>, userId: string, needed: OrganisationRole) => {
    const { rows } = await sql<{ query: string[]; policy: string[] }>`
      select coalesce(array_agg(shown.holder_id order by shown.holder_id) filter (where ${canActSql('shown.holder_id', userId, needed)}), '{}') as query,
        coalesce(array_agg(shown.holder_id order by shown.holder_id) filter (where private.actor_may(shown.holder_id, ${needed})), '{}') as policy
      from unnest(${holders}::uuid[]) shown (holder_id)`.execute(tx)
    return rows[0]
  }
  const counts: Record<string, number[]> = {}
  for (const name of NAMES) {
    counts[name] = []
    for (const needed of ['buyer', 'coordinator', 'results'] as const) {
      const found = await readAs(database.db, as(people[name]), tx => actsOn(tx, people[name].id, needed))
      expect(found?.query, `${name} ${needed}`).toEqual(found?.policy)
      counts[name].push(found?.query.length ?? 0)
    }
  }
  expect(counts).toEqual({
    advisor: [4, 4, 4],
    assistant: [1, 4, 4],
    analyst: [1, 1, 4],
    manager: [1, 1, 2],
    otherManager: [2, 2, 2],
    stranger: [2, 2, 2],
  })
})

it('lets the roles of the consultant do in a client company what they do in the consultant, and nobody else', async () => {
  const changed: Record<string, string[]> = {}
  for (const name of NAMES) {
    const word = (statement: string) => wordAs(database, as(people[name]), statement)
    changed[name] = [
      await word(`update order_items set reminder_days = 7 where id = '${bought.aceros.item_id}'`),
      await word(`update organisations set name = 'x' where id = '${ids.aceros}'`),
      await word(`update organisation_members set role = 'coordinator' where organisation_id = '${ids.aceros}'`),
    ]
  }
  expect(changed).toEqual({
    advisor: ['done: 1', 'done: 1', 'done: 1'],
    assistant: ['done: 1', 'done: 0', 'done: 0'],
    analyst: ['done: 0', 'done: 0', 'done: 0'],
    manager: ['done: 0', 'done: 0', 'done: 0'],
    otherManager: ['done: 0', 'done: 0', 'done: 0'],
    stranger: ['done: 0', 'done: 0', 'done: 0'],
  })
})

it('can neither be taken nor given by a statement', async () => {
  const { advisor, stranger } = people
  for (const column of ['consultant_id', 'is_consultant']) {
    const value = column === 'consultant_id' ? 'null' : 'true'
    const statement = `update organisations set ${column} = ${value} where id = '${ids.aceros}'`
    expect(await wordAs(database, as(advisor), statement)).toContain('permission denied')
  }
  for (const user of [advisor, stranger]) {
    const mark = `select private.mark_consultant('${ids.foreign}', true) as outcome`
    expect(await askAs(database, as(user), mark)).toMatchObject({ rows: [{ outcome: 'missing' }] })
  }
  const made = `select outcome from private.create_client_company('${ids.consultant}', 'x', null, now())`
  for (const user of [people.assistant, people.analyst, people.manager, stranger]) {
    expect(await askAs(database, as(user), made)).toMatchObject({ rows: [{ outcome: 'missing' }] })
  }
  const released = `select private.release_client_company('${ids.trigales}') as outcome`
  for (const user of [people.assistant, people.otherManager, stranger]) {
    expect(await askAs(database, as(user), released)).toMatchObject({ rows: [{ outcome: 'missing' }] })
  }
})

it('is marked by the staff that writes on clients alone', async () => {
  const outcomes: Record<string, unknown> = {}
  for (const scope of ['sales', 'support', 'finance'] as const) {
    const { id: userId } = await createProfile(database.ownerPool, { role: 'admin' })
    await database.ownerPool.query('update profiles set staff_scope = $2 where id = $1', [userId, scope])
    const mark = `select private.mark_consultant('${ids.foreign}', true)`
    outcomes[scope] = await wordAs(database, { kind: 'admin', userId }, mark)
  }
  expect(outcomes).toEqual({
    sales: 'done: 1',
    support: 'the scope of this member of the staff does not include clients',
    finance: 'the scope of this member of the staff does not include clients',
  })
})

it('holds without the application: no chains, no client of an unmarked organisation, no unmarking with clients', async () => {
  const word = async (statement: string, values: string[]) =>
    database.ownerPool.query(statement, values).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    )
  const attach = 'update organisations set consultant_id = $2 where id = $1'
  expect(await word(attach, [ids.foreign, ids.aceros])).toBe('organisations_consultant_id_consultant_is_marked_fkey')
  expect(await word(attach, [ids.consultant, ids.consultant])).toBe('organisations_no_chains')
  expect(await word('update organisations set is_consultant = true where id = $1', [ids.aceros])).toBe(
    'organisations_no_chains',
  )
  expect(await word('update organisations set is_consultant = false where id = $1', [ids.consultant])).toBe(
    'organisations_consultant_id_consultant_is_marked_fkey',
  )
  expect(await word('update organisations set closed_at = now() where id = $1', [ids.aceros])).toBe(
    'organisations_closed_alone',
  )
})

it('tells the name of its consultant to its own people, and to nobody else', async () => {
  const told = (user: Person) =>
    readAs(database.db, as(user), tx => findConsultant(tx, { organisationId: ids.aceros, userId: user.id }))
  const named = { name: 'Consultora Norte', client: 'Aceros SpA' }
  expect(await told(people.manager)).toEqual({ ...named, is_theirs: false })
  expect(await told(people.analyst)).toEqual({ ...named, is_theirs: true })
  expect(await told(people.otherManager)).toBeNull()
  expect(await told(people.stranger)).toBeNull()
})

it('is on the documents of the company, for every reader of them', async () => {
  const printed = (user: Person) => findPrintedHolder(database.db, user.id, { itemId: bought.aceros.item_id })
  const head = { name: 'Aceros SpA', logo: null, consultant: 'Consultora Norte' }
  expect(await printed(people.manager)).toEqual(head)
  expect(await printed(people.analyst)).toEqual(head)
  expect(await printed(people.otherManager)).toBeUndefined()
  const own = await findPrintedHolder(database.db, people.advisor.id, { itemId: bought.consultant.item_id })
  expect(own).toEqual({ name: 'Consultora Norte', logo: null })
})

it('is named to who answers, with whether the person who invited belongs to the consultant', async () => {
  const { rows } = await database.ownerPool.query<{ id: string }>(
    'select id from user_accesses where order_item_id = $1 and invited_by_user_id is not null',
    [bought.aceros.item_id],
  )
  const id = rows[0]?.id ?? ''
  const told = async () =>
    (await asActor(database.db, { kind: 'system' }, tx => findAccessContext(tx, id)))?.consultant ?? null
  const named = { name: 'Consultora Norte', client: 'Aceros SpA' }
  expect(await told()).toEqual({ ...named, is_theirs: true })
  const inviter = 'update user_accesses set invited_by_user_id = $2 where id = $1'
  await database.ownerPool.query(inviter, [id, people.manager.id])
  expect(await told()).toEqual({ ...named, is_theirs: false })
  await database.ownerPool.query('update organisations set consultant_id = null where id = $1', [ids.aceros])
  expect(await told()).toBeNull()
})
