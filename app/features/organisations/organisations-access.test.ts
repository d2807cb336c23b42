import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveInvitee } from '#app/features/accesses/invitations/save-invitee.server.ts'
import { findItemResults } from '#app/features/results/find-results.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProduct, type TestItem } from '#tests/support/factories.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { as, now, organisationsOf, type Person } from './organisations.test-support.ts'

let database: TestDatabase
let person: Organisations['person']
let manage: Organisations['manage']
let organisation: Organisations['organisation']
let join: Organisations['join']

beforeAll(async () => {
  database = await cloneDatabase()
  ;({ person, manage, organisation, join } = organisationsOf(database))
})
afterAll(() => database.close())

type Organisations = ReturnType<typeof organisationsOf>

const people = {} as Record<'buyer' | 'colleague' | 'coordinator' | 'reader' | 'removed' | 'stranger', Person>
let id = ''
let item: TestItem
let privateItem: TestItem
let pending = ''
let completed = ''

describe('the purchases of an organisation', () => {
  beforeAll(async () => {
    for (const name of ['buyer', 'colleague', 'coordinator', 'reader', 'removed', 'stranger'] as const) {
      people[name] = await person(name)
    }
    const { buyer, colleague, coordinator, reader, removed, stranger } = people
    id = await organisation(buyer)
    await organisation(stranger, 'Otra SpA')
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 10 })
    privateItem = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
    pending = (await createInvitation(database.ownerPool, { userId: buyer.id, itemId: item.item_id })).id
    const done = await createInvitation(database.ownerPool, { userId: buyer.id, itemId: item.item_id })
    completed = done.id
    await database.ownerPool.query(
      `update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1`,
      [completed],
    )
    await join(buyer, id, colleague, 'buyer')
    await join(buyer, id, coordinator, 'coordinator')
    await join(buyer, id, reader, 'results')
    await join(buyer, id, removed, 'buyer')
    expect(await manage(buyer, { intent: 'remove', organisation: id, member: removed.id })).toBe('done')
    expect(await manage(stranger, { intent: 'move', organisation: id, order: item.order_number })).toBe(
      'Ya no puedes hacer eso en esta organización. Recarga la página.',
    )
    expect(await manage(colleague, { intent: 'move', organisation: id, order: item.order_number })).toBe(
      'Esa compra no se puede pasar a la organización. Recarga la página.',
    )
    expect(await manage(buyer, { intent: 'move', organisation: id, order: item.order_number })).toBe('done')
  })

  it('are seen by their people as far as their role goes, and by nobody else', async () => {
    const seen: Record<string, unknown[]> = {}
    for (const [name, user] of Object.entries(people)) {
      const rows = async (statement: string) => {
        const answer = await askAs(database, as(user), statement)
        return 'refusal' in answer ? answer.refusal : answer.rows.length
      }
      seen[name] = [
        await rows(`select id from orders where id = '${item.order_id}'`),
        await rows(`select id from order_items where id = '${item.item_id}'`),
        await rows(`select id from user_accesses where order_item_id = '${item.item_id}'`),
        await rows(`select id from orders where id = '${privateItem.order_id}'`),
        await rows('select user_id from organisation_members'),
        await rows('select id from organisation_invitations'),
      ]
    }
    expect(seen).toEqual({
      buyer: [1, 1, 3, 1, 4, 4],
      colleague: [1, 1, 3, 0, 4, 4],
      coordinator: [1, 1, 3, 0, 4, 0],
      reader: [1, 1, 1, 0, 4, 0],
      removed: [0, 0, 0, 0, 0, 0],
      stranger: [0, 0, 0, 0, 1, 0],
    })
  })

  it('are changed only by the roles that coordinate and buy', async () => {
    const changed: Record<string, string[]> = {}
    for (const [name, user] of Object.entries(people)) {
      changed[name] = [
        await wordAs(database, as(user), `update order_items set reminder_days = 7 where id = '${item.item_id}'`),
        await wordAs(database, as(user), `update user_accesses set job_role = 'x' where id = '${pending}'`),
        await wordAs(database, as(user), `update orders set held_until = null where id = '${item.order_id}'`),
        await wordAs(
          database,
          as(user),
          `update organisation_members set role = 'buyer' where organisation_id = '${id}'`,
        ),
        await wordAs(database, as(user), `update organisations set name = 'x' where id = '${id}'`),
      ]
    }
    expect(changed).toEqual({
      buyer: ['done: 1', 'done: 1', 'done: 1', 'done: 4', 'done: 1'],
      colleague: ['done: 1', 'done: 1', 'done: 1', 'done: 4', 'done: 1'],
      coordinator: ['done: 1', 'done: 1', 'done: 0', 'done: 0', 'done: 0'],
      reader: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
      removed: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
      stranger: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
    })
  })

  it('can neither be taken nor given by a statement', async () => {
    const { stranger, buyer } = people
    expect(
      await wordAs(database, as(buyer), `update orders set organisation_id = null where id = '${item.order_id}'`),
    ).toContain('permission denied')
    expect(
      await wordAs(
        database,
        as(stranger),
        `insert into organisation_members values ('${id}', '${stranger.id}', 'buyer', now())`,
      ),
    ).toContain('permission denied')
    expect(
      await wordAs(
        database,
        as(stranger),
        `insert into organisation_invitations (organisation_id, email, role, token_hash, invited_by, created_at, expires_at)
         values ('${id}', 'x@example.cl', 'buyer', repeat('a', 64), '${stranger.id}', now(), now())`,
      ),
    ).toContain('row-level security')
  })

  it('keep the own seat of whoever bought with that person, also after leaving', async () => {
    const { colleague, removed } = people
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const bought = await createPaidItem(database.ownerPool, { userId: removed.id, productId: product.id, seats: 3 })
    await database.ownerPool.query('update orders set organisation_id = $2 where id = $1', [bought.order_id, id])
    const seat = `select id from user_accesses where order_item_id = '${bought.item_id}'`
    expect(await wordAs(database, as(removed), seat)).toBe('done: 1')
    expect(await wordAs(database, as(removed), `select id from orders where id = '${bought.order_id}'`)).toBe('done: 0')
    expect(await wordAs(database, as(colleague), seat)).toBe('done: 1')
  })

  it('are read by results only once a person has completed', async () => {
    const listOf = async (user: Person) =>
      (await findItemResults(database.db, user.id, item.item_id))?.people.map(one => one.access_id)
    expect(await listOf(people.reader)).toEqual([completed])
    expect((await listOf(people.coordinator))?.length).toBe(3)
    expect(await listOf(people.removed)).toBeUndefined()
    expect(await listOf(people.stranger)).toBeUndefined()
  })

  it('hide the answers of a confidential item from every role, the own seat included', async () => {
    const owner = await person('confidencial')
    const own = await organisation(owner, 'Reservada SpA')
    const mate = await person('mate')
    await join(owner, own, mate, 'buyer')
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const made = await createCompleted(database.ownerPool, { productId: product.id, buyerId: owner.id, invited: false })
    const sees = () =>
      wordAs(database, as(mate), `select id from assessment_runs where validated_access_id = '${made.accessId}'`)
    expect(await sees()).toBe('done: 0')
    await database.ownerPool.query(
      `update orders set organisation_id = $2 where id = (
         select order_id from order_items item join user_accesses access on access.order_item_id = item.id where access.id = $1)`,
      [made.accessId, own],
    )
    expect(await sees()).toBe('done: 1')
    await database.ownerPool.query(
      `update order_items set result_mode = 'confidential' where id = (select order_item_id from user_accesses where id = $1)`,
      [made.accessId],
    )
    expect(await sees()).toBe('done: 0')
    expect(await wordAs(database, as(mate), 'select * from run_answers')).toBe('done: 0')
  })

  it('let who coordinates hand a seat to another person, with the buyer of record unchanged', async () => {
    const { coordinator, reader } = people
    const form = { name: 'Eva Soto', email: 'eva@example.cl', jobRole: 'Analista', department: 'Datos' }
    await expect(saveInvitee(database.db, { user: reader, accessId: pending, form, now })).rejects.toThrow(
      'El acceso cambió entretanto. Recarga la página.',
    )
    expect(await saveInvitee(database.db, { user: coordinator, accessId: pending, form, now })).toEqual({
      invited: true,
      email: form.email,
    })
    const { rows } = await database.ownerPool.query(
      'select user_id, invited_by_user_id, organisation_id from user_accesses where email = $1',
      [form.email],
    )
    expect(rows).toEqual([{ user_id: people.buyer.id, invited_by_user_id: coordinator.id, organisation_id: id }])
  })
})
