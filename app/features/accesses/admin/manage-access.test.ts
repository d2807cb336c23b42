import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAccessEvents } from '#app/features/accesses/access-events.server.ts'
import { findAdminAccess } from '#app/features/accesses/admin-access.server.ts'
import { invitationMail } from '#app/features/accesses/invitations/invitation-mail.ts'
import { STAFF_TEXTS } from '#app/features/accesses/invitations/resend-invitation.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { beginAnswering, completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  createRefund,
  findProduct,
  type TestItem,
} from '#tests/support/factories.ts'
import {
  type AdminActor,
  extendAccess,
  replaceParticipant,
  resendAsAdmin,
  revokeAsAdmin,
} from './manage-access.server.ts'

const NOT_FOUND = 'No encontramos ese acceso. Recarga la página.'
const STARTED = 'La persona ya comenzó a responder: su asiento no puede pasar a otra.'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let database: TestDatabase
let admin: AdminActor
let buyer: { id: string; email: string }
let item: TestItem
let invited: { id: string; access_code: string; email: string }

beforeAll(async () => {
  database = await cloneDatabase(12)
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
  invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const change = (set: string, id = invited.id) => rows(`update user_accesses set ${set} where id = $1`, id)
const input = (accessId = invited.id, now = new Date()) => ({ actor: admin, accessId, now })
const audit = (id = invited.id) =>
  rows('select actor_user_id, action, before, after from audit_log where entity_id = $1 order by id', id)
const mails = (id: string) => rows('select params, recipient, status from mails where access_id = $1', id)
const status = async (id = invited.id) => (await rows('select status from user_accesses where id = $1', id))[0]?.status
const seats = async () => (await rows('select used_seats from order_items where id = $1', item.item_id))[0]?.used_seats

// shows: B6.15
it("an administrator sees a person's progress, but not that of other people in a confidential purchase", async () => {
  const people = [{ area: 'Ventas', position: 'Analista', answers: {} }]
  const [accessId = ''] = await completePeople(database.ownerPool, { itemId: item.item_id, userId: buyer.id }, people)
  const run = () => asActor(database.db, admin, async tx => (await findAccessEvents(tx, [accessId]))(accessId).run)
  expect(await run()).toMatchObject({ status: 'completed' })
  await rows("update order_items set result_mode = 'confidential' where id = $1", item.item_id)
  expect(await run()).toBeUndefined()
})

describe("an administrator's repeated invitation", () => {
  // shows: B7.6
  it('is sent once with the same code, recorded, and limited to every ten minutes', async () => {
    const answers = await Promise.allSettled([resendAsAdmin(database.db, input()), resendAsAdmin(database.db, input())])
    expect(answers).toContainEqual({ status: 'fulfilled', value: invited.email })
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(STAFF_TEXTS.too_soon) })
    const sent = await mails(invited.id)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ recipient: invited.email, params: { codigo_acceso: invited.access_code } })
    expect(await audit()).toMatchObject([
      {
        actor_user_id: admin.userId,
        action: 'invitation_resent',
        before: { invitations: 0 },
        after: { invitations: 1 },
      },
    ])
    expect(await resendAsAdmin(database.db, input(invited.id, new Date(Date.now() + 11 * MINUTE)))).toBe(invited.email)
  })

  it.each([
    ['is completed', "status = 'completed', accessed_at = now(), completed_at = now()"],
    ['was revoked', "status = 'revoked'"],
    ['has ended', "expires_at = now() - interval '1 day'"],
  ])('is not sent when it %s', async (_, set) => {
    await change(set)
    await expect(resendAsAdmin(database.db, input())).rejects.toThrow(STAFF_TEXTS.not_open)
    expect(await mails(invited.id)).toEqual([])
  })

  it("is not sent to the buyer's own access, after a refund, or for an unknown access", async () => {
    await expect(resendAsAdmin(database.db, input(item.owner_access_id))).rejects.toThrow(STAFF_TEXTS.not_open)
    await expect(resendAsAdmin(database.db, input(crypto.randomUUID()))).rejects.toThrow(NOT_FOUND)
    await createRefund(database.ownerPool, item.order_id)
    await expect(resendAsAdmin(database.db, input())).rejects.toThrow(STAFF_TEXTS.not_open)
  })

  it('is sent at most ten times a day to one address, whoever sends it', async () => {
    await rows(
      `insert into mails (template, recipient, params, status, sent_at)
       select 'respondent_invitation', $1, '{}', 'sent', now() from generate_series(1, 10)`,
      invited.email,
    )
    await expect(resendAsAdmin(database.db, input())).rejects.toThrow(STAFF_TEXTS.too_many_mails)
  })
})

describe('an expiry that an administrator moves', () => {
  // shows: B4.6
  it('is later, recorded with the previous one, and shown in the next mail', async () => {
    const until = new Date(Date.now() + 400 * DAY)
    await extendAccess(database.db, { ...input(), until })
    await expect(extendAccess(database.db, { ...input(), until })).rejects.toMatchObject({
      message: 'El nuevo día debe ser posterior al actual.',
      field: 'until',
    })
    const [entry] = await audit()
    expect(entry).toMatchObject({ action: 'access_extended', after: { expires_at: until.toISOString() } })
    expect(entry.before.expires_at).toMatch(/^\d{4}-/)
    await resendAsAdmin(database.db, input())
    const access = await asActor(database.db, admin, tx => findAdminAccess(tx, invited.id))
    if (!access) throw new Error('The access is gone')
    const shown = invitationMail({
      accessId: access.id,
      accessCode: access.access_code,
      email: access.email,
      firstName: '',
      buyer: access.buyer,
      expiresAt: until,
      product: access.product,
    })
    expect((await mails(invited.id))[0].params.fecha_limite).toBe(
      'fecha_limite' in shown.params ? shown.params.fecha_limite : '',
    )
  })

  it('reopens an expired access, but not a completed, revoked or unknown one', async () => {
    await change("expires_at = now() - interval '1 day'")
    const until = new Date(Date.now() + DAY)
    await extendAccess(database.db, { ...input(), until })
    await change("status = 'completed', accessed_at = now(), completed_at = now()")
    const later = new Date(Date.now() + 2 * DAY)
    const extend = (accessId?: string) => extendAccess(database.db, { ...input(accessId), until: later })
    await expect(extend()).rejects.toThrow('La persona ya completó: no necesita más plazo.')
    await change("status = 'revoked'")
    await expect(extend()).rejects.toThrow('Este acceso está revocado.')
    await expect(extend(crypto.randomUUID())).rejects.toThrow(NOT_FOUND)
  })
})

it('an administrator does not take the seat of somebody who has begun to answer confidentially', async () => {
  await rows("update order_items set result_mode = 'confidential' where id = $1", item.item_id)
  await beginAnswering(database.ownerPool, invited.id)
  await expect(revokeAsAdmin(database.db, { ...input(), reason: 'Pedido del cliente' })).rejects.toThrow(
    'La persona ya comenzó a responder con confidencialidad: su acceso no se revoca.',
  )
  expect(await status()).toBe('active')
})

describe('an access that an administrator revokes', () => {
  // shows: B4.6
  it('frees its seat and cancels its queued mails, also when it was started; the reason is recorded', async () => {
    await resendAsAdmin(database.db, input())
    await change("status = 'in_use', accessed_at = now()")
    await revokeAsAdmin(database.db, { ...input(), reason: 'Pedido del cliente' })
    expect(await status()).toBe('revoked')
    expect(await seats()).toBe(1)
    expect((await mails(invited.id))[0].status).toBe('cancelled')
    expect((await audit()).at(-1)).toMatchObject({
      action: 'access_revoked',
      before: { status: 'in_use', email: invited.email },
      after: { status: 'revoked', reason: 'Pedido del cliente' },
    })
    await expect(revokeAsAdmin(database.db, { ...input(), reason: 'Otra vez' })).rejects.toThrow(
      'Este acceso ya estaba revocado.',
    )
  })

  // shows: B4.6
  it('stays when it is completed', async () => {
    await change("status = 'completed', accessed_at = now(), completed_at = now()")
    await expect(revokeAsAdmin(database.db, { ...input(), reason: 'x' })).rejects.toThrow(
      'La persona ya completó: su acceso no se revoca.',
    )
  })
})

const person = (email: string) => ({ name: 'Marta Ruiz', email, jobRole: 'Gerente', department: 'Finanzas' })
const other = () => `otra-${crypto.randomUUID()}@example.cl`

describe('a participant whom an administrator replaces', () => {
  // shows: B7.6
  it('passes the seat on with its expiry and a new code; the log of both accesses says so', async () => {
    await change("expires_at = '2031-01-01T12:00:00Z'")
    const email = other()
    const id = await replaceParticipant(database.db, { ...input(), form: person(email) })
    expect(await status()).toBe('revoked')
    const [made] = await rows('select * from user_accesses where id = $1', id)
    expect(made).toMatchObject({ email, invitee_name: 'Marta Ruiz', user_id: buyer.id, invited_by_user_id: buyer.id })
    expect(made.expires_at).toEqual(new Date('2031-01-02T02:59:59.999Z'))
    expect(made.access_code).not.toBe(invited.access_code)
    expect((await mails(id))[0]).toMatchObject({ recipient: email, params: { codigo_acceso: made.access_code } })
    expect(await seats()).toBe(2)
    expect(await audit()).toMatchObject([
      { action: 'access_handed_over', before: { email: invited.email }, after: { email, access_id: id } },
    ])
    expect(await audit(id)).toMatchObject([{ action: 'access_invited', before: { access_id: invited.id } }])
  })

  // shows: B4.7
  it('keeps the seat when answering starts concurrently: one of the two happens', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
      const [replaced] = await Promise.allSettled([
        replaceParticipant(database.db, { ...input(id), form: person(other()) }),
        rows("update user_accesses set status = 'in_use', accessed_at = now() where id = $1 and status = 'active'", id),
      ])
      expect(replaced.status === 'fulfilled' ? 'revoked' : 'in_use').toBe(await status(id))
      if (replaced.status === 'rejected') expect(replaced.reason).toEqual(new Refusal(STARTED))
      await rows("update user_accesses set status = 'revoked' where order_item_id = $1", item.item_id)
    }
  })

  it('is replaced once when two administrators do it at once', async () => {
    const answers = await Promise.allSettled([
      replaceParticipant(database.db, { ...input(), form: person(other()) }),
      replaceParticipant(database.db, { ...input(), form: person(other()) }),
    ])
    expect(answers.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(NOT_FOUND) })
    expect(await seats()).toBe(2)
  })

  it.each([
    [STARTED, "status = 'in_use', accessed_at = now()"],
    [NOT_FOUND, "status = 'revoked'"],
    ['El plazo terminó. Extiéndelo antes de reemplazar a la persona.', "expires_at = now() - interval '1 day'"],
  ])('is refused: %s', async (text, set) => {
    await change(set)
    await expect(replaceParticipant(database.db, { ...input(), form: person(other()) })).rejects.toEqual(
      new Refusal(text),
    )
  })

  it('is refused for the same e-mail and for one that has a seat, and nothing is revoked', async () => {
    const replaceBy = (email: string) => replaceParticipant(database.db, { ...input(), form: person(email) })
    await expect(replaceBy(invited.email)).rejects.toMatchObject({
      message: 'Ese es el correo de la persona actual.',
      field: 'email',
    })
    await expect(replaceBy(buyer.email)).rejects.toMatchObject({
      message: 'Ese correo ya tiene un acceso en esta compra.',
      field: 'email',
    })
    expect(await status()).toBe('active')
  })
})
