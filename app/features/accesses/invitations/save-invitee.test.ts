import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import { ALREADY_INVITED } from '#app/features/accesses/person-fields.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { beginAnswering } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestItem,
  type TestProfile,
} from '#tests/support/factories.ts'
import { saveInvitee } from './save-invitee.server.ts'

const STARTED = 'Esta persona ya comenzó a responder: su correo no puede cambiar.'

let database: TestDatabase
let buyer: TestProfile & { company: null }
let item: TestItem
let invited: { id: string; access_code: string; email: string }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  const { ownerPool } = database
  buyer = { ...(await createProfile(ownerPool)), company: null }
  const product = await findProduct(ownerPool)
  item = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  invited = await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id })
})

const save = (accessId: string, fields: { email: string; name?: string }, user = buyer) =>
  saveInvitee(database.db, {
    user,
    accessId,
    form: inviteeForm.parse({ name: 'Rosa Díaz', jobRole: 'Jefa de datos', department: 'Tecnología', ...fields }),
    now: new Date(),
  })

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const accesses = () =>
  rows('select * from user_accesses where order_item_id = $1 order by created_at, id', item.item_id)
const usedSeats = async () =>
  (await rows('select used_seats from order_items where id = $1', item.item_id))[0]?.used_seats

const start = (id: string) =>
  database.ownerPool.query(`update user_accesses set status = 'in_use', accessed_at = now() where id = $1`, [id])

// shows: A4.25
it('of a confidential item passes the seat on until its person has begun', async () => {
  await database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [item.item_id])
  const other = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
  await beginAnswering(database.ownerPool, invited.id)
  await expect(save(invited.id, { email: 'otra@example.cl' })).rejects.toThrow(STARTED)
  expect(await save(other.id, { email: 'otra@example.cl' })).toMatchObject({ invited: true })
  expect(await usedSeats()).toBe(3)
})

describe('with the same e-mail', () => {
  // shows: A7.5
  it("stores the person's data and keeps the code", async () => {
    expect(await save(invited.id, { email: invited.email })).toEqual({
      invited: false,
      email: invited.email,
    })
    const [access] = await rows('select * from user_accesses where id = $1', invited.id)
    expect(access).toMatchObject({
      invitee_name: 'Rosa Díaz',
      first_name: 'Rosa',
      last_name: 'Díaz',
      job_role: 'Jefa de datos',
      department: 'Tecnología',
      access_code: invited.access_code,
    })
    expect(await rows('select id from mails where recipient = $1', invited.email)).toHaveLength(0)
  })

  it('also changes the data after the access was started', async () => {
    await start(invited.id)
    expect(await save(invited.id, { email: invited.email })).toMatchObject({ invited: false })
  })

  it('refuses to change a completed access', async () => {
    await start(invited.id)
    await database.ownerPool.query(
      `update user_accesses set status = 'completed', completed_at = now() where id = $1`,
      [invited.id],
    )
    for (const email of [invited.email, 'rosa@example.cl']) {
      await expect(save(invited.id, { email })).rejects.toThrow('Esta persona ya completó el assessment.')
    }
  })
})

describe('with another e-mail', () => {
  it('gives the seat a new code and its own mail, and revokes the old access', async () => {
    expect(await save(invited.id, { email: 'rosa@example.cl' })).toEqual({ invited: true, email: 'rosa@example.cl' })
    const [before] = await rows('select * from user_accesses where id = $1', invited.id)
    const [after] = await rows(
      `select * from user_accesses where email = 'rosa@example.cl' and order_item_id = $1`,
      item.item_id,
    )
    expect(before.status).toBe('revoked')
    expect(after).toMatchObject({ status: 'active', invited_by_user_id: buyer.id, invitee_name: 'Rosa Díaz' })
    expect(after.access_code).not.toBe(invited.access_code)
    expect(await usedSeats()).toBe(2)
    expect(await rows('select params from mails where access_id = $1', after.id)).toMatchObject([
      { params: { codigo_acceso: after.access_code } },
    ])
  })

  it('ends the session of a browser that used the old code', async () => {
    const sessionHash = 'a'.repeat(64)
    await database.ownerPool.query(
      `insert into respondent_sessions (token_hash, access_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [sessionHash, invited.id],
    )
    const visible = () =>
      asActor(database.db, { kind: 'respondent', sessionHash }, tx =>
        tx.selectFrom('user_accesses').select('id').execute(),
      )
    expect(await visible()).toHaveLength(1)
    await save(invited.id, { email: 'rosa@example.cl' })
    expect(await visible()).toEqual([])
  })

  it('works when all seats are taken', async () => {
    await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    expect(await usedSeats()).toBe(3)
    expect(await save(invited.id, { email: 'rosa@example.cl' })).toMatchObject({ invited: true })
    expect(await usedSeats()).toBe(3)
  })

  it("hands over the buyer's own seat", async () => {
    await save(item.owner_access_id, { email: 'rosa@example.cl' })
    const live = (await accesses()).filter(access => access.status !== 'revoked')
    expect(live.map(access => access.invited_by_user_id)).toEqual([buyer.id, buyer.id])
    expect(await usedSeats()).toBe(2)
  })

  it('is refused after the access was started', async () => {
    await start(invited.id)
    await expect(save(invited.id, { email: 'rosa@example.cl' })).rejects.toThrow(STARTED)
    expect(await accesses()).toHaveLength(2)
  })

  it('is refused for an address that has an access, and changes nothing', async () => {
    await expect(save(invited.id, { email: buyer.email })).rejects.toMatchObject({
      message: ALREADY_INVITED,
      field: 'email',
    })
    const [access] = await rows('select status from user_accesses where id = $1', invited.id)
    expect(access.status).toBe('active')
    expect(await usedSeats()).toBe(2)
  })

  it('happens once for two concurrent requests', async () => {
    const answers = await Promise.allSettled([
      save(invited.id, { email: 'rosa@example.cl' }),
      save(invited.id, { email: 'raul@example.cl' }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await usedSeats()).toBe(2)
  })
})

// shows: A8.11
it("does not find another buyer's access", async () => {
  const stranger = { ...(await createProfile(database.ownerPool)), company: null }
  for (const email of [invited.email, 'mala@example.cl']) {
    await expect(save(invited.id, { email }, stranger)).rejects.toMatchObject({
      title: 'No se pudieron guardar los datos',
      message: 'El acceso cambió entretanto. Recarga la página.',
    })
  }
})

it("records changes of other people's data in the audit log", async () => {
  await save(invited.id, { email: invited.email })
  await save(invited.id, { email: 'rosa@example.cl' })
  const log = await rows(
    'select action, before, actor_user_id from audit_log where entity_id = $1 order by id',
    invited.id,
  )
  expect(log.map(entry => entry.action)).toEqual(['access_invitee_changed', 'access_handed_over'])
  expect(log[1]).toMatchObject({ actor_user_id: buyer.id, before: { email: invited.email } })
})
