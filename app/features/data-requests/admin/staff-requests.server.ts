import type { Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'

const staffName = (first: string | null, last: string | null): string | null =>
  first === null ? null : fullName({ first_name: first, last_name: last ?? '' })

/** A request as its page shows it. For the staff. */
export async function findDataRequest(tx: Transaction<DB>, id: string) {
  const row = await tx
    .selectFrom('data_requests as request')
    .leftJoin('profiles as assignee', 'assignee.id', 'request.assigned_to')
    .leftJoin('profiles as recorder', 'recorder.id', 'request.recorded_by')
    .leftJoin('profiles as answerer', 'answerer.id', 'request.answered_by')
    .select([
      'request.id',
      'request.number',
      'request.kind',
      'request.status',
      'request.channel',
      'request.email',
      'request.user_id',
      'request.person_name',
      'request.details',
      'request.received_at',
      'request.acknowledged_at',
      'request.due_at',
      'request.extended_at',
      'request.extension_reason',
      'request.assigned_to',
      'request.forwarded_at',
      'request.answered_at',
      'request.answer',
      'request.proof',
      'assignee.first_name as assignee_first',
      'assignee.last_name as assignee_last',
      'recorder.first_name as recorder_first',
      'recorder.last_name as recorder_last',
      'answerer.first_name as answerer_first',
      'answerer.last_name as answerer_last',
    ])
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const {
    assignee_first,
    assignee_last,
    recorder_first,
    recorder_last,
    answerer_first,
    answerer_last,
    proof,
    ...request
  } = row
  return {
    ...request,
    assignee: staffName(assignee_first, assignee_last),
    recorder: staffName(recorder_first, recorder_last),
    answerer: staffName(answerer_first, answerer_last),
    /** What was done, as the shop noted it. */
    proof: proof === null ? null : storableJson(proof),
  }
}

export type DataRequestDetail = NonNullable<Awaited<ReturnType<typeof findDataRequest>>>

/** An open request, locked until the transaction ends: two administrators answer one after the other. */
export const lockOpenRequest = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('data_requests')
    .select(['id', 'number', 'kind', 'email', 'person_name', 'details', 'due_at', 'extended_at', 'forwarded_at'])
    .where('id', '=', id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof lockOpenRequest>>>

/** How many accesses and answers of a mailbox there are, for who decides about them. */
export async function countSubject(tx: Transaction<DB>, email: string): Promise<{ accesses: number; blocked: number }> {
  const row = await tx
    .selectFrom('user_accesses')
    .select(count => [count.fn.countAll<string>().as('accesses'), count.fn.count<string>('blocked_at').as('blocked')])
    .where('email', '=', email)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { accesses: Number(row.accesses), blocked: Number(row.blocked) }
}

/** Who invited a mailbox and decides about what it answered: the buyers with an account. */
export const findInviters = (tx: Transaction<DB>, email: string): Promise<Inviter[]> =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
    .select(['buyer.email', 'buyer.first_name', 'buyer.last_name'])
    .distinct()
    .where('access.email', '=', email)
    .where('access.erased_at', 'is', null)
    .where('access.invited_by_user_id', 'is not', null)
    .where('buyer.deleted_at', 'is', null)
    .orderBy('buyer.email')
    .execute()

type Inviter = { email: string; first_name: string; last_name: string }
