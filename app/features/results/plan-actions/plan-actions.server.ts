import { sql, type Transaction } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { peopleOf } from '#app/features/organisations/organisations.server.ts'
import type { Goal, LevelNumber } from '#app/features/questionnaires/plan.ts'
import type { Subject } from '#app/features/results/plan/action-plan.ts'
import { boughtRuns, ownAccess } from '#app/features/results/results.server.ts'
import type { Day } from '#app/kernel/dates.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Owner, PlanAction } from './plan-actions.ts'

/** Whose plan it is: a company purchase's, or that of one person's own answers. */
export type PlanOf = { itemId: string } | { accessId: string }

/** The keys of a plan's actions. */
export type PlanRow = { order_item_id: string; access_id: string | null }

/** The stored actions of a plan that the actor may read, in their order; none before the work has begun. */
export async function findPlanActions(tx: Transaction<DB>, of: PlanOf): Promise<PlanAction[]> {
  const rows = await planActions(tx, of).execute()
  return rows.map(toPlanAction)
}

const planActions = (tx: Transaction<DB>, of: PlanOf) =>
  tx
    .selectFrom('plan_actions')
    .select([
      'id',
      'version',
      'field',
      'kind',
      sql<Goal | null>`goal`.as('goal'),
      sql<LevelNumber | null>`reached`.as('reached'),
      'title',
      'owner_name',
      'owner_email',
      sql<Day | null>`to_char(due_on, 'YYYY-MM-DD')`.as('due_on'),
      'state',
      'dropped_reason',
      'note',
      'hidden',
      sql<boolean>`state in ('todo', 'doing') and coalesce(due_on < private.day_of(private.actor_time()), false)`.as(
        'overdue',
      ),
    ])
    .$call(query =>
      'accessId' in of
        ? query.where('access_id', '=', of.accessId)
        : query.where('order_item_id', '=', of.itemId).where('access_id', 'is', null),
    )
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')

type StoredRow = Awaited<ReturnType<ReturnType<typeof planActions>['execute']>>[number]

function toPlanAction({ field, kind, goal, reached, owner_name, owner_email, ...row }: StoredRow): PlanAction {
  return {
    ...row,
    subject: field === null || kind === null ? null : { field, kind, goal, reached },
    owner: owner_name === null ? null : { name: owner_name, email: owner_email },
  }
}

/**
 * The plan that a user may change: of a company purchase that the user coordinates, or of the user's own completed answers. Undefined
 * for anybody else's.
 */
export async function findOwnPlan(tx: Transaction<DB>, userId: string, of: PlanOf): Promise<PlanRow | undefined> {
  if ('itemId' in of) {
    const item = await paidItem(tx, userId, of.itemId, 'coordinator')
      .select('item.id')
      .where('item.mode', '=', 'business')
      .executeTakeFirst()
    return item && { order_item_id: item.id, access_id: null }
  }
  const access = await boughtRuns(tx, userId)
    .select(['access.id', 'item.id as item_id', ownAccess(userId)])
    .where('access.id', '=', of.accessId)
    .where('run.status', '=', 'completed')
    .executeTakeFirst()
  return access?.own ? { order_item_id: access.item_id, access_id: access.id } : undefined
}

/** Makes those who change one plan wait for each other. */
export const lockPlan = (tx: Transaction<DB>, { order_item_id, access_id }: PlanRow) =>
  sql`select private.lock_plan(${order_item_id}::uuid, ${access_id}::uuid)`.execute(tx)

/** People that a form offers at most; anybody else is typed. */
const MOST_PEOPLE = 100

/** Who may answer for an action, by name: who was invited to the purchase, and its organisation; of an own plan, the person alone. */
export async function findPeople(tx: Transaction<DB>, of: PlanOf): Promise<Owner[]> {
  const invited = tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .select(['access.person_name as name', 'access.email'])
    .$call(query =>
      'accessId' in of ? query.where('access.id', '=', of.accessId) : query.where('item.id', '=', of.itemId),
    )
    .where('access.status', '<>', 'revoked')
    .where('access.erased_at', 'is', null)
    .orderBy('access.person_name')
    .orderBy('access.id')
    .limit(MOST_PEOPLE)
    .execute()
  const [people, members] = await Promise.all([
    invited,
    'itemId' in of
      ? peopleOf(tx, sql<string | null>`(select organisation_id from order_items where id = ${of.itemId}::uuid)`)
      : [],
  ])
  // By address: somebody is a member, and was invited as well.
  const byEmail = new Map([...members, ...people].map(({ name, email }) => [email, { name, email }]))
  return [...byEmail.values()].toSorted((a, b) => compareTexts(a.name, b.name))
}

/** What a new action begins with. */
export type NewAction = {
  subject: Subject | null
  title: string
  owner?: Owner | null
  due_on?: Day | null
  note?: string
  /** A proposal that nobody wants: dropped, and out of sight. */
  dropped?: string
}

/** Adds actions at the end of a plan; one that the plan has already is left out. Returns their ids. */
export async function insertActions(
  tx: Transaction<DB>,
  plan: PlanRow,
  added: readonly NewAction[],
  now: Date,
): Promise<string[]> {
  const last = await tx
    .selectFrom('plan_actions')
    .select(sql<number>`coalesce(max(position), -1)`.as('position'))
    .where('order_item_id', '=', plan.order_item_id)
    .where('access_id', plan.access_id === null ? 'is' : '=', plan.access_id)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .insertInto('plan_actions')
    .values(
      added.map(({ subject, title, owner, due_on, note = '', dropped }, index) => ({
        ...plan,
        field: subject?.field ?? null,
        kind: subject?.kind ?? null,
        goal: subject?.goal ?? null,
        reached: subject?.reached ?? null,
        title,
        position: last.position + 1 + index,
        owner_name: owner?.name ?? null,
        owner_email: owner?.email ?? null,
        due_on: due_on ?? null,
        note,
        state: dropped === undefined ? ('todo' as const) : ('dropped' as const),
        dropped_reason: dropped ?? null,
        hidden: dropped !== undefined,
        created_at: now,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
