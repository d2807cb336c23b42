import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, shiftDay } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestItem,
} from '#tests/support/factories.ts'
import { resendAsBuyer } from './manage-invitation.server.ts'
import { remindPending, sendReminders } from './remind-pending.server.ts'
import { saveFollowUp } from './save-follow-up.server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let database: TestDatabase
let buyer: { id: string; first_name: string; last_name: string; company: string | null }
let item: TestItem
let people: { id: string; access_code: string; email: string }[]

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = { ...(await createProfile(database.ownerPool)), company: 'Minera Sur' }
  const product = await findProduct(database.ownerPool)
  item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 20 })
  people = []
  for (const name of ['Eva Soto', 'Juan Rojas', 'Rosa Díaz']) {
    people.push(await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id, name }))
  }
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const change = (set: string, id: string | undefined) =>
  database.ownerPool.query(`update user_accesses set ${set} where id = $1`, [id])
const later = (milliseconds: number) => new Date(Date.now() + milliseconds)
const remind = (now = new Date(), user = buyer) => remindPending(database.db, { user, itemId: item.item_id, now })
const sent = () => ({ sent: 3, skipped: 0 })
const reminders = () =>
  rows(
    `select recipient, params from mails where template = 'respondent_reminder'
     and access_id in (select id from user_accesses where order_item_id = $1) order by recipient`,
    item.item_id,
  )

const followUp = (choice: Partial<Omit<Parameters<typeof saveFollowUp>[1], 'itemId'>>) =>
  saveFollowUp(database.db, {
    userId: buyer.id,
    itemId: item.item_id,
    day: null,
    days: null,
    now: new Date(),
    ...choice,
  })

describe('reminding everybody who has not finished', () => {
  it('mails each of them with code, progress and due date, and is audited', async () => {
    await change("first_name = 'Eva', status = 'in_use', accessed_at = now(), progress = 35", people[0]?.id)
    await change("status = 'completed', accessed_at = now(), completed_at = now()", people[1]?.id)
    const day = shiftDay(dayOf(new Date()), 20)
    await followUp({ day })
    expect(await remind()).toEqual({ sent: 2, skipped: 0 })
    const mails = await reminders()
    expect(mails.map(({ recipient }) => recipient)).toEqual([people[0]?.email, people[2]?.email].toSorted())
    expect(mails.find(({ recipient }) => recipient === people[0]?.email).params).toMatchObject({
      nombre: 'Eva',
      empresa: 'Minera Sur',
      codigo_acceso: people[0]?.access_code,
      porcentaje_avance: '35',
      fecha_limite: new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
    })
    const [audit] = await rows(
      "select after from audit_log where action = 'people_reminded' and entity_id = $1",
      item.item_id,
    )
    expect(audit.after).toMatchObject({ sent: 2, skipped: 0 })
  })

  it('mails nobody twice within 24 hours, and says how many were skipped', async () => {
    await change('reminded_at = now()', people[0]?.id)
    expect(await remind()).toEqual({ sent: 2, skipped: 1 })
    expect(await remind(later(23 * HOUR))).toEqual({ sent: 0, skipped: 3 })
    expect(await remind(later(25 * HOUR))).toEqual(sent())
  })

  it('counts an invitation of the last 24 hours', async () => {
    await resendAsBuyer(database.db, {
      user: buyer,
      itemId: item.item_id,
      accessId: people[0]?.id ?? '',
      now: new Date(),
    })
    expect(await remind()).toEqual({ sent: 2, skipped: 1 })
  })

  it('sends once for concurrent requests', async () => {
    const answers = await Promise.all([remind(), remind(), remind()])
    expect(answers.map(answer => answer.sent).toSorted()).toEqual([0, 0, 3])
    expect(await reminders()).toHaveLength(3)
  })

  it('stops at ten reminders a person, of which the automatic ones send the first three', async () => {
    await change('reminders_sent = 10', people[0]?.id)
    await change('reminders_sent = 3', people[1]?.id)
    expect(await remind()).toEqual({ sent: 2, skipped: 1 })
    await followUp({ days: 3 })
    // A Wednesday at noon.
    const at = new Date('2028-11-22T15:00:00Z')
    await database.ownerPool.query('update user_accesses set expires_at = $1 where order_item_id = $2', [
      new Date(at.getTime() + DAY),
      item.item_id,
    ])
    await sendReminders(database.db, at)
    expect(
      await rows(
        'select reminders_sent from user_accesses where order_item_id = $1 and invited_by_user_id is not null order by reminders_sent',
        item.item_id,
      ),
    ).toEqual([2, 4, 10].map(reminders_sent => ({ reminders_sent })))
  })

  it('proposes only who waits for one: a day after the last mail, or what the buyer chose, and three times at most', async () => {
    const due = (now?: Date) =>
      remindPending(database.db, { user: buyer, itemId: item.item_id, now: now ?? new Date(), onlyDue: true })
    expect(await due()).toEqual({ sent: 0, skipped: 3 })
    await change("created_at = now() - interval '25 hours'", people[0]?.id)
    await change("created_at = now() - interval '25 hours', reminders_sent = 3", people[1]?.id)
    expect(await due()).toEqual({ sent: 1, skipped: 0 })
    expect(await due()).toEqual({ sent: 0, skipped: 3 })
    expect((await reminders()).map(({ recipient }) => recipient)).toEqual([people[0]?.email])
    await followUp({ days: 3 })
    expect(await due(later(2 * DAY))).toEqual({ sent: 0, skipped: 3 })
    expect(await due(later(4 * DAY))).toEqual({ sent: 2, skipped: 0 })
  })

  it('stops at the daily maximum of an address', async () => {
    await database.ownerPool.query(
      `insert into mails (template, recipient, params, status, sent_at)
       select 'respondent_invitation', $1, '{}', 'sent', now() from generate_series(1, 10)`,
      [people[0]?.email],
    )
    expect(await remind()).toEqual({ sent: 2, skipped: 1 })
  })

  it('is refused without anybody pending, and for another buyer', async () => {
    const stranger = { ...(await createProfile(database.ownerPool)), company: null }
    await expect(remind(new Date(), stranger)).rejects.toThrow('No encontramos esta compra. Recarga la página.')
    for (const { id } of people) await change("status = 'revoked'", id)
    await expect(remind()).rejects.toThrow('Nadie está pendiente: no hay a quién recordar.')
    expect(await reminders()).toEqual([])
  })
})

describe('the due date', () => {
  const AFTER_END = { message: 'Los accesos terminan antes de ese día.', field: 'due' }
  const choose = (day: ReturnType<typeof dayOf> | null, userId = buyer.id, now = new Date()) =>
    followUp({ userId, day, now })
  const stored = async () => (await rows('select due_at from order_items where id = $1', item.item_id))[0].due_at
  const today = () => dayOf(new Date())

  it('ends with its day in Santiago, and can be removed', async () => {
    await expect(choose('2099-01-01')).rejects.toMatchObject(AFTER_END)
    const day = shiftDay(today(), 10)
    expect(await choose(day)).toBe(true)
    expect([dayOf(await stored()), dayOf(new Date((await stored()).getTime() + 1))]).toEqual([day, shiftDay(day, 1)])
    await choose(null)
    expect(await stored()).toBeNull()
  })

  it('may be today and the last day of the accesses, but not before or after', async () => {
    const [{ paid_at, access_days }] = await rows(
      'select paid_at, access_days from orders where id = (select order_id from order_items where id = $1)',
      item.item_id,
    )
    const last = shiftDay(dayOf(paid_at), access_days)
    for (const day of [today(), last]) expect(await choose(day)).toBe(true)
    await expect(choose(shiftDay(today(), -1))).rejects.toMatchObject({
      message: 'Elige hoy o un día que venga.',
      field: 'due',
    })
    await expect(choose(shiftDay(last, 1))).rejects.toMatchObject(AFTER_END)
  })

  it("is not named any more once it has passed, and not another buyer's to set", async () => {
    const stranger = await createProfile(database.ownerPool)
    expect(await choose(today(), stranger.id)).toBe(false)
    await database.ownerPool.query("update order_items set due_at = now() - interval '1 day' where id = $1", [
      item.item_id,
    ])
    await remind()
    const [mail] = await reminders()
    const [{ ends }] = await rows(
      'select expires_at as ends from user_accesses where order_item_id = $1 and email = $2',
      item.item_id,
      mail.recipient,
    )
    expect(mail.params.fecha_limite).toContain(dayOf(ends).slice(0, 4))
    expect(mail.params.fecha_limite).toBe(
      new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'America/Santiago' }).format(ends),
    )
  })
})
