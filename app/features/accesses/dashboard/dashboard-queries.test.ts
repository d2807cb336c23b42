import { CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findManagedAccess,
  findPaidItem,
  revokeUnstarted,
  updateInvitee,
} from '#app/features/accesses/accesses.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { ActorDialect, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { dashboardPage } from './dashboard.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

async function buyerWith(slugs: readonly string[], seats = 11) {
  const buyer = await createProfile(database.ownerPool)
  const items = []
  for (const slug of slugs) {
    const product = await findProduct(database.ownerPool, slug)
    items.push(await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats }))
  }
  return { buyer, items }
}

const groupsOf = (userId: string, opened?: string, now = new Date()) =>
  asActor(
    database.db,
    { kind: 'user', userId },
    async tx => (await dashboardPage(tx, { userId, now, page: 1, opened })).groups,
  )

/** A buyer with this many items of two people each. */
async function withSeats(items: number): Promise<string> {
  const made = await buyerWith(Array<string>(items).fill('dama-assessment'))
  for (const { item_id: itemId } of made.items) {
    await createInvitation(database.ownerPool, { itemId, userId: made.buyer.id })
  }
  return made.buyer.id
}

type PlanNode = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)

/** The rows that all parts of the plans of a dashboard's queries come across. */
async function visitedRows(userId: string): Promise<number> {
  const queries: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new ActorDialect({ pool: database.ownerPool }, () => new Date()),
    log: ({ query }) => void (/^select/i.test(query.sql) && queries.push(query)),
  })
  return asActor(db, { kind: 'user', userId }, async tx => {
    await sql`set local role alhena_app`.execute(tx)
    await dashboardPage(tx, { userId, now: new Date(), page: 1 })
    let visited = 0
    for (const { sql: text, parameters } of queries.splice(0)) {
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
      )
      visited += rows.flatMap(row => row['QUERY PLAN']).reduce((sum, { Plan }) => sum + rowsOf(Plan), 0)
    }
    return visited
  })
}

describe('the dashboard', () => {
  // shows: A2.20
  it('shows a paid item with seats 1 of 11 and the own access', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    const [group, ...rest] = await groupsOf(buyer.id, items[0]?.item_id)
    expect(rest).toEqual([])
    expect(group).toMatchObject({
      item_id: items[0]?.item_id,
      order_number: items[0]?.order_number,
      slug: 'dama-assessment',
      has_questionnaire: true,
      total_seats: 11,
      used_seats: 1,
      mode: 'business',
      state: 'pending',
      expired: false,
    })
    expect(group?.accesses).toMatchObject([{ email: buyer.email, own: true, state: 'pending', name: 'Ana Rojas' }])
  })

  // shows: A3.7
  it('lists the newest order and the own access first, and no revoked access', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment', 'agilidad'])
    const itemId = items[0]?.item_id ?? ''
    await database.ownerPool.query(
      `update user_accesses set created_at = now() + interval '1 hour' where order_item_id = $1`,
      [itemId],
    )
    await createInvitation(database.ownerPool, { itemId, userId: buyer.id, email: 'pedro@example.cl' })
    const gone = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    await database.ownerPool.query(`update user_accesses set status = 'revoked' where id = $1`, [gone.id])
    const groups = await groupsOf(buyer.id, itemId)
    expect(groups[0]?.accesses).toBeUndefined()
    expect(groups.map(group => group.slug)).toEqual(['agilidad', 'dama-assessment'])
    expect(groups[1]).toMatchObject({ used_seats: 2 })
    expect(groups[1]?.accesses?.map(access => access.email)).toEqual([buyer.email, 'pedro@example.cl'])
  })

  // shows: A6.7, A9.10
  it('leaves out deleted items, deleted assessments and orders that are not paid', async () => {
    const { buyer, items } = await buyerWith(['agilidad', 'madurez-digital', 'cultura-analitica'])
    const [first, second] = items
    await database.ownerPool.query('update order_items set deleted_at = now() where id = $1', [first?.item_id])
    await createRefund(database.ownerPool, second?.order_id ?? '')
    expect((await groupsOf(buyer.id)).map(group => group.slug)).toEqual(['cultura-analitica'])
    await database.ownerPool.query(`update assessments set deleted_at = now() where slug = 'cultura-analitica'`)
    expect(await groupsOf(buyer.id)).toEqual([])
  })

  it('says whether an invitation fixed the mode, also one that was revoked', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    expect(await groupsOf(buyer.id)).toMatchObject([{ mode_fixed: false }])
    const gone = await createInvitation(database.ownerPool, { itemId: items[0]?.item_id ?? '', userId: buyer.id })
    await database.ownerPool.query(`update user_accesses set status = 'revoked' where id = $1`, [gone.id])
    expect(await groupsOf(buyer.id)).toMatchObject([{ mode_fixed: true }])
  })

  it('shows of others of a confidential item only whether they are completed', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    const itemId = items[0]?.item_id ?? ''
    const set = (id: string, values: string) =>
      database.ownerPool.query(`update user_accesses set accessed_at = now(), ${values} where id = $1`, [id])
    const started = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    const done = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    await database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [itemId])
    await set(items[0]?.owner_access_id ?? '', "status = 'in_use', progress = 30")
    await set(started.id, "status = 'in_use', progress = 30")
    await set(done.id, "status = 'completed', completed_at = now(), progress = 90")
    const [group] = await groupsOf(buyer.id, itemId)
    expect(group?.accesses).toMatchObject([
      { own: true, confidential: false, state: 'in_progress', progress: 30 },
      { confidential: true, state: 'pending', progress: 0, access_code: null },
      { confidential: true, state: 'completed', progress: 100, access_code: null },
    ])
  })

  it('shows a selected role by its label and an entered one as it is', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    const itemId = items[0]?.item_id ?? ''
    for (const role of ['gerente', 'Jefa de datos']) {
      const { id } = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
      await database.ownerPool.query('update user_accesses set job_role = $2 where id = $1', [id, role])
    }
    const [group] = await groupsOf(buyer.id, itemId)
    expect(group?.accesses?.map(access => access.job_role)).toEqual(['', 'Gerente', 'Jefa de datos'])
  })

  it('marks an item whose time to answer is over', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    const [group] = await groupsOf(buyer.id, items[0]?.item_id, endOfDay(new Date(), 181))
    expect(group).toMatchObject({ expired: true, accesses: [{ expired: true }] })
  })

  // shows: A7.6
  it('runs the same number of queries for many items as for none', async () => {
    const statements: string[] = []
    const db = new Kysely<DB>({
      dialect: new ActorDialect({ pool: database.ownerPool }, () => new Date()),
      log: event => void statements.push(event.query.sql),
    })
    const many = await buyerWith(Array<string>(30).fill('dama-assessment'))
    for (const { item_id: itemId } of many.items) {
      for (let made = 0; made < 3; made += 1) {
        await createInvitation(database.ownerPool, { itemId, userId: many.buyer.id })
      }
    }
    const none = await createProfile(database.ownerPool)
    const requested = []
    for (const userId of [none.id, many.buyer.id]) {
      statements.length = 0
      await asActor(db, { kind: 'user', userId }, tx =>
        dashboardPage(tx, { userId, now: new Date(), page: 1, opened: many.items[0]?.item_id }),
      )
      requested.push(statements.filter(text => /^(with|select)/i.test(text)))
    }
    expect(requested[1]).toEqual(requested[0])
    expect(requested[0]).toHaveLength(2)
  })

  it('shows a page of items, and counts them all', async () => {
    const { buyer } = await buyerWith(Array<string>(22).fill('dama-assessment'), 40)
    const [newest] = await groupsOf(buyer.id)
    for (let made = 0; made < 30; made += 1) {
      await createInvitation(database.ownerPool, { itemId: newest?.item_id ?? '', userId: buyer.id })
    }
    await database.ownerPool.query(
      `update user_accesses set status = 'completed', accessed_at = now(), completed_at = now()
       where order_item_id = $1 and invited_by_user_id is not null`,
      [newest?.item_id],
    )
    const show = (page: number) =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
        dashboardPage(tx, { userId: buyer.id, now: new Date(), page }),
      )
    const first = await show(1)
    expect(first).toMatchObject({ page: 1, pages: 3, counts: { total: 22, in_progress: 1, pending: 21 } })
    expect(first.groups).toHaveLength(10)
    const last = await show(9)
    expect(last).toMatchObject({ page: 3, counts: first.counts })
    // Its result is new.
    expect(first.groups[0]).toMatchObject({ item_id: newest?.item_id, used_seats: 31, state: 'in_progress' })
    const shown = [...first.groups, ...(await show(2)).groups, ...last.groups]
    expect(new Set(shown.map(group => group.item_id)).size).toBe(22)
  })

  it("shows the first accesses of the opened purchase alone, and of nobody else's", async () => {
    const { buyer, items } = await buyerWith(['dama-assessment', 'agilidad'], 300)
    const [itemId = ''] = items.map(item => item.item_id)
    await invitePeople(
      database.ownerPool,
      { itemId, userId: buyer.id },
      Array.from({ length: 210 }, () => ({})),
    )
    const groups = await groupsOf(buyer.id, itemId)
    const opened = groups.find(group => group.item_id === itemId)
    expect(opened?.accesses).toHaveLength(200)
    expect(opened?.accesses?.[0]?.own).toBe(true)
    expect(groups.filter(group => group.accesses)).toEqual([opened])
    const stranger = await buyerWith(['agilidad'])
    expect((await groupsOf(stranger.buyer.id, itemId)).filter(group => group.accesses)).toEqual([])
  })

  it('reads rows in proportion to the items, even before PostgreSQL has counted them', async () => {
    const few = await visitedRows(await withSeats(10))
    const many = await visitedRows(await withSeats(100))
    expect(many / few).toBeLessThan(11)
  })

  // shows: A6.7
  it('shows no row of another buyer, whatever user id it is called with', async () => {
    const { buyer } = await buyerWith(['dama-assessment'])
    const stranger = await createProfile(database.ownerPool)
    expect(await groupsOf(stranger.id)).toEqual([])
    const forged = await asActor(database.db, { kind: 'user', userId: stranger.id }, tx =>
      dashboardPage(tx, { userId: buyer.id, now: new Date(), page: 1 }),
    )
    expect(forged).toMatchObject({ groups: [], counts: { total: 0 } })
  })
})

it('shows an administrator only what they bought themselves', async () => {
  const { items } = await buyerWith(['dama-assessment', 'taller-kanban'])
  const admin = await createProfile(database.ownerPool, { role: 'admin' })
  // Row-level security shows staff everything: here only the WHERE restricts.
  const asStaff = <Value>(work: Parameters<typeof asActor<Value>>[2]) =>
    asActor(database.db, { kind: 'admin', userId: admin.id }, work)
  const bought = await asStaff(tx => dashboardPage(tx, { userId: admin.id, now: new Date(), page: 1 }))
  expect(bought.groups).toEqual([])
  const itemId = items[0]?.item_id ?? ''
  expect(await asStaff(tx => findPaidItem(tx, admin.id, itemId))).toBeUndefined()
  const accessId = items[0]?.owner_access_id ?? ''
  expect(await asStaff(tx => findManagedAccess(tx, admin.id, accessId))).toBeUndefined()
  expect(await asStaff(tx => revokeUnstarted(tx, admin.id, accessId))).toBe(false)
  const nobody = { first_name: 'X', last_name: 'Y', invitee_name: 'X Y', job_role: 'Z', department: 'Z' }
  expect(await asStaff(tx => updateInvitee(tx, admin.id, accessId, nobody))).toBe(false)
})

describe('row-level security', () => {
  it.each(['orders', 'order_items', 'user_accesses', 'assessment_runs', 'run_answers', 'respondent_sessions'])(
    'shows another buyer no row in %s',
    async table => {
      await buyerWith(['dama-assessment'])
      const stranger = await createProfile(database.ownerPool)
      const { rows } = await asActor(database.db, { kind: 'user', userId: stranger.id }, tx =>
        sql`select 1 from ${sql.table(table)}`.execute(tx),
      )
      expect(rows).toEqual([])
    },
  )

  it('stops another buyer from taking a seat or changing an access', async () => {
    const { buyer, items } = await buyerWith(['dama-assessment'])
    const stranger = await createProfile(database.ownerPool)
    const asStranger = <Value>(work: Parameters<typeof asActor<Value>>[2]) =>
      asActor(database.db, { kind: 'user', userId: stranger.id }, work)
    const forged = { email: 'mala@example.cl', expires_at: new Date(), order_item_id: items[0]?.item_id ?? '' }
    await expect(
      asStranger(tx =>
        tx
          .insertInto('user_accesses')
          .values({ ...forged, user_id: buyer.id, invited_by_user_id: buyer.id })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(
      asStranger(tx =>
        tx
          .insertInto('user_accesses')
          .values({ ...forged, user_id: stranger.id, invited_by_user_id: stranger.id })
          .execute(),
      ),
    ).rejects.toThrow(/foreign key/)
    const changed = await asStranger(tx =>
      tx.updateTable('user_accesses').set({ status: 'revoked' }).returning('id').execute(),
    )
    expect(changed).toEqual([])
  })
})
