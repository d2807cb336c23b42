import { sql, type Transaction } from 'kysely'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Events of each kind that are read of an access: the newest. */
const MAX_EVENTS = 50

const findMails = (tx: Transaction<DB>, accessIds: readonly string[]) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('mails')
          .select([
            'mails.access_id',
            'mails.id',
            'mails.template',
            'mails.status',
            'mails.created_at',
            'mails.sent_at',
            'mails.last_error',
          ])
          .whereRef('mails.access_id', '=', 'access.id')
          .orderBy('mails.created_at', 'desc')
          .limit(MAX_EVENTS)
          .as('mail'),
      join => join.onTrue(),
    )
    .selectAll('mail')
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...accessIds]))))
    .orderBy('mail.created_at', 'desc')
    .execute()

const findRefusals = (tx: Transaction<DB>, accessIds: readonly string[]) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('access_refusals as refusal')
          .select(['refusal.access_id', 'refusal.id', 'refusal.reason', 'refusal.typed_email', 'refusal.at'])
          .whereRef('refusal.access_id', '=', 'access.id')
          .orderBy('refusal.at', 'desc')
          .orderBy('refusal.id', 'desc')
          .limit(MAX_EVENTS)
          .as('refusal'),
      join => join.onTrue(),
    )
    .selectAll('refusal')
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...accessIds]))))
    .orderBy('refusal.at', 'desc')
    .orderBy('refusal.id', 'desc')
    .execute()

const findChanges = (tx: Transaction<DB>, accessIds: readonly string[]) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('audit_log as entry')
          .select(['entry.id', 'entry.at', 'entry.action', 'entry.actor_kind', 'entry.actor_user_id'])
          .where('entry.entity', '=', 'user_accesses')
          .whereRef('entry.entity_id', '=', sql<string>`access.id::text`)
          .orderBy('entry.id', 'desc')
          .limit(MAX_EVENTS)
          .as('entry'),
      join => join.onTrue(),
    )
    .leftJoin('profiles as actor', 'actor.id', 'entry.actor_user_id')
    .select(['entry.id', 'entry.at', 'entry.action', 'entry.actor_kind', 'actor.first_name', 'actor.last_name'])
    .select('access.id as access_id')
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...accessIds]))))
    .orderBy('entry.id', 'desc')
    .execute()

/** For other people of a confidential item the database shows administrators no run. */
const findRuns = (tx: Transaction<DB>, accessIds: readonly string[]) =>
  tx
    .selectFrom('assessment_runs')
    .select([
      'validated_access_id as access_id',
      'status',
      'start_time',
      'end_time',
      'duration_seconds',
      'active_seconds',
      'current_section',
      'closed_by',
      'questionnaire_version',
      'updated_at',
    ])
    .where(({ eb, val }) => eb('validated_access_id', '=', eb.fn.any(val([...accessIds]))))
    .execute()

/** A mail of an access: its template and delivery status, not its content. */
export type AccessMail = Omit<Awaited<ReturnType<typeof findMails>>[number], 'access_id'>
/** A refused attempt to enter. */
export type AccessRefusal = Omit<Awaited<ReturnType<typeof findRefusals>>[number], 'access_id'>
/** A change by a buyer or an administrator. */
export type AccessChange = Omit<Awaited<ReturnType<typeof findChanges>>[number], 'access_id'>
/** A person's progress. */
export type AccessRun = Omit<Awaited<ReturnType<typeof findRuns>>[number], 'access_id'>

/** What happened to an access, newest first: at most `MAX_EVENTS` of each kind. */
export type AccessEvents = {
  run: AccessRun | undefined
  mails: AccessMail[]
  refusals: AccessRefusal[]
  changes: AccessChange[]
}

/** What happened to each of some accesses, in four queries. For administrators. */
export async function findAccessEvents(
  tx: Transaction<DB>,
  accessIds: readonly string[],
): Promise<(accessId: string) => AccessEvents> {
  const found = await allKeyed({
    runs: findRuns(tx, accessIds),
    mails: findMails(tx, accessIds),
    refusals: findRefusals(tx, accessIds),
    changes: findChanges(tx, accessIds),
  })
  const mails = Map.groupBy(found.mails, ({ access_id }) => access_id)
  const refusals = Map.groupBy(found.refusals, ({ access_id }) => access_id)
  const changes = Map.groupBy(found.changes, ({ access_id }) => access_id)
  return accessId => ({
    run: found.runs.find(({ access_id }) => access_id === accessId),
    mails: mails.get(accessId) ?? [],
    refusals: refusals.get(accessId) ?? [],
    changes: changes.get(accessId) ?? [],
  })
}
