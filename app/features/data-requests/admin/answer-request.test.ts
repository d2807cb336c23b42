import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, openSubject } from '#app/features/data-requests/account/data-subject.test-support.ts'
import { exerciseRight } from '#app/features/data-requests/account/own-rights.server.ts'
import { legalDeadline } from '#app/features/data-requests/data-requests.ts'
import { addDays } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestProfile,
} from '#tests/support/factories.ts'
import type { RequestCommand } from './answer-request.server.ts'
import { answerRequest } from './answer-request.server.ts'
import { recordRequest } from './record-request.server.ts'
import { warnOfDueRequests } from './warn-due.server.ts'

let database: TestDatabase
let admin: TestProfile
const now = new Date()

beforeAll(async () => {
  database = await cloneDatabase()
  admin = await createProfile(database.ownerPool, { role: 'admin', email: 'duena@example.cl' })
})
afterAll(() => database.close())

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.ownerPool.query(statement, values)).rows
const actor = () => ({ kind: 'admin' as const, userId: admin.id })
const answer = (id: string, command: RequestCommand, at = now) =>
  answerRequest(database.db, { actor: actor(), id, command, now: at })

let people = 0
async function asked(kind: 'access' | 'erasure' = 'access') {
  people += 1
  const email = `titular-${people}@example.cl`
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 2 })
  const invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id, email })
  const subject = await openSubject(database, email, now)
  await exerciseRight(database.db, subject, { intent: 'ask', kind, details: 'Por favor' }, now)
  const [request] = await rowsOf('select id, number from data_requests where email = $1', email)
  return { email, id: request.id as string, number: request.number as string, accessId: invited.id }
}

describe('answerRequest', () => {
  it('fulfils once, with what was done, when and by whom, and tells the person', async () => {
    const { id, email, number } = await asked()
    const command = { intent: 'fulfil', carry_out: 'nothing', answer: 'Te enviamos lo que faltaba.' } as const
    await answer(id, command)
    await expect(answer(id, command)).rejects.toThrow('otra persona ya la respondió')
    expect(
      await rowsOf('select status, answer, answered_by, answered_at from data_requests where id = $1', id),
    ).toEqual([{ status: 'done', answer: command.answer, answered_by: admin.id, answered_at: now }])
    expect((await mailsTo(database, email)).at(-1)).toMatchObject({
      template: 'data_request_done',
      params: { numero_solicitud: number, respuesta: command.answer },
    })
    await expect(rowsOf("update data_requests set answer = 'Otra' where id = $1", id)).rejects.toThrow('not changed')
  })

  it('erases in the same transaction when it is asked to', async () => {
    const { id, accessId } = await asked('erasure')
    await answer(id, { intent: 'fulfil', carry_out: 'erase', answer: 'Borramos tus datos.' })
    expect(await rowsOf('select email, erased_at from user_accesses where id = $1', accessId)).toEqual([
      { email: `eliminado-${accessId}@cuenta.invalid`, erased_at: now },
    ])
    expect(await rowsOf('select proof from data_requests where id = $1', id)).toEqual([
      { proof: { carried_out: 'erase', accesses: 1, answers: 0, plan_actions: 0 } },
    ])
  })

  it('passes a request on to who invited the person, once, and tells both', async () => {
    const { id, email, number } = await asked()
    await answer(id, { intent: 'forward' })
    await expect(answer(id, { intent: 'forward' })).rejects.toThrow('Esta solicitud ya se derivó.')
    const mails = await rowsOf(
      "select recipient, params from mails where template = 'data_request_forwarded' and params ->> 'numero_solicitud' = $1",
      number,
    )
    expect(mails).toHaveLength(2)
    expect(mails.find(({ recipient }) => recipient === email)?.params).not.toHaveProperty('detalle')
    expect(mails.find(({ recipient }) => recipient !== email)?.params).toMatchObject({
      persona: email,
      detalle: 'Por favor',
    })
  })

  it('refuses with a reason, which is mailed with the time to complain', async () => {
    const { id, email } = await asked()
    await answer(id, { intent: 'refuse', reason: 'La ley obliga a conservarlos.' })
    expect((await mailsTo(database, email)).at(-1)).toMatchObject({
      template: 'data_request_refused',
      params: { motivo_negativa: 'La ley obliga a conservarlos.', dias_reclamo: '30' },
    })
  })

  it('extends once by 30 days, before the deadline', async () => {
    const { id, email } = await asked()
    const extend = { intent: 'extend', extension_reason: 'Esperamos a quien te invitó.' } as const
    await expect(answer(id, extend, addDays(now, 40))).rejects.toThrow('El plazo ya venció')
    await answer(id, extend)
    await expect(answer(id, extend)).rejects.toThrow('El plazo ya se extendió una vez')
    const [row] = await rowsOf('select due_at from data_requests where id = $1', id)
    expect(row.due_at.getTime() - legalDeadline('access', now).getTime()).toBeGreaterThan(29 * 86_400_000)
    expect((await mailsTo(database, email)).at(-1)).toMatchObject({ template: 'data_request_extended' })
  })

  it('can be done by administrators alone, on erasure too', async () => {
    const { id, email, accessId } = await asked()
    const client = await createProfile(database.ownerPool)
    for (const other of [{ kind: 'user' as const, userId: client.id }, { kind: 'visitor' as const }]) {
      const done = await asActor(database.db, other, tx =>
        tx.updateTable('data_requests').set({ assigned_to: client.id }).where('id', '=', id).executeTakeFirst(),
      )
      expect(done.numUpdatedRows).toBe(0n)
      const { erasePersonalData } = await import('#app/features/data-requests/data-requests.server.ts')
      expect(await asActor(database.db, other, tx => erasePersonalData(tx, { email, now }))).toEqual({
        accesses: 0,
        answers: 0,
        plan_actions: 0,
      })
    }
    expect(await rowsOf('select erased_at from user_accesses where id = $1', accessId)).toEqual([{ erased_at: null }])
  })
})

describe('recordRequest', () => {
  it('counts from the day the letter came, and acknowledges by mail', async () => {
    const request = {
      kind: 'blocking' as const,
      received_on: '2026-12-04' as const,
      email: 'carta@example.cl',
      person_name: 'Rosa',
      details: 'Bloqueen mis datos',
    }
    const at = new Date('2026-12-07T15:00:00Z')
    const id = await recordRequest(database.db, { actor: actor(), request, now: at })
    expect(await rowsOf('select due_at, channel from data_requests where id = $1', id)).toEqual([
      { due_at: new Date('2026-12-10T02:59:59.999Z'), channel: 'staff' },
    ])
    expect(await mailsTo(database, 'carta@example.cl')).toMatchObject([{ template: 'privacy_request_received' }])
    const tomorrow = { ...request, received_on: '2026-12-08' as const }
    const early = recordRequest(database.db, { actor: actor(), request: tomorrow, now: at })
    await expect(early).rejects.toMatchObject({ field: 'received_on' })
  })
})

describe('warnOfDueRequests', () => {
  it('writes to the owner once when a request is near its end, and once when it is overdue', async () => {
    const { number } = await asked()
    const own = async () =>
      (await mailsTo(database, admin.email)).filter(
        ({ template, params }) => template === 'data_requests_due' && JSON.stringify(params).includes(number),
      )
    await warnOfDueRequests(database.db, now)
    expect(await own()).toEqual([])
    for (const days of [26, 27, 28]) await warnOfDueRequests(database.db, addDays(now, days))
    expect(await own()).toHaveLength(1)
    for (const days of [32, 33]) await warnOfDueRequests(database.db, addDays(now, days))
    expect(await own()).toHaveLength(2)
    expect(JSON.stringify((await own())[1]?.params)).toContain('venció hace')
  })
})
