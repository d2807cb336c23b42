import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardPage } from '#app/features/accesses/dashboard/dashboard.server.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { withCode } from '#app/mails/send-mails.server.ts'
import { renderStoredMail } from '#app/mails/templates.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { SHOP, sellerNow, sellerSetting, shop } from '#app/platform/mail/shop.ts'
import { forgetLiveTexts, replaceLiveTexts } from '#app/platform/texts/live-texts.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { openSession, these } from '#tests/support/respondents.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { type SessionQuery, sessionRows } from './admin/session-list.server.ts'
import { certificateDocument } from './certificate-document.ts'
import { findWorkshopVisit } from './find-workshop-visit.server.ts'
import { cancelSession, recordAttendance, scheduleSession } from './schedule-session.server.ts'
import { type SessionForm, sessionForm } from './session-schema.server.ts'
import { verifyCode } from './workshops.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const AFTER = new Date('2026-12-03T16:00:00Z')
const LIVE = 'taller-conversaciones-que-hacen-crecer'

let database: TestDatabase
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase(16)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const query = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

/** A workshop bought for three, with one person invited who has opened a browser. */
async function bought(slug = LIVE) {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(database.ownerPool, slug)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  // Bought before the test's own time, so that its accesses hold then.
  await query("update user_accesses set expires_at = '2027-05-20' where order_item_id = $1", item.item_id)
  const invitation = await createInvitation(database.ownerPool, {
    itemId: item.item_id,
    userId: buyer.id,
    name: 'Rosa Paz',
  })
  await query("update user_accesses set expires_at = '2027-05-20' where id = $1", invitation.id)
  const respondent = await openSession(database.ownerPool, invitation.id)
  const visit = (accessId: string, actors: AnsweringActor[], now = NOW) =>
    findWorkshopVisit(database.db, { actors: these(...actors), accessId, now })
  const mails = async (template = 'workshop_session') =>
    query(
      `select mail.recipient, mail.params from mails mail join user_accesses access on access.id = mail.access_id
       where access.order_item_id = $1 and mail.template = $2 order by mail.created_at, mail.recipient`,
      item.item_id,
      template,
    )
  return { buyer, item, itemId: item.item_id, invitation, respondent, visit, mails }
}

const form = (other: Record<string, string> = {}): SessionForm =>
  sessionForm.parse({
    intent: 'set',
    revision: '0',
    day: '2026-12-03',
    time: '09:30',
    minutes: '240',
    place: '',
    link: 'https://reunion.example/abc',
    notes: 'Trae audífonos',
    ...other,
  })
const schedule = (itemId: string, other: Record<string, string> = {}, now = NOW) =>
  scheduleSession(database.db, { actor, itemId, form: form(other), now })

describe('a session', () => {
  // shows: A2.18
  it('is scheduled once, recorded, and mailed to everybody with a calendar file', async () => {
    const { itemId, invitation, mails, buyer } = await bought()
    expect(await schedule(itemId)).toBe(2)
    const sent = await mails()
    expect(sent.map(mail => mail.recipient).toSorted()).toEqual([buyer.email, invitation.email].toSorted())
    const invited = sent.find(mail => mail.recipient === invitation.email)
    const { text, subject, calendar } = renderStoredMail(
      'workshop_session',
      withCode(invited?.params),
      { ...SHOP, appUrl: 'https://tienda.example' },
      invitation.email,
    )
    expect(subject).toContain('Ya tiene fecha tu taller')
    for (const part of ['3 de diciembre de 2026', '09:30', invitation.code, '/taller/']) expect(text).toContain(part)
    expect(text).toContain(`#codigo=${invitation.code}\n`)
    // The joining address is in the file, never in the mail's text: mails link to the shop only.
    expect(text).not.toContain('reunion.example')
    expect(calendar?.method).toBe('request')
    const file = calendar?.file.replaceAll('\r\n ', '') ?? ''
    for (const line of [
      'DTSTART;TZID=America/Santiago:20261203T093000',
      'DTEND;TZID=America/Santiago:20261203T133000',
      'LOCATION:https://reunion.example/abc',
      `mailto:${invitation.email}`,
    ]) {
      expect(file).toContain(line)
    }
    // Calendars are shared.
    expect(file).not.toContain(invitation.code)
    const [audit] = await query('select action, actor_user_id, after from audit_log where entity_id = $1', itemId)
    expect(audit).toMatchObject({
      action: 'workshop_session_set',
      actor_user_id: actor.userId,
      after: { minutes: 240 },
    })
  })

  // shows: A2.18
  it('is mailed again as the same entry when it changes, but not when it is saved unchanged', async () => {
    const { itemId, mails } = await bought()
    await schedule(itemId)
    expect(await schedule(itemId, { revision: '1' })).toBe(0)
    expect(await mails()).toHaveLength(2)
    expect(await schedule(itemId, { revision: '1', time: '15:00' })).toBe(2)
    const changed = (await mails()).slice(2)
    expect(changed.map(mail => mail.params.cambio)).toEqual([true, true])
    const uids = (await mails()).map(mail => mail.params.calendario.uid)
    expect(new Set(uids).size).toBe(1)
    expect(changed[0]?.params.calendario.sequence).toBe(2)
  })

  // shows: A2.18
  it('is cancelled for everybody, and scheduled again', async () => {
    const { itemId, mails, invitation, respondent, visit } = await bought()
    await schedule(itemId)
    expect(await cancelSession(database.db, { actor, itemId, revision: 1, now: NOW })).toBe(2)
    const [mail] = (await mails()).slice(2)
    const sender = { ...SHOP, appUrl: 'https://tienda.example' }
    expect(renderStoredMail('workshop_session', mail?.params, sender, 'x@example.cl').calendar?.file).toContain(
      'METHOD:CANCEL',
    )
    expect(await visit(invitation.id, [respondent])).toMatchObject({ visit: { session_state: 'cancelled' } })
    await expect(cancelSession(database.db, { actor, itemId, revision: 2, now: NOW })).rejects.toThrow(
      'No hay una sesión por cancelar.',
    )
    expect(await schedule(itemId, { revision: '2' })).toBe(2)
    expect(await visit(invitation.id, [respondent])).toMatchObject({ visit: { session_state: 'scheduled' } })
  })

  it('is set by one of two concurrent requests', async () => {
    const { itemId, mails } = await bought()
    const first = await Promise.allSettled([schedule(itemId), schedule(itemId, { time: '11:00' })])
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const second = await Promise.allSettled(
      ['12:00', '13:00', '14:00'].map(time => schedule(itemId, { revision: '1', time })),
    )
    const refused = second.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.message] : []))
    expect(refused).toEqual(Array(2).fill(expect.stringContaining('Otra persona cambió la sesión')))
    expect(await mails()).toHaveLength(4)
  })

  it("can't be set in the past, after everybody's expiry, or for anything but a paid workshop", async () => {
    const { itemId, item } = await bought()
    await expect(schedule(itemId, { day: '2026-11-20' })).rejects.toThrow('Esa fecha ya pasó.')
    await expect(schedule(itemId, { day: '2027-05-21' })).rejects.toThrow('vence antes de esa fecha')
    await expect(schedule(crypto.randomUUID())).rejects.toThrow('Este taller ya no está')
    const assessment = await bought('dama-assessment')
    await expect(schedule(assessment.itemId)).rejects.toThrow('Este taller ya no está')
    await createRefund(database.ownerPool, item.order_id)
    await expect(schedule(itemId)).rejects.toThrow('Este taller ya no está')
  })

  it.each([
    [{ day: '03-12-2026' }, 'day'],
    [{ time: '' }, 'time'],
    [{ day: '2027-09-05', time: '00:30' }, 'time'],
    [{ minutes: '5' }, 'minutes'],
    [{ minutes: 'x' }, 'minutes'],
    [{ place: '', link: '' }, 'place'],
    [{ link: 'http://reunion.example' }, 'link'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('with %j is refused at its field', (other, field) => {
    const parsed = sessionForm.safeParse({
      ...form(),
      day: '2026-12-03',
      revision: '0',
      minutes: '60',
      ...other,
    })
    expect(parsed.error?.issues.map(issue => issue.path[0])).toContain(field)
  })
})

describe('a workshop’s page', () => {
  // shows: A2.17
  it('opens for participants, and shows them the session', async () => {
    const { itemId, item, buyer, invitation, respondent, visit } = await bought()
    const own: AnsweringActor = { kind: 'user', userId: buyer.id }
    expect(await visit(invitation.id, [respondent])).toMatchObject({ visit: { own: false, session_state: 'unset' } })
    await schedule(itemId)
    const seen = { session: { link: 'https://reunion.example/abc' }, session_state: 'scheduled' }
    expect(await visit(invitation.id, [respondent])).toMatchObject({ visit: { name: 'Rosa Paz', own: false, ...seen } })
    expect(await visit(item.owner_access_id, [own])).toMatchObject({ visit: { own: true, ...seen } })
  })

  // shows: A2.17
  it('opens for nobody else, nor after the access has expired', async () => {
    const { item, buyer, invitation, respondent, visit } = await bought()
    const other = await bought()
    expect(await visit(invitation.id, [other.respondent])).toBeUndefined()
    expect(await visit(invitation.id, [{ kind: 'user', userId: buyer.id }])).toBeUndefined()
    expect(await visit(item.owner_access_id, [{ kind: 'user', userId: other.buyer.id }])).toBeUndefined()
    const late = new Date('2027-06-01T12:00:00Z')
    expect(await visit(invitation.id, [respondent], late)).toEqual({
      state: 'ended',
      itemId: item.item_id,
      slug: LIVE,
      name: expect.any(String),
      endedOn: '19-05-2027',
    })
    await createRefund(database.ownerPool, item.order_id)
    expect(await visit(invitation.id, [respondent])).toBeUndefined()
  })
})

describe('attendance', () => {
  const confirm = (itemId: string, accessIds: string[], now = AFTER) =>
    recordAttendance(database.db, { actor, itemId, accessIds, now })

  // shows: A2.19
  it('completes the access, creates a verifiable certificate, and counts on the dashboard', async () => {
    const { itemId, item, buyer, invitation, respondent, visit, mails } = await bought()
    await schedule(itemId)
    expect(await confirm(itemId, [invitation.id])).toBe(1)
    const found = await visit(invitation.id, [respondent], AFTER)
    const certificate = found?.state === 'open' ? found.visit.certificate : undefined
    expect(certificate).toEqual({
      code: expect.stringMatching(/^CT-[2-9A-HJ-NP-Z]{12}$/),
      full_name: 'Rosa Paz',
      workshop: expect.stringContaining('Conversaciones'),
      held_on: '2026-12-03',
      minutes: 240,
      issuer: { ...sellerNow(), signer: undefined },
      text: expect.stringContaining('{nombre}'),
    })
    const code = certificate?.code ?? ''
    const check = (input: string) => asActor(database.db, VISITOR, tx => verifyCode(tx, input))
    expect(await check(code)).toEqual({
      full_name: 'Rosa Paz',
      workshop: certificate?.workshop,
      held_on: '2026-12-03',
      minutes: 240,
    })
    expect(await check('CT-222222222222')).toBeUndefined()
    expect(await mails('workshop_certificate')).toMatchObject([
      {
        recipient: invitation.email,
        params: { codigo_certificado: code, enlace_verificacion: `/certificado/${code}` },
      },
    ])
    const page = () =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
        dashboardPage(tx, { userId: buyer.id, now: AFTER, page: 1 }),
      )
    expect(await page()).toMatchObject({ counts: { in_progress: 1, completed: 0 }, groups: [{ state: 'in_progress' }] })
    await confirm(itemId, [item.owner_access_id])
    expect(await page()).toMatchObject({ counts: { completed: 1 }, groups: [{ state: 'completed' }] })
  })

  // shows: B3.9
  it('creates a certificate that keeps its issuer and text', async () => {
    const { itemId, invitation, respondent, visit } = await bought()
    await schedule(itemId)
    const then = sellerNow()
    const set = (settings: [string, unknown][]) =>
      replaceLiveTexts({ shop: undefined, mails: new Map(), legal: new Map(), settings: new Map(settings) })
    set([['certificates', { name: 'Marcela Rojas', post: 'Gerenta' }]])
    await confirm(itemId, [invitation.id])
    set([
      ['seller', { ...sellerSetting.parse(shop()), razon_social: 'Sucesora SpA' }],
      ['certificates', { name: 'Otra Persona' }],
    ])
    const found = await visit(invitation.id, [respondent], AFTER)
    const certificate = found?.state === 'open' ? found.visit.certificate : undefined
    if (!certificate) throw new Error('No certificate')
    const input = {
      certificate,
      text: 'Otras palabras',
      brand: 'Alhena',
      appUrl: 'https://tienda.example',
      now: AFTER,
    }
    const document = certificateDocument(input)
    expect(document).toMatchObject({
      author: then.razon_social,
      footer: expect.stringContaining(then.razon_social),
      content: { signature: { name: 'Marcela Rojas', lines: ['Gerenta', then.razon_social] } },
    })
    expect(JSON.stringify(document)).not.toMatch(/Sucesora|Otra Persona|Otras palabras/)
    const unknown = certificateDocument({ ...input, certificate: { ...certificate, text: null } })
    expect(JSON.stringify(unknown)).toContain('Otras palabras')
    forgetLiveTexts()
  })

  // shows: A2.19
  it('is confirmed once, however often and concurrently it is requested', async () => {
    const { itemId, item, invitation, mails } = await bought()
    await schedule(itemId)
    const people = [invitation.id, item.owner_access_id]
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(itemId, people)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mails('workshop_certificate')).toHaveLength(2)
    await expect(confirm(itemId, people)).rejects.toThrow('Esas personas ya estaban confirmadas')
    await expect(schedule(itemId, { revision: '1', time: '18:00', day: '2026-12-10' }, AFTER)).rejects.toThrow(
      'La asistencia ya está confirmada',
    )
  })

  it("is possible after the session's start, for its own participants", async () => {
    const { itemId, invitation } = await bought()
    const other = await bought()
    await expect(confirm(itemId, [invitation.id])).rejects.toThrow('La sesión todavía no se realiza')
    await schedule(itemId)
    await expect(confirm(itemId, [invitation.id], NOW)).rejects.toThrow('La sesión todavía no se realiza')
    await expect(confirm(itemId, [other.invitation.id])).rejects.toThrow('Esas personas ya estaban confirmadas')
    await cancelSession(database.db, { actor, itemId, revision: 1, now: NOW })
    await expect(confirm(itemId, [invitation.id])).rejects.toThrow('La sesión todavía no se realiza')
  })

  it('of a self-paced workshop needs no session', async () => {
    const { itemId, invitation, respondent, visit } = await bought('taller-kanban')
    expect(await confirm(itemId, [invitation.id])).toBe(1)
    expect(await visit(invitation.id, [respondent], AFTER)).toMatchObject({
      visit: { selfPaced: true, completed: true, certificate: { held_on: '2026-12-03', minutes: 120 } },
    })
  })

  it('is not confirmed for an expired or revoked access', async () => {
    const { itemId, item, invitation } = await bought()
    await schedule(itemId)
    await query("update user_accesses set expires_at = '2026-12-01' where id = $1", invitation.id)
    await expect(confirm(itemId, [invitation.id])).rejects.toThrow('Esas personas ya estaban confirmadas')
    await confirm(itemId, [item.owner_access_id])
    const [{ code }] = await query('select code from workshop_certificates where access_id = $1', item.owner_access_id)
    await createRefund(database.ownerPool, item.order_id)
    expect(await asActor(database.db, VISITOR, tx => verifyCode(tx, code))).toBeUndefined()
    expect(await query('select from workshop_certificates where access_id = $1', item.owner_access_id)).toEqual([])
  })
})

describe('the back office’s list', () => {
  // shows: B2.21
  it('shows unscheduled, upcoming and unconfirmed sessions, page by page', async () => {
    await query('delete from workshop_certificates; delete from workshop_sessions')
    const [unset, coming, held] = [await bought(), await bought(), await bought()]
    await schedule(coming.itemId, { day: '2026-12-20' })
    await schedule(held.itemId)
    const list = (input: Partial<SessionQuery>) =>
      asActor(database.db, actor, tx =>
        sessionRows.page(tx, {
          state: undefined,
          search: '',
          from: undefined,
          until: undefined,
          sort: { column: 'created_at', direction: 'desc' },
          size: 100,
          now: AFTER,
          ...input,
        }),
      ).then(page => page.rows.map(row => row.id))
    const ids = (state: SessionQuery['state'], after?: string, size = 100) => list({ state, after, size })
    expect(await ids('unset')).toContain(unset.itemId)
    expect(await ids('coming')).toEqual([coming.itemId])
    expect(await ids('to_confirm')).toEqual([held.itemId])
    const all = await ids(undefined)
    expect([...(await ids(undefined, undefined, 2)), ...(await ids(undefined, all[1]))]).toEqual(all)
    const bySession = { column: 'starts_at', direction: 'asc' } as const
    expect(await list({ sort: bySession })).toEqual([held.itemId, coming.itemId])
    expect(await list({ sort: bySession, after: held.itemId })).toEqual([coming.itemId])
    expect(await list({ sort: bySession, before: coming.itemId })).toEqual([held.itemId])
    expect(await list({ from: new Date('2026-12-20'), until: new Date('2026-12-22') })).toEqual([coming.itemId])
    expect(await list({ search: unset.item.order_number })).toEqual([unset.itemId])
    expect(await list({ search: 'zzz nadie' })).toEqual([])
  })
})

describe('row-level security', () => {
  const as = (actor: Actor, statement: string) => wordAs(database, actor, statement)
  const user = (userId: string): Actor => ({ kind: 'user', userId })

  it('lets only the staff set a session or confirm attendance, and shows both to their own people only', async () => {
    const { itemId, item, buyer, invitation } = await bought()
    const stranger = (await bought()).buyer
    await schedule(itemId)
    await recordAttendance(database.db, { actor, itemId, accessIds: [item.owner_access_id, invitation.id], now: AFTER })
    const sessions = `select 1 from workshop_sessions where order_item_id = '${itemId}'`
    const certificates = 'select 1 from workshop_certificates'
    expect(await as(user(buyer.id), sessions)).toBe('done: 1')
    expect(await as(user(stranger.id), sessions)).toBe('done: 0')
    expect(await as(VISITOR, sessions)).toBe('done: 0')
    // The buyer's own, not that of the person who was invited.
    expect(await as(user(buyer.id), certificates)).toBe('done: 1')
    expect(await as(user(stranger.id), certificates)).toBe('done: 0')
    expect(await as(VISITOR, certificates)).toBe('done: 0')
    const insert = `insert into workshop_sessions (order_item_id, starts_at, minutes, place) values ('${itemId}', now(), 60, 'x')`
    expect(await as(user(buyer.id), insert)).toContain('row-level security')
    expect(await as(user(buyer.id), "update workshop_sessions set place = 'x'")).toBe('done: 0')
    const confirm = `select private.confirm_attendance('${itemId}', array['${invitation.id}']::uuid[], true, now(), '{}', '')`
    expect(await as(user(buyer.id), confirm)).toContain('only staff confirms attendance')
    expect(await as(actor, 'update workshop_sessions set revision = 1')).toContain('permission denied')
    expect(await as(actor, "update workshop_certificates set full_name = 'x'")).toContain('permission denied')
    expect(await as(actor, 'delete from workshop_certificates')).toContain('permission denied')
    expect(await as(actor, `update workshop_sessions set place = 'x' where order_item_id = '${itemId}'`)).toBe(
      'workshop_sessions_held',
    )
  })
})
