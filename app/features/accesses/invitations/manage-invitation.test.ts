import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findParticipant, listParticipants, PAGE_SIZE } from '#app/features/accesses/dashboard/participants.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { beginAnswering } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestItem,
} from '#tests/support/factories.ts'
import { openSession } from '#tests/support/respondents.ts'
import { resendAsBuyer, revokeInvitation } from './manage-invitation.server.ts'
import { isWorkingHour, sendReminders } from './remind-pending.server.ts'
import { BUYER_TEXTS } from './resend-invitation.server.ts'
import { saveFollowUp } from './save-follow-up.server.ts'

const NOT_FOUND = 'No encontramos esa invitación. Recarga la página.'
const STARTED = 'Esta persona ya comenzó a responder: su asiento no puede volver.'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let database: TestDatabase
let buyer: { id: string; first_name: string; last_name: string; company: string | null }
let item: TestItem
let invited: { id: string; access_code: string; email: string }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = { ...(await createProfile(database.ownerPool)), company: 'Minera Sur' }
  const product = await findProduct(database.ownerPool)
  item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 200 })
  invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const mails = (template: string) =>
  rows('select params, recipient from mails where access_id = $1 and template = $2', invited.id, template)
const input = (now = new Date(), user = buyer) => ({ user, itemId: item.item_id, accessId: invited.id, now })
const change = (set: string, id = invited.id) =>
  database.ownerPool.query(`update user_accesses set ${set} where id = $1`, [id])

const stage = async () => {
  const person = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
    findParticipant(tx, { userId: buyer.id, itemId: item.item_id, now: new Date() }, invited.id),
  )
  return person?.stage
}

describe('the stage of an invitation', () => {
  it('follows its mail, then the verified code, then the run', async () => {
    expect(await stage()).toBe('queued')
    await database.ownerPool.query(
      `insert into mails (template, recipient, params, access_id, status)
       values ('respondent_invitation', $1, '{}', $2, 'failed')`,
      [invited.email, invited.id],
    )
    expect(await stage()).toBe('failed')
    await database.ownerPool.query(`update mails set status = 'sent', sent_at = now() where access_id = $1`, [
      invited.id,
    ])
    expect(await stage()).toBe('sent')
    await openSession(database.ownerPool, invited.id)
    expect(await stage()).toBe('opened')
    await database.ownerPool.query('delete from respondent_sessions where access_id = $1', [invited.id])
    expect(await stage()).toBe('opened')
    await change("status = 'in_use', accessed_at = now()")
    expect(await stage()).toBe('in_progress')
    await change("expires_at = now() - interval '1 day'")
    expect(await stage()).toBe('expired')
    await change("status = 'completed', completed_at = now()")
    expect(await stage()).toBe('completed')
  })
})

it('of a confidential item shows only whether it is completed', async () => {
  await database.ownerPool.query(`update order_items set result_mode = 'confidential' where id = $1`, [item.item_id])
  await change("status = 'in_use', accessed_at = now()")
  expect(await stage()).toBe('queued')
  expect(await resendAsBuyer(database.db, input())).toBe(invited.email)
  expect(await mails('respondent_invitation')).toMatchObject([{ params: { confidencial: true } }])
  await change("status = 'completed', completed_at = now()")
  expect(await stage()).toBe('completed')
})

describe('a list of people', () => {
  it('pages through each person once, and searches literally', async () => {
    for (let made = 0; made < PAGE_SIZE + 5; made += 1) {
      await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id, name: `P_${made} 100%` })
    }
    const list = (after?: string, search = '') =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
        listParticipants(
          tx,
          { userId: buyer.id, itemId: item.item_id, now: new Date() },
          { search, stage: undefined, after },
        ),
      )
    const first = (await list()).slice(0, PAGE_SIZE)
    const second = await list(first.at(-1)?.id)
    expect(first[0]?.own).toBe(true)
    expect(new Set([...first, ...second].map(person => person.id)).size).toBe(PAGE_SIZE + 7)
    expect((await list(undefined, 'p_1 100%')).map(person => person.name)).toEqual(['P_1 100%'])
  })
})

describe('resending', () => {
  it('sends the same code again, at most five times and ten minutes apart', async () => {
    const start = Date.now()
    const at = (minutes: number) => resendAsBuyer(database.db, input(new Date(start + minutes * MINUTE)))
    expect(await at(0)).toBe(invited.email)
    expect(await mails('respondent_invitation')).toMatchObject([{ params: { codigo_acceso: invited.access_code } }])
    await expect(at(9)).rejects.toThrow(BUYER_TEXTS.too_soon)
    for (let again = 1; again <= 5; again += 1) expect(await at(again * 11)).toBe(invited.email)
    await expect(at(120)).rejects.toThrow(BUYER_TEXTS.too_often)
    const log = await rows('select action from audit_log where entity_id = $1', invited.id)
    expect(log).toHaveLength(6)
  })

  it('sends once for concurrent requests', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => resendAsBuyer(database.db, input())))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mails('respondent_invitation')).toHaveLength(1)
  })

  it('is refused for a completed access, and for another buyer', async () => {
    await change("status = 'completed', accessed_at = now(), completed_at = now()")
    await expect(resendAsBuyer(database.db, input())).rejects.toThrow(BUYER_TEXTS.not_open)
    const stranger = { ...(await createProfile(database.ownerPool)), company: null }
    await expect(resendAsBuyer(database.db, input(new Date(), stranger))).rejects.toThrow(NOT_FOUND)
  })
})

describe('revoking', () => {
  const seats = async () => (await rows('select used_seats from order_items where id = $1', item.item_id))[0].used_seats

  it('frees the seat once and is audited', async () => {
    const revoke = () => revokeInvitation(database.db, input())
    const answers = await Promise.allSettled([revoke(), revoke()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(NOT_FOUND) })
    expect(await seats()).toBe(1)
    expect(await rows('select action from audit_log where entity_id = $1', invited.id)).toEqual([
      { action: 'access_revoked' },
    ])
  })

  it('is refused for a started access, for the own one, and for another buyer', async () => {
    const stranger = { ...(await createProfile(database.ownerPool)), company: null }
    const refused = (requested: ReturnType<typeof input>) => expect(revokeInvitation(database.db, requested)).rejects
    await refused(input(new Date(), stranger)).toThrow(NOT_FOUND)
    await refused({ ...input(), accessId: item.owner_access_id }).toThrow(NOT_FOUND)
    await change("status = 'in_use', accessed_at = now()")
    await refused(input()).toThrow(STARTED)
    expect(await seats()).toBe(2)
  })
})

// shows: A4.25
it('of a confidential item revokes an invitation until its person has begun: started is started', async () => {
  await database.ownerPool.query(`update order_items set result_mode = 'confidential' where id = $1`, [item.item_id])
  const waiting = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
  await beginAnswering(database.ownerPool, invited.id)
  const revoke = (accessId: string) => revokeInvitation(database.db, { ...input(), accessId })
  await expect(revoke(invited.id)).rejects.toThrow(STARTED)
  await revoke(waiting.id)
  expect(await rows('select status from user_accesses where id = $1', waiting.id)).toEqual([{ status: 'revoked' }])
})

describe('reminders', () => {
  /** A Wednesday at noon in Santiago, this many days after the invitation. */
  const NOON = new Date('2026-11-25T15:00:00Z')
  const later = (days: number) => new Date(NOON.getTime() + days * DAY)
  const schedule = (days: number | null, userId = buyer.id) =>
    saveFollowUp(database.db, { userId, itemId: item.item_id, day: null, days, now: NOON })

  beforeEach(async () => {
    await database.ownerPool.query('update order_items set reminder_days = null')
    await database.ownerPool.query('update user_accesses set created_at = $1, expires_at = $2', [NOON, later(180)])
  })

  it('are sent after the configured days, at most three times, with the progress', async () => {
    await schedule(7)
    await change("status = 'in_use', accessed_at = now(), progress = 35")
    expect(await sendReminders(database.db, later(6))).toBe(0)
    for (const days of [7, 14, 21]) expect(await sendReminders(database.db, later(days))).toBe(1)
    expect(await sendReminders(database.db, later(28))).toBe(0)
    const sent = await mails('respondent_reminder')
    expect(sent).toHaveLength(3)
    expect(sent[0]).toMatchObject({
      recipient: invited.email,
      params: { porcentaje_avance: '35', codigo_acceso: invited.access_code },
    })
  })

  it.each([
    ['who has finished', "status = 'completed', accessed_at = now(), completed_at = now()"],
    ['whose seat was taken back', "status = 'revoked'"],
    ['whose time is over', "expires_at = '2026-11-26T12:00:00Z'"],
  ])('skip %s', async (_who, set) => {
    await schedule(3)
    await change(set)
    expect(await sendReminders(database.db, later(7))).toBe(0)
  })

  it('are sent once by two workers, and never where they are off or at night', async () => {
    expect(await sendReminders(database.db, later(7))).toBe(0)
    await schedule(3)
    expect(await sendReminders(database.db, new Date(later(7).getTime() + 12 * 60 * MINUTE))).toBe(0)
    const counts = await Promise.all([1, 2, 3].map(() => sendReminders(database.db, later(7))))
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await mails('respondent_reminder')).toHaveLength(1)
    await schedule(null)
    expect(await sendReminders(database.db, later(21))).toBe(0)
  })

  it("are scheduled by the item's buyer alone, and claimed by the shop alone", async () => {
    const stranger = await createProfile(database.ownerPool)
    expect(await schedule(3, stranger.id)).toBe(false)
    await schedule(3)
    const claimed = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
      sql`select * from private.claim_reminders(${later(30)}, 10)`.execute(tx),
    )
    expect(claimed.rows).toEqual([])
  })
})

it.each([
  ['2026-11-25T12:00:00Z', true],
  ['2026-11-25T11:59:59Z', false],
  ['2026-11-25T20:59:59Z', true],
  ['2026-11-25T21:00:00Z', false],
  ['2026-11-28T15:00:00Z', false],
  ['2026-07-01T13:00:00Z', true],
  ['2026-07-01T12:59:59Z', false],
])('working hours in Santiago: %s is %s', (at, working) => {
  expect(isWorkingHour(new Date(at))).toBe(working)
})
