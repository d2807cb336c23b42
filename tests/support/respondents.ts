import type { Pool } from 'pg'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import type { RespondentDetails } from '#app/features/questionnaires/respondent-schema.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import {
  type SaveAnswers,
  type SubmittedAnswer,
  saveAnswers,
} from '#app/features/questionnaires/runs/save-answer.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from './factories.ts'

/** A purchase of three seats of the governance assessment, with one invited person who has opened a session. */
export async function createInvited(pool: Pool, slug = 'dama-assessment') {
  const buyer = await createProfile(pool, { first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(pool, slug)
  const item = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 3 })
  const invitation = await createInvitation(pool, { itemId: item.item_id, userId: buyer.id, name: 'Pedro Soto' })
  return { buyer, product, item, invitation, respondent: await openSession(pool, invitation.id) }
}

/** A respondent's session of an access, as e-mail and code would open it. */
export async function openSession(pool: Pool, accessId: string): Promise<AnsweringActor> {
  const sessionHash = digestOf(newToken())
  await pool.query(
    `with opened as (update user_accesses set opened_at = coalesce(opened_at, now()) where id = $2)
     insert into respondent_sessions (token_hash, access_id, expires_at) values ($1, $2, now() + interval '30 days')`,
    [sessionHash, accessId],
  )
  return { kind: 'respondent', sessionHash }
}

export const DETAILS: RespondentDetails = {
  full_name: 'Pedro Soto',
  position: 'Jefe de datos',
  organizational_unit: 'Tecnología',
  data_role: 'Custodio de los datos de clientes',
  company_name: 'Frutos del Maule SpA',
}

export const asSessionUser = (profile: {
  id: string
  email: string
  first_name: string
  last_name: string
}): SessionUser => ({
  ...profile,
  company: null,
  phone: null,
  staff_scope: null,
  role: 'client',
  created_at: new Date(),
})

export async function* these(...actors: AnsweringActor[]): AsyncGenerator<AnsweringActor> {
  yield* actors
}

/** An invited respondent during the governance assessment. */
export async function createAnswering(database: Databases, now = new Date()) {
  const invited = await createInvited(database.ownerPool)
  const started = await beginRun(database.db, {
    actor: invited.respondent,
    accessId: invited.invitation.id,
    details: DETAILS,
    userId: undefined,
    privacyNoticeVersion: '1',
    promised: 'nominative',
    now,
  })
  if (!started.ok) throw new Error(started.error.code)
  const runId = started.value.runId
  const input = {
    runId,
    accessId: invited.invitation.id,
    questionnaireId: 'dama-dmbok2',
    questionnaireVersion: 1,
    currentSection: 1,
    activeSeconds: 0,
    now,
  }
  const save = (answers: readonly SubmittedAnswer[], other: Partial<SaveAnswers> = {}, actor = invited.respondent) =>
    saveAnswers(database, actor, { ...input, answers, ...other })
  const stored = async () => {
    const { rows } = await database.ownerPool.query<{ field: string; option: number | null; text: string | null }>(
      'select field, option, text from run_answers where run_id = $1',
      [runId],
    )
    return Object.fromEntries(rows.map(row => [row.field, row.option ?? row.text]))
  }
  return { ...invited, runId, accessId: invited.invitation.id, save, stored }
}
