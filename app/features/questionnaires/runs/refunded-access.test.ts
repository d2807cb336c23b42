import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteRespondent } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import { saveInvitee } from '#app/features/accesses/invitations/save-invitee.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { ok } from '#app/kernel/result.ts'
import { type QueuedMail, queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { MailTransport, OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createProfile, createRefund } from '#tests/support/factories.ts'
import { sendNewMails } from '#tests/support/mails.ts'
import { asSessionUser, createAnswering, createInvited, DETAILS } from '#tests/support/respondents.ts'
import { beginRun } from './begin-run.server.ts'
import { closeRunAsBuyer, completeRun } from './complete-run.server.ts'
import { openAccess } from './respondent-session.server.ts'

// What a refund of the whole order revokes, also for people who are answering.

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(24)
})
afterAll(() => database.close())

const query = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const refund = (orderId: string) => createRefund(database.ownerPool, orderId)
const statusOf = async (accessId: string) =>
  (await query('select status from user_accesses where id = $1', accessId))[0].status

describe('a refunded order', () => {
  // shows: A4.22
  it('revokes accesses that are not started, started and completed', async () => {
    const answering = await createAnswering(database)
    const { item, buyer, accessId, runId } = answering
    const waiting = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await answering.save([{ field: 'q1_governance_framework', value: 4, seq: 1 }])
    const done = await completeRun(database, answering.respondent, { runId, accessId, now: new Date() })
    expect(done.ok).toBe(true)
    await refund(item.order_id)
    expect(await query('select distinct status from user_accesses where order_item_id = $1', item.item_id)).toEqual([
      { status: 'revoked' },
    ])
    expect(await query('select used_seats from order_items where id = $1', item.item_id)).toEqual([{ used_seats: 0 }])
    // Answers are kept, but neither buyers nor respondents can read them.
    expect(await query('select status from assessment_runs where id = $1', runId)).toEqual([{ status: 'completed' }])
    const seen = (actor: Actor) =>
      asActor(database.db, actor, async tx => ({
        runs: (await tx.selectFrom('assessment_runs').select('id').where('id', '=', runId).execute()).length,
        answers: (await tx.selectFrom('run_answers').select('field').where('run_id', '=', runId).execute()).length,
      }))
    expect(await seen({ kind: 'user', userId: buyer.id })).toEqual({ runs: 0, answers: 0 })
    expect(await seen(answering.respondent)).toEqual({ runs: 0, answers: 0 })
    const staff = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await seen({ kind: 'admin', userId: staff.id })).toEqual({ runs: 1, answers: 1 })
    const opened = await openAccess(
      database,
      { email: waiting.email, access_code: waiting.code, address: '10.0.0.1', browser: 'navegador' },
      new Date(),
    )
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'invalid', message: 'Código de acceso o email inválido' },
    })
  })

  it('ends open sessions: nothing more is saved, started or completed', async () => {
    const answering = await createAnswering(database)
    const { item, buyer, accessId, runId, respondent } = answering
    await answering.save([{ field: 'q1_governance_framework', value: 4, seq: 1 }])
    await refund(item.order_id)
    expect(
      await query('select from respondent_sessions where access_id = $1 and revoked_at is null', accessId),
    ).toEqual([])
    expect(await answering.save([{ field: 'q2_roles_responsibilities', value: 2, seq: 2 }])).toEqual({
      state: 'not_allowed',
    })
    expect(await answering.stored()).toEqual({ q1_governance_framework: 4 })
    const now = new Date()
    expect(await completeRun(database, respondent, { runId, accessId, now })).toEqual({
      ok: false,
      error: { code: 'not_allowed' },
    })
    const user = asSessionUser(buyer)
    const closed = closeRunAsBuyer(database, { user, accessId, now })
    await expect(closed).rejects.toThrow('No se pudo obtener la información del acceso')
    const own = await beginRun(database.db, {
      actor: { kind: 'user', userId: buyer.id },
      accessId: item.owner_access_id,
      details: DETAILS,
      userId: buyer.id,
      privacyNoticeVersion: '1',
      promised: 'nominative',
      now,
    })
    expect(own).toEqual({ ok: false, error: { code: 'not_allowed' } })
  })

  it("is protected by row-level security too: an owner who knows the run's id can't write an answer", async () => {
    const invited = await createInvited(database.ownerPool)
    const actor = { kind: 'user', userId: invited.buyer.id } as const
    const begun = await beginRun(database.db, {
      actor,
      accessId: invited.item.owner_access_id,
      details: DETAILS,
      userId: invited.buyer.id,
      privacyNoticeVersion: '1',
      promised: 'nominative',
      now: new Date(),
    })
    if (!begun.ok) throw new Error(begun.error.code)
    await refund(invited.item.order_id)
    const written = asActor(database.db, actor, tx =>
      tx
        .insertInto('run_answers')
        .values({ run_id: begun.value.runId, field: 'q1_governance_framework', option: 1, text: null, client_seq: 1 })
        .execute(),
    )
    await expect(written).rejects.toThrow('row-level security')
  })
})

describe('concurrently with a refund', () => {
  // shows: A4.22
  it('an answer is saved wholly or not at all, and a run is completed with its access or stays open', async () => {
    for (let round = 0; round < 6; round += 1) {
      const answering = await createAnswering(database)
      const { item, accessId, runId, respondent } = answering
      await answering.save([{ field: 'q1_governance_framework', value: 4, seq: 1 }])
      const [, saved, completed] = await Promise.all([
        refund(item.order_id),
        answering.save([{ field: 'q2_roles_responsibilities', value: 2, seq: 2 }]),
        completeRun(database, respondent, { runId, accessId, now: new Date() }),
      ])
      const stored = await answering.stored()
      expect('q2_roles_responsibilities' in stored).toBe(saved.state === 'saved')
      const [run] = await query(
        `select run.status, access.completed_at is not null as visible from assessment_runs run
         join user_accesses access on access.id = run.validated_access_id where run.id = $1`,
        runId,
      )
      expect(run).toEqual({ status: completed.ok ? 'completed' : 'in_progress', visible: completed.ok })
      expect(await statusOf(accessId)).toBe('revoked')
    }
  })

  // shows: A4.22
  it('no seat is assigned that outlives it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { item, buyer, invitation } = await createInvited(database.ownerPool)
      const user = asSessionUser(buyer)
      const form = {
        firstName: 'Rosa',
        lastName: 'Paz',
        email: `rosa-${round}-${item.item_id}@example.cl`,
        role: 'otro' as const,
        area: 'Finanzas',
      }
      const settings = { appUrl: 'http://tienda.test' }
      const now = new Date()
      const [refunded, invited, handed] = await Promise.allSettled([
        refund(item.order_id),
        inviteRespondent({ db: database.db, settings }, { user, itemId: item.item_id, form, now }),
        saveInvitee(database.db, {
          user,
          accessId: invitation.id,
          form: {
            name: 'Luz Mar',
            email: `luz-${round}-${item.item_id}@example.cl`,
            jobRole: 'otro',
            department: 'TI',
          },
          now,
        }),
      ])
      expect(refunded.status).toBe('fulfilled')
      if (invited.status === 'rejected') {
        expect(invited.reason).toEqual(new Refusal('No se pudo crear la invitación. Inténtelo de nuevo.'))
      }
      if (handed.status === 'rejected') {
        const text = 'El acceso cambió entretanto. Recarga la página.'
        expect(handed.reason).toEqual(new Refusal(text, { title: 'No se pudieron guardar los datos' }))
      }
      expect(
        await query("select from user_accesses where order_item_id = $1 and status <> 'revoked'", item.item_id),
      ).toEqual([])
      expect(await query('select used_seats from order_items where id = $1', item.item_id)).toEqual([{ used_seats: 0 }])
      expect(
        await query(
          `select from mails mail join user_accesses access on access.id = mail.access_id
           where access.order_item_id = $1 and mail.status = 'queued' and access.status <> 'revoked'`,
          item.item_id,
        ),
      ).toEqual([])
    }
  })
})

describe('mails of a refunded order', () => {
  const mailOf = (accessId: string): QueuedMail => ({
    template: 'buyer_completion_notice',
    recipient: 'camila@example.cl',
    accessId,
    params: {
      nombre_participante: 'Pedro',
      nombre_evaluacion: 'DAMA',
      fecha_termino: 'hoy',
      cantidad_completadas: '1',
      cantidad_asientos: '3',
      enlace_panel: '/account/dashboard',
    },
  })
  const outbox = (send: MailTransport['send']) => ({
    db: database.db,
    transport: { send, close: () => {} },
    appUrl: 'http://tienda.test',
    log: createLog('error', () => {}),
  })
  const queue = (accessId: string) => asActor(database.db, SYSTEM, tx => queueMail(tx, mailOf(accessId)))
  const states = (accessId: string) =>
    query('select status from mails where access_id = $1 order by created_at', accessId)

  it('that are queued are cancelled, and one written concurrently is not sent', async () => {
    await query('delete from mails')
    const { item, invitation } = await createInvited(database.ownerPool)
    await queue(invitation.id)
    await refund(item.order_id)
    await queue(invitation.id)
    const sent: OutgoingMail[] = []
    const deps = outbox(async mail => {
      sent.push(mail)
      return ok(undefined)
    })
    await sendNewMails(deps)
    expect(sent).toEqual([])
    expect(await states(invitation.id)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
  })

  it('that were being sent and failed are not retried', async () => {
    await query('delete from mails')
    const { item, invitation } = await createInvited(database.ownerPool)
    await queue(invitation.id)
    const deps = outbox(async () => {
      await refund(item.order_id)
      return { ok: false, error: { code: 'unavailable', detail: 'away' } }
    })
    await sendNewMails(deps)
    expect(await states(invitation.id)).toEqual([{ status: 'cancelled' }])
  })

  it('that arrived meanwhile are recorded as sent', async () => {
    await query('delete from mails')
    const { item, invitation } = await createInvited(database.ownerPool)
    await queue(invitation.id)
    const deps = outbox(async () => {
      await refund(item.order_id)
      return ok(undefined)
    })
    await sendNewMails(deps)
    expect(await states(invitation.id)).toEqual([{ status: 'sent' }])
  })
})
