import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardPage } from '#app/features/accesses/dashboard/dashboard.server.ts'
import { lessonTitle } from '#app/features/catalogue/material-names.ts'
import { createEndpoint } from '#app/features/integrations/manage-endpoints.server.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { openSession, these } from '#tests/support/respondents.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { findWorkshopVisit } from './find-workshop-visit.server.ts'
import { countDone, nextLesson } from './lessons.ts'
import { markLesson } from './mark-lesson.server.ts'
import { recordAttendance } from './schedule-session.server.ts'
import { findAttendees } from './workshops.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const LATER = new Date('2026-11-24T15:00:00Z')
const AFTER = new Date('2027-06-01T12:00:00Z')

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase(16)
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const query = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

/** The workshop of lessons, bought for three, with one person invited who has opened a browser. */
async function bought() {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Camila', last_name: 'Pérez' })
  const { id: productId } = await findProduct(database.ownerPool, 'taller-kanban')
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId, seats: 3 })
  const invited = { itemId: item.item_id, userId: buyer.id, name: 'Rosa Paz' }
  const invitation = await createInvitation(database.ownerPool, invited)
  await query("update user_accesses set expires_at = '2027-05-20' where order_item_id = $1", item.item_id)
  const respondent = await openSession(database.ownerPool, invitation.id)
  const own: AnsweringActor = { kind: 'user', userId: buyer.id }
  const find = (actor: AnsweringActor = respondent, accessId = invitation.id, now = NOW) =>
    findWorkshopVisit(database.db, { actors: these(actor), accessId, now })
  const visit = async (actor?: AnsweringActor, accessId?: string, now?: Date) => {
    const found = await find(actor, accessId, now)
    if (found?.state !== 'open') throw new Error('No visit')
    return found
  }
  /** Marks lessons of the invited person, by their numbers. */
  const mark = async (numbers: readonly number[], { isDone = true, now = NOW } = {}) => {
    const { visit: seen, actor } = await visit()
    const done: boolean[] = []
    for (const number of numbers) {
      const input = { actor, visit: seen, lesson: seen.lessons[number - 1]?.key ?? '', isDone, now }
      done.push(await markLesson(database.db, input))
    }
    return done
  }
  const access = async () =>
    (
      await query('select status, progress, accessed_at, completed_at from user_accesses where id = $1', invitation.id)
    )[0]
  const mails = () =>
    query(
      "select recipient, params from mails where access_id = $1 and template = 'workshop_certificate'",
      invitation.id,
    )
  return { buyer, item, invitation, respondent, own, find, visit, mark, access, mails }
}

describe('the lessons of a workshop at one’s own pace', () => {
  it('are seven, in order, each with its title', async () => {
    const { lessons, session_state } = (await (await bought()).visit()).visit
    expect(lessons.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(lessons[1]).toEqual({ key: 'leccion-2', number: 2, title: 'Ver el trabajo', isDone: false })
    expect(session_state).toBe('unset')
  })

  it('are marked one by one, and taken up where they were left', async () => {
    const { visit, mark, access, buyer, own, item } = await bought()
    expect(await access()).toMatchObject({ status: 'active', progress: 0, accessed_at: null })
    expect(await mark([1, 3, 3])).toEqual([false, false, false])
    const seen = await visit()
    expect(seen.visit.lessons.filter(({ isDone }) => isDone).map(({ number }) => number)).toEqual([1, 3])
    expect(nextLesson(seen.visit.lessons)?.number).toBe(2)
    expect(await access()).toMatchObject({ status: 'in_use', progress: 28, accessed_at: NOW, completed_at: null })
    await mark([3], { isDone: false, now: LATER })
    expect(countDone((await visit()).visit.lessons)).toBe(1)
    expect(await access()).toMatchObject({ progress: 14, accessed_at: NOW })
    // Each participant has lessons of their own; the buyer and the staff see how far everybody is.
    expect(countDone((await visit(own, item.owner_access_id)).visit.lessons)).toBe(0)
    const people = await asActor(database.db, admin, tx => findAttendees(tx, item.item_id))
    expect(people.map(({ lessons_done }) => lessons_done)).toEqual([0, 1])
    const dashboard = await asActor(database.db, own, tx =>
      dashboardPage(tx, { userId: buyer.id, now: NOW, page: 1, opened: item.item_id }),
    )
    expect(dashboard.groups[0]?.accesses).toContainEqual(
      expect.objectContaining({ state: 'in_progress', progress: 14 }),
    )
  })

  it('complete the access with the last one, and only then give the certificate', async () => {
    const { visit, mark, access, invitation, item, mails } = await bought()
    const form = { url: 'https://otra.example/', description: '', events: ['access.completed' as const] }
    await createEndpoint(database.db, { actor: admin, form, allowLocal: true, now: NOW })
    await mark([7, 6, 5, 4, 3, 2])
    expect((await visit()).visit).toMatchObject({ completed: false, certificate: undefined })
    expect(await mails()).toEqual([])
    expect(await mark([1], { now: LATER })).toEqual([true])
    const { visit: seen } = await visit()
    expect(seen).toMatchObject({
      completed: true,
      certificate: { full_name: 'Rosa Paz', held_on: '2026-11-24', minutes: 120 },
    })
    expect(await access()).toMatchObject({ status: 'completed', progress: 100, accessed_at: NOW, completed_at: LATER })
    expect(await mails()).toMatchObject([
      { recipient: invitation.email, params: { codigo_certificado: seen.certificate?.code } },
    ])
    const events = await query('select type, data from webhook_events')
    expect(events).toEqual([
      {
        type: 'access.completed',
        data: expect.objectContaining({ access_id: invitation.id, order_item_id: item.item_id }),
      },
    ])
    // What is completed stays: no second certificate or mail, and no mark is taken back.
    expect(await mark([1, 4])).toEqual([true, true])
    await expect(mark([2], { isDone: false })).rejects.toThrow('Ya completaste el taller')
    expect(await mails()).toHaveLength(1)
    expect(countDone((await visit()).visit.lessons)).toBe(7)
  })

  it('complete once, however many are marked at the same time', async () => {
    const { visit, mails, invitation } = await bought()
    const { visit: seen, actor } = await visit()
    const marks = [...seen.lessons, ...seen.lessons].map(({ key }) =>
      markLesson(database.db, { actor, visit: seen, lesson: key, isDone: true, now: NOW }),
    )
    await Promise.all(marks)
    expect(await mails()).toHaveLength(1)
    expect(await query('select from workshop_certificates where access_id = $1', invitation.id)).toHaveLength(1)
  })

  it('are nobody else’s, end with the access and go with a refund', async () => {
    const { visit, mark, find, invitation, item, own } = await bought()
    const other = await bought()
    const { visit: seen } = await visit()
    const input = { visit: seen, lesson: 'leccion-1', isDone: true, now: NOW }
    for (const actor of [own, other.respondent, other.own]) {
      await expect(markLesson(database.db, { ...input, actor })).rejects.toThrow('ya no está disponible')
    }
    const { actor } = await visit()
    await expect(markLesson(database.db, { ...input, actor, lesson: 'leccion-9' })).rejects.toThrow('ya no está')
    await mark([1])
    await expect(markLesson(database.db, { ...input, actor, now: AFTER })).rejects.toThrow('venció')
    expect(await find(undefined, undefined, AFTER)).toMatchObject({ state: 'ended' })
    await createRefund(database.ownerPool, item.order_id)
    expect(await find()).toBeUndefined()
    await expect(markLesson(database.db, { ...input, actor })).rejects.toThrow('ya no está disponible')
    expect(await query('select from workshop_lessons where access_id = $1', invitation.id)).toEqual([])
  })

  it('may be confirmed by the staff as well', async () => {
    const { visit, mark, item, invitation } = await bought()
    await mark([1, 2])
    await recordAttendance(database.db, { actor: admin, itemId: item.item_id, accessIds: [invitation.id], now: LATER })
    expect((await visit()).visit).toMatchObject({ completed: true, certificate: { held_on: '2026-11-24' } })
  })

  it('are read by their own person and the staff, and written by nobody but their function', async () => {
    const { mark, respondent, own, buyer, invitation } = await bought()
    await mark([1])
    const as = (actor: Actor, statement: string) => wordAs(database, actor, statement)
    const mine = `select 1 from workshop_lessons where access_id = '${invitation.id}'`
    expect(await as(respondent, mine)).toBe('done: 1')
    expect(await as(admin, mine)).toBe('done: 1')
    for (const actor of [own, VISITOR]) expect(await as(actor, mine)).toBe('done: 0')
    const insert = `insert into workshop_lessons (access_id, lesson, done_at) values ('${invitation.id}', 'leccion-2', now())`
    expect(await as(respondent, insert)).toContain('permission denied')
    const certify = `select private.certify(array['${invitation.id}']::uuid[], now(), 'x', 1, now(), '{}', '')`
    for (const actor of [respondent, { kind: 'user', userId: buyer.id } as const]) {
      expect(await as(actor, certify)).toContain('permission denied')
    }
  })
})

it.each([
  ['Lección 2: ver el trabajo.', 'Ver el trabajo'],
  ['Ver el trabajo', 'Ver el trabajo'],
  ['Lección 12. índice.', 'Índice'],
])('a lesson «%s» is called «%s» beside its number', (title, name) => {
  expect(lessonTitle({ title })).toBe(name)
})
