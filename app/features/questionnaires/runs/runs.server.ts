import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { dueAt } from '#app/features/accesses/accesses.server.ts'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { type AnsweringActor, answeredBy } from '#app/features/questionnaires/questionnaires.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** Statuses of an access that may be answered. A started one of a confidential item stays 'active', or its buyer would learn of it. */
const UNFINISHED: readonly AccessStatus[] = ['active', 'in_use']

/** Pages of sold products stay open to their respondents, whatever the status. Mails already sent use the earlier slug. */
export const findProductBySlug = (db: Kysely<DB>, slug: string) =>
  db
    .selectFrom('assessments')
    .select(['id', 'slug', 'name', 'type', 'questionnaire_id', 'status', 'description_short'])
    .select(['allow_business', 'min_seats', 'least_price_clp', 'asks_age'])
    .where(eb =>
      eb.or([
        eb('slug', '=', slug),
        eb('id', '=', eb.selectFrom('former_product_slugs').select('assessment_id').where('slug', '=', slug)),
      ]),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The codes of an e-mail, as they are stored. */
export async function findStoredCodes(tx: Transaction<DB>, email: string): Promise<string[]> {
  const { rows } = await sql<{ stored: string }>`select stored from private.stored_codes_of(${email}) stored`.execute(
    tx,
  )
  return rows.map(({ stored }) => stored)
}

/** `ended_at`: the end of the access, where the pair is right but its time is over. */
type Verdict = { is_valid: boolean; error_message: string | null; access_id: string | null; ended_at: Date | null }

/** Verifies e-mail and code and, when they match a valid invitation, opens the browser's session. */
export async function openRespondentSession(
  tx: Transaction<DB>,
  input: {
    storedCode: string | undefined
    mark: string
    email: string
    network: string
    browser: string
    tokenHash: string
    endsAt: Date
    now: Date
  },
): Promise<Verdict> {
  const { rows } = await sql<Verdict>`
    select is_valid, error_message, access_id, ended_at
    from private.open_respondent_session(${input.storedCode ?? null}, ${input.mark}, ${input.email}, ${input.network}, ${input.browser},
      ${input.tokenHash}, ${input.endsAt}, ${input.now})`.execute(tx)
  const [verdict] = rows
  if (!verdict) throw new Error('open_respondent_session gave no row')
  return verdict
}

/** An access that `actor` answers, with its run if it has one. Revoked ones are not found. */
export const findAnsweredAccess = (tx: Transaction<DB>, actor: AnsweringActor, accessId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .select([
      'access.id',
      'access.email',
      'access.status',
      'access.access_code',
      'access.invitee_name',
      'access.first_name',
      'access.last_name',
      'access.invitee_company',
      'access.job_role',
      'access.department',
      'access.invited_by_user_id',
      'access.expires_at',
      'run.id as run_id',
      'run.status as run_status',
    ])
    .where('access.id', '=', accessId)
    .where('access.status', '!=', 'revoked')
    .where(answeredBy(actor))
    .executeTakeFirst()

/** The product of a user's own access to a business purchase that can be started and has not been. */
export const findUnstartedOfTeam = (tx: Transaction<DB>, userId: string, accessId: string, now: Date) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select('product.slug')
    .where('access.id', '=', accessId)
    .where('access.status', '=', 'active')
    .where('access.expires_at', '>', now)
    .where(answeredBy({ kind: 'user', userId }))
    .where('item.mode', '=', 'business')
    .where('order.status', '=', 'paid')
    .where('product.questionnaire_id', 'is not', null)
    .executeTakeFirst()

export type AnsweredAccess = NonNullable<Awaited<ReturnType<typeof findAnsweredAccess>>>

export type Run = Selectable<DB['assessment_runs']>

/** The run of an access, if the transaction's actor may see it and it was started. */
export const findRunOfAccess = (tx: Transaction<DB>, accessId: string): Promise<Run | undefined> =>
  tx.selectFrom('assessment_runs').selectAll().where('validated_access_id', '=', accessId).executeTakeFirst()

/**
 * The product of an access, who invited and who is told, and the progress of the purchase's participants. A respondent may not read
 * orders, products' sales or profiles, so this runs as the shop, only for an access that the caller has verified.
 */
export const findAccessContext = (tx: Transaction<DB>, accessId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
    .innerJoin('profiles as inviter', join =>
      join.on(sql<boolean>`inviter.id = coalesce(access.invited_by_user_id, access.user_id)`),
    )
    // Nobody is told about the purchases of an organisation that is closed.
    .leftJoin('profiles as contact', join =>
      join.on(sql<boolean>`contact.id = private.contact_of(access.user_id, access.organisation_id)`),
    )
    .leftJoin('organisations as organisation', 'organisation.id', 'access.organisation_id')
    .select(expression => [
      'product.slug',
      'product.name',
      'product.type',
      'product.questionnaire_id',
      'product.questionnaire_version',
      'product.asks_age',
      'contact.email as contact_email',
      'contact.first_name as contact_first_name',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
      'inviter.deleted_at as inviter_deleted_at',
      'organisation.name as organisation',
      consultantSql('access.organisation_id', sql.ref('inviter.id')).as('consultant'),
      expression.fn.coalesce('order.company_name', 'buyer.company').as('buyer_company'),
      'access.invited_by_user_id',
      'access.result_mode',
      'item.share_results',
      dueAt('item').as('due_at'),
      'item.total_seats as seats',
      expression
        .selectFrom('user_accesses as other')
        .whereRef('other.order_item_id', '=', 'item.id')
        .where('other.status', '=', 'completed')
        .select(count => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .as('completed'),
    ])
    .where('access.id', '=', accessId)
    .executeTakeFirst()

type NewRun = Omit<
  Selectable<DB['assessment_runs']>,
  | 'id'
  | 'session_id'
  | 'end_time'
  | 'duration_seconds'
  | 'active_seconds'
  | 'status'
  | 'closed_by'
  | 'current_section'
  | 'created_at'
  | 'updated_at'
>

/** Creates the run of an access. Undefined: it already has one, possibly created concurrently. */
export async function insertRun(tx: Transaction<DB>, run: NewRun): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('assessment_runs')
    .values(run)
    .onConflict(conflict => conflict.column('validated_access_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** What the person of an access was promised, which stays so until the transaction ends. */
export const lockPromise = (tx: Transaction<DB>, actor: AnsweringActor, accessId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .select('access.result_mode')
    .where('access.id', '=', accessId)
    .where('access.status', 'in', UNFINISHED)
    .where(answeredBy(actor))
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Marks an access as in use and locks its row until the transaction ends. No row: it is not this actor's, or was
 * completed, revoked or expired, possibly concurrently.
 */
export const claimAccess = (tx: Transaction<DB>, actor: AnsweringActor, accessId: string, now: Date) =>
  tx
    .updateTable('user_accesses as access')
    .set({ status: 'in_use', accessed_at: sql<Date>`coalesce(access.accessed_at, ${now})` })
    .where('access.id', '=', accessId)
    .where('access.status', 'in', UNFINISHED)
    .where('access.expires_at', '>', now)
    .where(answeredBy(actor))
    .returning(['access.id', 'access.email', 'access.access_code'])
    .executeTakeFirst()

/** Closes an open run; no row: it was closed before, is another person's, or its access was revoked or expired. */
export const closeAnsweredRun = (
  tx: Transaction<DB>,
  actor: AnsweringActor,
  input: { runId: string; accessId: string; now: Date },
): Promise<Run | undefined> =>
  tx
    .updateTable('assessment_runs as run')
    .from('user_accesses as access')
    .set({ ...closing(input.now), closed_by: 'respondent' })
    .where('run.id', '=', input.runId)
    .where('run.status', '=', 'in_progress')
    .where('access.id', '=', input.accessId)
    .whereRef('access.id', '=', 'run.validated_access_id')
    .where('access.status', 'in', UNFINISHED)
    .where('access.expires_at', '>', input.now)
    .where(answeredBy(actor))
    .returningAll('run')
    .executeTakeFirst()

/**
 * Closes the run of a buyer's access ('Terminar') if it has an answer; no row when another request was first. For the
 * buyer's own access the buyer is the respondent: spec D19 is about other people's runs.
 */
export const closeBoughtRun = (
  tx: Transaction<DB>,
  input: { runId: string; userId: string; now: Date },
): Promise<Run | undefined> =>
  tx
    .updateTable('assessment_runs as run')
    .from('user_accesses as access')
    .set({
      ...closing(input.now),
      closed_by: sql<
        'respondent' | 'buyer'
      >`case when access.invited_by_user_id is null and access.user_id = ${input.userId}::uuid then 'respondent' else 'buyer' end`,
    })
    .where('run.id', '=', input.runId)
    .where('run.status', '=', 'in_progress')
    .whereRef('access.id', '=', 'run.validated_access_id')
    .where(closedBy(input.userId))
    .where('access.status', 'in', UNFINISHED)
    .where(hasAnswers)
    .returningAll('run')
    .executeTakeFirst()

/** Who coordinates the purchase, or answers the own seat. */
const closedBy = (userId: string) =>
  sql<boolean>`(${canActSql('access.holder_id', userId, 'coordinator')} or
    (access.user_id = ${userId}::uuid and access.invited_by_user_id is null))`

const hasAnswers = sql<boolean>`private.run_has_answers(run.id)`

const closing = (now: Date) => ({
  status: 'completed' as const,
  end_time: now,
  duration_seconds: sql<number>`greatest(0, floor(extract(epoch from ${now}::timestamptz - run.start_time)))::integer`,
  updated_at: now,
})

/** An access that a user bought, their own or an invited one, with the state of its run. Revoked ones are not found. */
export const findBoughtAccess = (tx: Transaction<DB>, userId: string, accessId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .select(['access.id', 'access.status', 'run.id as run_id', 'run.status as run_status'])
    .select(hasAnswers.as('has_answers'))
    .where('access.id', '=', accessId)
    .where(closedBy(userId))
    .where('access.status', '!=', 'revoked')
    .executeTakeFirst()

/** @param progress percentage of answered closed questions. */
export async function markAccessCompleted(
  tx: Transaction<DB>,
  accessId: string,
  progress: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_accesses')
    .set({ status: 'completed', completed_at: now, progress })
    .where('id', '=', accessId)
    .where('status', 'in', UNFINISHED)
    .execute()
}
