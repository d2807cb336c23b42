import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { runCompleted } from '#app/features/questionnaires/runs/run-completed.server.ts'
import { findRunOfAccess } from '#app/features/questionnaires/runs/runs.server.ts'
import { createInvitation, createPaidItem, createProfile } from './factories.ts'
import { asShop } from './shop-transaction.ts'

export type Completed = {
  accessId: string
  runId: string
  buyerId: string
  owner: AnsweringActor
  respondent: AnsweringActor
  /** The value of the respondent's cookie. */
  token: string
}

type Input = {
  productId: string
  /** The buyer; a new one unless named. */
  buyerId?: string
  fullName?: string
  /** Whether an invited person has completed it, instead of the buyer. */
  invited?: boolean
  closedBy?: 'respondent' | 'buyer'
  /** Started but not completed. */
  unfinished?: boolean
}

/** An access whose person has completed the assessment, with the two actors that may use it. */
export async function createCompleted(pool: Pool, input: Input): Promise<Completed> {
  const { productId, fullName = 'Pedro Soto', invited = true, closedBy = 'respondent', unfinished = false } = input
  const buyer = { id: input.buyerId ?? (await createProfile(pool)).id }
  const item = await createPaidItem(pool, { userId: buyer.id, productId, seats: 2 })
  const accessId = invited
    ? (await createInvitation(pool, { itemId: item.item_id, userId: buyer.id, name: fullName })).id
    : item.owner_access_id
  await pool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [accessId])
  const run = await pool.query<{ id: string }>(
    `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
       validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version)
     values ($2, 'persona@example.cl', 'Jefa', 'Datos', 'Custodia', 'Empresa', 'AC-22222222', $1, 'dama-dmbok2', 1, '1') returning id`,
    [accessId, fullName],
  )
  if (!unfinished) {
    await pool.query(
      `update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 60, closed_by = $2
       where validated_access_id = $1`,
      [accessId, closedBy],
    )
    await pool.query(
      "update user_accesses set status = 'completed', completed_at = now(), progress = 100 where id = $1",
      [accessId],
    )
    await followCompletion(pool, accessId)
  }
  const token = randomBytes(32).toString('base64url')
  const sessionHash = createHash('sha256').update(token).digest('hex')
  await pool.query(
    "insert into respondent_sessions (token_hash, access_id, expires_at) values ($1, $2, now() + interval '30 days')",
    [sessionHash, accessId],
  )
  return {
    accessId,
    runId: run.rows[0]?.id ?? '',
    buyerId: buyer.id,
    owner: { kind: 'user', userId: buyer.id },
    respondent: { kind: 'respondent', sessionHash },
    token,
  }
}

/** What follows when the run of an access is completed, as if its buyer had closed it. */
export const followCompletion = (pool: Pool, accessId: string): Promise<void> =>
  asShop(pool, async tx => {
    const run = await findRunOfAccess(tx, accessId)
    if (run) await runCompleted(tx, run, 'buyer', new Date())
  })

/** A review with its access, inserted as the owner of the database; moderated where a status is named. */
export async function createReview(
  pool: Pool,
  input: { productId: string; rating: number; comment?: string; status?: 'pending' | 'published' },
): Promise<{ id: string; accessId: string }> {
  const { accessId } = await createCompleted(pool, { productId: input.productId })
  const client = await pool.connect()
  try {
    await client.query("begin; set local alhena.kind = 'system'")
    const { rows } = await client.query<{ id: string }>(
      'insert into reviews (access_id, rating, comment) values ($1, $2, $3) returning id',
      [accessId, input.rating, input.comment ?? ''],
    )
    const id = rows[0]?.id ?? ''
    if (input.status === 'published') await client.query("update reviews set status = 'published' where id = $1", [id])
    await client.query('commit')
    return { id, accessId }
  } finally {
    client.release()
  }
}
