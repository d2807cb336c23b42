import { sql, type Transaction } from 'kysely'
import { accessesEndAt, dueAt, paidItem } from '#app/features/accesses/accesses.server.ts'
import { jobRoleText } from '#app/features/accesses/accesses.ts'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type InvitationStage, isPending, type Participant } from './participants.ts'

/** An `ilike` pattern that matches the literal text anywhere. */
const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** People per page of the list. */
export const PAGE_SIZE = 50

/** A paid item with what its list of people needs; undefined for who does not coordinate it. */
export const findParticipantsItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  paidItem(tx, userId, itemId, 'coordinator')
    .select([
      'item.id',
      'item.total_seats as seats',
      'item.used_seats',
      'item.mode',
      'item.reminder_days',
      'item.due_at as selected_due_at',
      dueAt('item').as('due_at'),
      'item.result_mode',
      'order.order_number',
      'order.company_name',
      'product.id as product_id',
      'product.slug',
      'product.name',
      'product.type',
      'product.questionnaire_id',
      accessesEndAt('order').as('expires_at'),
      consultantSql('item.organisation_id', sql`${userId}::uuid`).as('consultant'),
    ])
    .where('product.deleted_at', 'is', null)
    .executeTakeFirst()

type Input = { userId: string; itemId: string; now: Date }

const INVITATIONS = ['respondent_invitation', 'respondent_reminder']

/**
 * An item's accesses, each with its stage. The last mail decides only while nobody has opened the access; for others of
 * a confidential item the database returns only whether it is completed (spec D18).
 */
const people = (tx: Transaction<DB>, { userId, itemId, now }: Input) =>
  tx
    .selectFrom('user_accesses as access')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('mails as mail')
          .whereRef('mail.access_id', '=', 'access.id')
          .where('mail.template', 'in', INVITATIONS)
          .select(({ fn }) => [
            fn.max('mail.created_at').as('mailed_at'),
            sql<number>`count(*) filter (where mail.template = 'respondent_invitation')`.as('invitations'),
            sql<string | null>`(array_agg(mail.status order by mail.created_at desc, mail.id))[1]`.as('last_status'),
          ])
          .as('mailed'),
      join => join.onTrue(),
    )
    .where('access.order_item_id', '=', itemId)
    .where(canActSql('access.holder_id', userId, 'coordinator'))
    .select(({ fn }) => [
      'access.id',
      'access.email',
      'access.job_role',
      'access.department',
      'access.access_code',
      sql<boolean>`(access.invited_by_user_id is null and access.user_id = ${userId}::uuid)`.as('own'),
      'access.invited_by_user_id',
      'access.progress',
      'access.expires_at',
      'access.created_at',
      'access.reminders_sent as reminders',
      fn.coalesce('access.invitee_name', sql<string>`concat_ws(' ', access.first_name, access.last_name)`).as('name'),
      'mailed.mailed_at',
      fn.coalesce('mailed.invitations', sql<number>`0`).as('invitations'),
      sql<InvitationStage>`case
        when access.status = 'revoked' then 'revoked'
        when access.completed_at is not null then 'completed'
        when access.expires_at <= ${now} then 'expired'
        when access.accessed_at is not null then 'in_progress'
        when access.opened_at is not null then 'opened'
        when mailed.last_status = 'failed' then 'failed'
        when mailed.last_status = 'sent' then 'sent'
        else 'queued' end`.as('stage'),
    ])

export type ParticipantFilter = {
  /** Part of an e-mail, a name, a role or a department. */
  search: string
  /** When absent, everybody who is not revoked. */
  stage: InvitationStage | undefined
  /** Cursor: the last person of the previous page. */
  after: string | undefined
}

/** A page of an item's people in the order of their creation, with one extra row when more follow. */
export async function listParticipants(tx: Transaction<DB>, input: Input, filter: ParticipantFilter) {
  const { search, stage, after } = filter
  const rows = await tx
    .selectFrom(people(tx, input).as('person'))
    .selectAll()
    .$if(stage !== undefined, query => query.where('person.stage', '=', stage ?? 'sent'))
    .$if(stage === undefined, query => query.where('person.stage', '<>', 'revoked'))
    .$if(search !== '', query =>
      query.where(({ eb, or }) =>
        or(
          (['person.email', 'person.name', 'person.job_role', 'person.department'] as const).map(column =>
            eb(column, 'ilike', anywhere(search)),
          ),
        ),
      ),
    )
    .$if(after !== undefined, query =>
      query.where(
        sql<boolean>`(person.created_at, person.id) > (select created_at, id from user_accesses where id = ${after ?? ''}::uuid)`,
      ),
    )
    .orderBy('person.created_at')
    .orderBy('person.id')
    .limit(PAGE_SIZE + 1)
    .execute()
  return rows.map(toParticipant)
}

/** One person of an item with the access code as it is stored; undefined for another buyer's. */
export async function findParticipant(tx: Transaction<DB>, input: Input, accessId: string) {
  const row = await people(tx, input).where('access.id', '=', accessId).executeTakeFirst()
  return row && { ...toParticipant(row), access_code: row.access_code }
}

/** How many people of an item are at each stage, and how many of the invited ones can still answer. */
export async function countStages(
  tx: Transaction<DB>,
  input: Input,
): Promise<{ counts: Partial<Record<InvitationStage, number>>; pending: number }> {
  const rows = await tx
    .selectFrom(people(tx, input).as('person'))
    .select(({ fn }) => [
      'person.stage',
      fn.countAll<number>().as('count'),
      fn.count<number>('person.invited_by_user_id').as('invited'),
    ])
    .groupBy('person.stage')
    .execute()
  return {
    counts: Object.fromEntries(rows.map(({ stage, count }) => [stage, count])),
    pending: rows.reduce((sum, { stage, invited }) => (isPending(stage) ? sum + invited : sum), 0),
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

const toParticipant = ({ invited_by_user_id, created_at: _, access_code: __, ...row }: Row): Participant => ({
  ...row,
  name: row.name ?? '',
  job_role: jobRoleText(row.job_role),
  department: row.department ?? '',
  of_buyer: invited_by_user_id === null && !row.own,
})

type Selected = { userId: string; itemId: string }

/** Sets after how many days reminders are sent; null: none. False: no item of this buyer. */
export const updateReminders = (tx: Transaction<DB>, { days, ...item }: Selected & { days: number | null }) =>
  updateItem(tx, item, { reminder_days: days })

/** Sets until when people are asked to answer; null: no date. False: no item of this buyer. */
export const updateDueDate = (tx: Transaction<DB>, { dueAt: due_at, ...item }: Selected & { dueAt: Date | null }) =>
  updateItem(tx, item, { due_at })

async function updateItem(
  tx: Transaction<DB>,
  { userId, itemId }: Selected,
  values: { reminder_days: number | null } | { due_at: Date | null },
): Promise<boolean> {
  const updated = await tx
    .updateTable('order_items')
    .set(values)
    .where('id', '=', itemId)
    .where(canActSql('order_items.holder_id', userId, 'coordinator'))
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
