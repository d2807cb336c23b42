import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf } from '#app/features/identity/accounts.test-support.ts'
import { createKey } from '#app/features/integrations/manage-keys.server.ts'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { listEntries } from '#app/features/results/plan/plan-texts.ts'
import { NOBODY, OTHER } from '#app/features/results/plan-actions/action-fields.ts'
import type { ChangedForm } from '#app/features/results/plan-actions/work-forms.server.ts'
import { addAction, changeAction, hideAction } from '#app/features/results/plan-actions/work-on-plan.server.ts'
import type { ApiScope } from '#app/platform/database/values.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { createPaidItem, createProduct, createProfile, createRefund } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { loader as action } from './action.ts'
import { loader as actions } from './actions.ts'
import { loader as consolidated } from './consolidated.ts'

const { database, accounts } = await openTestAccounts()
const now = new Date()
const { questionnaire } = planned.find(({ id }) => id === 'dama-dmbok2') ?? { questionnaire: { sections: [] } }
const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
let productId: string
let key: string

beforeAll(async () => {
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
  key = await keyOf(['results:read'])
  await database.ownerPool.query(
    `insert into webhook_endpoints (url, events) values ('https://otra.example/', array['action.updated'])`,
  )
})

async function keyOf(scopes: ApiScope[]): Promise<string> {
  const admin = { kind: 'admin' as const, userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  return (await createKey(database.db, { actor: admin, form: { name: 'Sistema', scopes, days: '0' }, now })).key
}

type Loader = (args: never) => Response | Promise<Response>

async function ask(loader: Loader, { query = '', id, sent = key }: { query?: string; id?: string; sent?: string }) {
  const url = new URL(`http://shop.test/api/v1/x${query}`)
  const request = new Request(url, { headers: { authorization: `Bearer ${sent}` } })
  const answer = await loader({ request, url, params: { id }, context: contextOf(accounts, database) } as never)
  return { status: answer.status, body: await answer.json() }
}

/** A purchase with a plan that somebody works with, and one action of somebody's own. */
async function work(mode: 'nominative' | 'confidential' = 'nominative') {
  const buyer = await createProfile(database.ownerPool)
  const input = { userId: buyer.id, productId, seats: 20, mode: 'business' as const }
  const { item_id: itemId, order_id: orderId } = await createPaidItem(database.ownerPool, input)
  const item = { itemId, userId: buyer.id }
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  // Levels 1 to 3, so that each question has a variance.
  const people = Array.from({ length: 8 }, (_, one) => ({
    answers: Object.fromEntries(fields.map((field, at) => [field, one === 0 ? 3 : 1 + ((at + (one > 6 ? 1 : 0)) % 2)])),
  }))
  await completePeople(database.ownerPool, item, people)
  if (mode === 'confidential') await publish(database, item)
  const working = { userId: buyer.id, of: { itemId }, now }
  await addAction(database.db, {
    ...working,
    form: {
      title: 'Hablar con Rosa Díaz',
      owner: OTHER,
      owner_name: 'Rosa Díaz',
      owner_email: 'rosa@example.cl',
      due_on: null,
      note: 'Su sueldo.',
    },
  })
  return { itemId, orderId, buyer, working }
}

const planOf = async (itemId: string, userId: string) => {
  const { plan } = (await findConsolidated(database.db, userId, itemId, { withPlan: true })) ?? {}
  if (!plan?.work) throw new Error('There is no plan')
  return { ...plan, work: plan.work }
}

const form = (id: string, version: number, more: Partial<ChangedForm> = {}): ChangedForm => ({
  id,
  version,
  owner: NOBODY,
  owner_name: '',
  owner_email: '',
  due_on: null,
  state: 'todo',
  dropped_reason: '',
  note: '',
  ...more,
})

async function eventsOf(itemId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await database.ownerPool.query(
    "select type, data from webhook_events where data ->> 'order_item_id' = $1 order by seq",
    [itemId],
  )
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['action.updated']))
  return rows.map(({ data }) => data)
}

describe('an action of a plan', () => {
  it('is told to endpoints at each change, without names and words', async () => {
    const { itemId, orderId, buyer, working } = await work()
    const { work: begun } = await planOf(itemId, buyer.id)
    const before = await eventsOf(itemId)
    expect(before).toHaveLength(begun.actions.length)
    const [first] = begun.actions
    if (!first?.subject) throw new Error('There is no action')
    const changed = { due_on: '2026-12-20', state: 'done', note: 'Listo.' } as const
    await changeAction(database.db, { ...working, form: form(first.id, first.version, changed) })
    // A form that changes nothing is no change.
    await changeAction(database.db, { ...working, form: form(first.id, first.version + 1, changed) })
    await hideAction(database.db, { ...working, id: first.id, hidden: true })
    const [done, hidden, ...more] = (await eventsOf(itemId)).slice(before.length)
    const { field, kind, goal } = first.subject
    expect(done).toEqual({
      action_id: first.id,
      order_item_id: itemId,
      order_id: orderId,
      product_id: productId,
      confidential: false,
      state: 'done',
      due_on: '2026-12-20',
      done_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      hidden: false,
      field,
      kind,
      goal,
    })
    expect(hidden).toEqual({ ...done, hidden: true })
    expect(more).toEqual([])
    expect(JSON.stringify(await eventsOf(itemId))).not.toMatch(/Rosa|rosa@|sueldo|Hablar|Listo/)
  })

  it('says nothing about what the answers of a confidential purchase ask for', async () => {
    const { itemId, buyer } = await work('confidential')
    const { work: begun } = await planOf(itemId, buyer.id)
    expect(begun.actions.some(({ subject }) => subject !== null)).toBe(true)
    const events = await eventsOf(itemId)
    expect(events).toHaveLength(begun.actions.length)
    for (const event of events) expect(event).toMatchObject({ confidential: true, field: null, kind: null, goal: null })
    const { body } = await ask(actions, { query: `?order_item_id=${itemId}&limit=100` })
    expect(body.data).toHaveLength(begun.actions.length)
    for (const each of body.data)
      expect(each).toMatchObject({
        confidential: true,
        field: null,
        kind: null,
        goal: null,
        reached: null,
        title: null,
        owner: null,
      })
    expect((await ask(consolidated, { id: itemId })).status).toBe(404)
  })

  it("of one person's own plan is told to nobody", async () => {
    const { itemId, buyer } = await work()
    const { rows } = await database.ownerPool.query(
      'select id from user_accesses where order_item_id = $1 and invited_by_user_id is null',
      [itemId],
    )
    await database.ownerPool.query(
      `insert into plan_actions (order_item_id, access_id, title, position, created_at) values ($1, $2, 'Propia', 0, now())`,
      [itemId, rows[0]?.id],
    )
    const { body } = await ask(actions, { query: `?order_item_id=${itemId}&limit=100` })
    expect(body.data).toHaveLength((await planOf(itemId, buyer.id)).work.actions.length)
  })

  it('is in a list with pages and filters, and by its id', async () => {
    const { itemId, orderId, buyer, working } = await work()
    const { work: begun } = await planOf(itemId, buyer.id)
    const own = begun.actions.find(({ subject }) => subject === null)
    if (!own) throw new Error('There is no action')
    const listed: { id: string }[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { body }: { body: { data: { id: string }[]; next: string | null } } = await ask(actions, {
        query: `?order_item_id=${itemId}&limit=5&order=asc${after === '' ? '' : `&after=${after}`}`,
      })
      listed.push(...body.data)
      after = body.next
    }
    expect(listed.map(({ id }) => id).toSorted()).toEqual(begun.actions.map(({ id }) => id).toSorted())
    const before = new Date()
    await changeAction(database.db, { ...working, form: form(own.id, own.version, { state: 'doing' }) })
    const only = async (query: string) =>
      (await ask(actions, { query: `?order_item_id=${itemId}&${query}` })).body.data.map(
        (each: { id: string }) => each.id,
      )
    expect(await only('state=doing')).toEqual([own.id])
    expect(await only(`updated_since=${before.toISOString()}`)).toEqual([own.id])
    expect(await only(`updated_until=${before.toISOString()}&limit=100`)).toHaveLength(begun.actions.length - 1)
    const { status, body } = await ask(action, { id: own.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: own.id,
      order_id: orderId,
      product: { id: productId },
      title: 'Hablar con Rosa Díaz',
      owner: null,
      state: 'doing',
      field: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/rosa@|sueldo/)
    expect((await ask(actions, { sent: await keyOf(['orders:read', 'accesses:read']) })).status).toBe(403)
    await createRefund(database.ownerPool, orderId)
    expect((await ask(action, { id: own.id })).status).toBe(404)
  })
})

it('stands in the consolidated results as on the page', async () => {
  const { itemId, buyer, working } = await work()
  const { work: begun } = await planOf(itemId, buyer.id)
  const [first, second] = begun.actions
  if (!first || !second) throw new Error('There are no actions')
  const owned = { owner: OTHER, owner_name: 'Rosa Díaz', owner_email: '', due_on: '2026-12-20' } as const
  await changeAction(database.db, { ...working, form: form(first.id, first.version, owned) })
  await hideAction(database.db, { ...working, id: second.id, hidden: true })
  const shown = listEntries(await planOf(itemId, buyer.id))
  const { body } = await ask(consolidated, { id: itemId })
  expect(body.plan).toEqual({
    begun: true,
    actions: shown.map(({ place, title, action: asked, work: own }) => ({
      place,
      title,
      action_id: own?.id,
      kind: asked?.kind ?? null,
      area: asked?.area ?? null,
      number: asked?.number ?? null,
      field: asked?.field ?? null,
      reached: asked?.reached ?? null,
      goal: asked?.goal ?? null,
      target: asked?.target ?? null,
      impact: asked?.impact ?? null,
      effort_days: asked?.effort ?? null,
      state: own?.state,
      due_on: own?.due_on,
      owner: own?.owner?.name ?? null,
    })),
  })
  expect(body.plan.actions[0]).toMatchObject({ action_id: first.id, owner: 'Rosa Díaz', due_on: '2026-12-20' })
  expect(body.plan.actions.map((each: { action_id: string }) => each.action_id)).not.toContain(second.id)
})
