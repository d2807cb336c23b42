import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextOf } from '#app/features/identity/accounts.test-support.ts'
import { action, loader } from '#app/features/results/account/stop-plan-mails.tsx'
import { addDays, type Day, fromClock } from '#app/kernel/dates.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createPaidItem, createProduct, createProfile, createRefund } from '#tests/support/factories.ts'
import { mailboxOf, stopPath } from './optout-token.server.ts'
import { latePlanActions, sendPlanMails, stopPlanMails } from './send-plan-mails.server.ts'

const { database, accounts } = await openTestAccounts()
const pool = database.ownerPool
/** Monday, December 14th, at 10 in Santiago. */
const MONDAY = instant('2026-12-14T10:00')
const OWNER = 'rosa@example.cl'
let productId: string

beforeAll(async () => {
  productId = (await createProduct(pool, { questionnaireId: 'dama-dmbok2' })).id
})
beforeEach(async () => {
  await pool.query(
    "delete from mails where template = 'plan_actions_due'; delete from private.plan_mails; delete from plan_actions; delete from private.plan_mail_optouts",
  )
})

function instant(clock: string): Date {
  const found = fromClock(clock)
  if (!found) throw new Error(`No such time: ${clock}`)
  return found
}

async function buy() {
  const buyer = await createProfile(pool, { first_name: 'Ana', last_name: 'Rojas' })
  const item = await createPaidItem(pool, { userId: buyer.id, productId, seats: 5, mode: 'business' })
  return { itemId: item.item_id, orderId: item.order_id, accessId: item.owner_access_id, buyer }
}

type Due = { due_on: Day; title?: string; email?: string | null; state?: string; hidden?: boolean; accessId?: string }

async function addAction(itemId: string, { due_on, ...more }: Due): Promise<string> {
  const { title = 'Ordenar la bodega', email = OWNER, state = 'todo', hidden = false, accessId = null } = more
  const { rows } = await pool.query(
    `insert into plan_actions (order_item_id, access_id, title, position, owner_name, owner_email, due_on, state, done_at, dropped_reason, hidden, created_at)
     values ($1, $2, $3, 0, 'Rosa Díaz', $4, $5, $6, case when $6 = 'done' then now() end, case when $6 = 'dropped' then 'No.' end, $7, now())
     returning id`,
    [itemId, accessId, title, email, due_on, state, hidden],
  )
  return rows[0].id
}

async function mails() {
  const { rows } = await pool.query<{ id: string; recipient: string; params: Record<string, unknown> }>(
    "select id, recipient, params from mails where template = 'plan_actions_due' order by created_at, recipient",
  )
  return rows
}

const tell = (id: string, recipient = OWNER) =>
  latePlanActions(database.db).plan_actions_due({ id, recipient, accessId: null })

describe('whoever answers for an action', () => {
  it('gets a mail a week before and one on the day, and no other', async () => {
    const { itemId, orderId } = await buy()
    await addAction(itemId, { due_on: '2026-12-21' })
    const counts: number[] = []
    // Each working day from the Friday before to the day after.
    for (const day of [11, 14, 15, 16, 17, 18, 21, 22]) {
      await sendPlanMails(database.db, instant(`2026-12-${day}T10:00`))
      counts.push((await mails()).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 1, 2, 2])
    const [first] = await mails()
    expect(first).toMatchObject({
      recipient: OWNER,
      params: {
        nombre: 'Rosa Díaz',
        nombre_comprador: 'Ana Rojas',
        nombre_evaluacion: expect.stringContaining('Producto'),
        enlace_resultados: `/account/items/${itemId}/results?vista=plan`,
      },
    })
    const { rows } = await pool.query('select order_id from mails where id = $1', [first?.id])
    expect(rows).toEqual([{ order_id: orderId }])
  })

  it('gets one mail about all actions of a purchase, whose row names none of them', async () => {
    const { itemId } = await buy()
    await addAction(itemId, { due_on: '2026-12-21' })
    await addAction(itemId, { due_on: '2026-12-20', title: 'Nombrar a quien responde.' })
    await sendPlanMails(database.db, MONDAY)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(JSON.stringify(mail?.params)).not.toMatch(/bodega|Nombrar|2026-12|token/)
    const told = await tell(mail?.id ?? '')
    const primer_paso = 'Acuerda por dónde empezar con quien te la encargó.'
    expect(told?.acciones).toEqual([
      { accion: 'Nombrar a quien responde.', fecha_accion: '20-12-2026', primer_paso },
      { accion: 'Ordenar la bodega.', fecha_accion: '21-12-2026', primer_paso },
    ])
  })

  it('is written to once, also by two workers at once', async () => {
    const { itemId } = await buy()
    await addAction(itemId, { due_on: '2026-12-21' })
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendPlanMails(database.db, MONDAY)))
    expect(sent.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(await mails()).toHaveLength(1)
  })

  it('hears of a changed day again, and of one that was moved back no second time', async () => {
    const { itemId } = await buy()
    const id = await addAction(itemId, { due_on: '2026-12-21' })
    const move = (day: Day) => pool.query('update plan_actions set due_on = $2 where id = $1', [id, day])
    await sendPlanMails(database.db, MONDAY)
    await move('2026-12-20')
    await sendPlanMails(database.db, MONDAY)
    expect(await mails()).toHaveLength(2)
    await move('2026-12-21')
    await sendPlanMails(database.db, MONDAY)
    expect(await mails()).toHaveLength(2)
  })

  it('is told on Friday of what is due at the weekend, and nothing out of working hours', async () => {
    const { itemId } = await buy()
    await addAction(itemId, { due_on: '2026-12-20' })
    await sendPlanMails(database.db, instant('2026-12-18T18:30'))
    await sendPlanMails(database.db, instant('2026-12-19T10:00'))
    expect(await mails()).toEqual([])
    await sendPlanMails(database.db, instant('2026-12-18T17:30'))
    expect(await mails()).toHaveLength(1)
  })

  it('gets none about what is done, dropped, hidden, far away, too late, without an address, refunded or deleted', async () => {
    const { itemId } = await buy()
    for (const state of ['done', 'dropped']) await addAction(itemId, { due_on: '2026-12-14', state })
    await addAction(itemId, { due_on: '2026-12-14', hidden: true })
    await addAction(itemId, { due_on: '2026-12-14', email: null })
    for (const due_on of ['2026-12-13', '2026-12-15', '2026-12-17', '2026-12-22'] as const)
      await addAction(itemId, { due_on })
    const refunded = await buy()
    await addAction(refunded.itemId, { due_on: '2026-12-14' })
    await createRefund(pool, refunded.orderId)
    const deleted = await buy()
    await addAction(deleted.itemId, { due_on: '2026-12-14' })
    await pool.query('update order_items set deleted_at = now() where id = $1', [deleted.itemId])
    expect(await sendPlanMails(database.db, MONDAY)).toBe(0)
    expect(await mails()).toEqual([])
  })

  it('is told nothing that was done or given to somebody else before the mail is sent', async () => {
    const { itemId } = await buy()
    const id = await addAction(itemId, { due_on: '2026-12-21' })
    await sendPlanMails(database.db, MONDAY)
    const [mail] = await mails()
    expect(await tell(mail?.id ?? '')).toBeDefined()
    await pool.query("update plan_actions set owner_email = 'otra@example.cl' where id = $1", [id])
    expect(await tell(mail?.id ?? '')).toBeUndefined()
    await pool.query("update plan_actions set owner_email = $2, state = 'doing' where id = $1", [id, OWNER])
    expect(await tell(mail?.id ?? '')).toBeDefined()
    await pool.query("update plan_actions set state = 'done', done_at = now() where id = $1", [id])
    expect(await tell(mail?.id ?? '')).toBeUndefined()
  })

  it('reads no link that somebody typed', async () => {
    const { itemId } = await buy()
    await addAction(itemId, { due_on: '2026-12-21', title: 'Gana en premios.example' })
    await sendPlanMails(database.db, MONDAY)
    const [mail] = await mails()
    expect((await tell(mail?.id ?? ''))?.acciones[0]?.accion).toBe('Una acción del plan.')
  })

  it('gets five mails a day at most, and a purchase sends thirty', async () => {
    for (let one = 0; one < 7; one++) await addAction((await buy()).itemId, { due_on: '2026-12-14' })
    expect(await sendPlanMails(database.db, MONDAY)).toBe(5)
    // Rows of the outbox are dated by the database.
    await pool.query("update mails set created_at = $1 where template = 'plan_actions_due'", [MONDAY])
    expect(await sendPlanMails(database.db, MONDAY)).toBe(0)
    const { itemId } = await buy()
    for (let one = 0; one < 40; one++)
      await addAction(itemId, { due_on: '2026-12-14', email: `persona${one}@example.cl` })
    expect(await sendPlanMails(database.db, MONDAY)).toBe(30)
    expect(await sendPlanMails(database.db, MONDAY)).toBe(0)
  })
})

describe('a person with an own plan', () => {
  it('gets mails about it on the same days, whoever does the action, and nobody else does', async () => {
    const { itemId, accessId, buyer } = await buy()
    await addAction(itemId, { due_on: '2026-12-21', accessId })
    await addAction(itemId, { due_on: '2026-12-21', accessId, email: null, title: 'Leer el glosario' })
    await addAction(itemId, { due_on: '2026-12-21', title: 'Del equipo' })
    const counts: number[] = []
    for (const day of [11, 14, 15, 18, 21, 22]) {
      await sendPlanMails(database.db, instant(`2026-12-${day}T10:00`))
      counts.push((await mails()).length)
    }
    expect(counts).toEqual([0, 2, 2, 2, 4, 4])
    const [own, ...more] = (await mails()).filter(({ recipient }) => recipient === buyer.email)
    expect(more).toHaveLength(1)
    expect(own?.params).toMatchObject({
      nombre: 'Ana',
      plan_propio: true,
      enlace_resultados: `/account/results/${accessId}?vista=plan`,
    })
    expect(JSON.stringify(own?.params)).not.toMatch(/bodega|glosario|2026-12|token/)
    const told = await tell(own?.id ?? '', buyer.email)
    expect(told?.acciones.map(({ accion }) => accion).toSorted()).toEqual(['Leer el glosario.', 'Ordenar la bodega.'])
    expect(told?.acciones[0]?.primer_paso).not.toContain('quien te la encargó')
    const [team] = (await mails()).filter(({ recipient }) => recipient === OWNER)
    expect(team?.params).toMatchObject({ plan_propio: false })
    expect((await tell(team?.id ?? ''))?.acciones.map(({ accion }) => accion)).toEqual(['Del equipo.'])
  })

  it('stops them by the same link', async () => {
    const { itemId, accessId, buyer } = await buy()
    await addAction(itemId, { due_on: '2026-12-21', accessId })
    await sendPlanMails(database.db, MONDAY)
    const [mail] = await mails()
    const path = (await tell(mail?.id ?? '', buyer.email))?.enlace_no_recibir ?? ''
    expect(mailboxOf(new URL(path, 'http://shop.test').searchParams.get('token') ?? '')).toBe(buyer.email)
    await stopPlanMails(database.db, { email: buyer.email, now: MONDAY })
    expect(await tell(mail?.id ?? '', buyer.email)).toBeUndefined()
    expect(await sendPlanMails(database.db, addDays(MONDAY, 7))).toBe(0)
  })

  it.each([
    ['update profiles set email_verified = false where id = $1', 'whose mailbox is not proved'],
    ['update user_accesses set blocked_at = now() where user_id = $1', 'who blocked the own data'],
    [
      'insert into private.mail_objections (email, objected_at) select email, now() from profiles where id = $1',
      'who objected',
    ],
    ["update user_accesses set status = 'revoked' where user_id = $1", 'without the seat'],
  ])('gets none: %s (%s)', async statement => {
    const { itemId, accessId, buyer } = await buy()
    await addAction(itemId, { due_on: '2026-12-21', accessId })
    await sendPlanMails(database.db, MONDAY)
    const [mail] = await mails()
    expect(await tell(mail?.id ?? '', buyer.email)).toBeDefined()
    await pool.query(statement, [buyer.id])
    expect(await sendPlanMails(database.db, addDays(MONDAY, 7))).toBe(0)
  })
})

describe('the link to no more mails', () => {
  const args = (token: string, more: Record<string, string> = {}) => {
    const url = new URL('http://shop.test/avisos-de-planes')
    for (const [name, value] of Object.entries({ token, ...more })) url.searchParams.set(name, value)
    const request = new Request(url, { method: 'POST' })
    return { request, url, params: {}, context: contextOf(accounts, database) } as never
  }

  it('holds a mailbox, and nobody makes one', () => {
    const token = new URL(stopPath(OWNER), 'http://shop.test').searchParams.get('token') ?? ''
    expect(mailboxOf(token)).toBe(OWNER)
    expect(token).not.toContain('rosa')
    for (const wrong of ['', 'x', OWNER, token.slice(0, -2), `${token}x`, token.replace('s1.', 's2.')])
      expect(mailboxOf(wrong)).toBeUndefined()
  })

  it('changes nothing until its button is pressed, and then for every plan', async () => {
    const { itemId } = await buy()
    await addAction(itemId, { due_on: '2026-12-21' })
    await sendPlanMails(database.db, MONDAY)
    const [mail] = await mails()
    const path = (await tell(mail?.id ?? ''))?.enlace_no_recibir ?? ''
    const token = new URL(path, 'http://shop.test').searchParams.get('token') ?? ''
    expect(loader(args(token))).toMatchObject({ data: { state: 'open' } })
    expect(loader(args('x'))).toMatchObject({ data: { state: 'unknown' }, init: { status: 404 } })
    expect(await action(args('x'))).toMatchObject({ init: { status: 404 } })
    expect(await tell(mail?.id ?? '')).toBeDefined()
    const answers = [await action(args(token)), await action(args(token))]
    expect(answers.map(answer => answer instanceof Response && answer.status)).toEqual([302, 302])
    // Also what waits in the outbox.
    expect(await tell(mail?.id ?? '')).toBeUndefined()
    expect(await sendPlanMails(database.db, addDays(MONDAY, 7))).toBe(0)
    await addAction((await buy()).itemId, { due_on: '2026-12-14' })
    expect(await sendPlanMails(database.db, MONDAY)).toBe(0)
    const { rows } = await pool.query(
      'select private.forget_addresses(array[$1]), email_hash from private.plan_mail_optouts',
      [OWNER],
    )
    expect(rows).toHaveLength(1)
    expect((await pool.query('select from private.plan_mail_optouts')).rows).toEqual([])
  })
})
