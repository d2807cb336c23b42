import { type Kysely, sql, type Transaction } from 'kysely'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import type { Action } from '#app/features/results/plan/action-plan.ts'
import { namedAction } from '#app/features/results/plan/plan-texts.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { cutText } from '#app/kernel/text.ts'
import { asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ActionChange, actionsChanged } from './action-changed.server.ts'
import { NOBODY, OTHER } from './action-fields.ts'
import {
  findOwnPlan,
  findPeople,
  findPlanActions,
  insertActions,
  lockPlan,
  type NewAction,
  type PlanOf,
  type PlanRow,
} from './plan-actions.server.ts'
import { MOST_ACTIONS, type Owner, type PlanAction, subjectKey, type WorkedPlan } from './plan-actions.ts'
import type { AddedForm, ChangedForm } from './work-forms.server.ts'

/** Who works with which plan, and when. */
export type Working = { userId: string; of: PlanOf; now: Date }

const GONE = 'Esta acción ya no existe.'
const FULL = `Un plan tiene hasta ${MOST_ACTIONS} acciones.`

/** 'Trabajar con este plan': stores what the answers ask for, once. False: the user may not change such a plan. @throws Refusal */
export async function beginPlan(db: Kysely<DB>, working: Working): Promise<boolean> {
  const found = await findPlan(db, working)
  return changePlan(db, working, (tx, plan, stored) => begin(tx, { plan, stored, found, now: working.now }))
}

/** Adds an action of somebody's own; the work begins with it where it has not. False likewise. @throws Refusal */
export async function addAction(db: Kysely<DB>, { form, ...working }: Working & { form: AddedForm }): Promise<boolean> {
  const found = await findPlan(db, working)
  return changePlan(db, working, async (tx, plan, stored) => {
    if (stored.length === 0 && found && found.actions.length > 0) {
      await begin(tx, { plan, stored, found, now: working.now })
    }
    const owner = await readOwner(tx, working.of, form)
    await add(tx, working, plan, { subject: null, title: form.title, owner, due_on: form.due_on, note: form.note })
  })
}

/** 'Agregar' or 'Descartar' of what the answers ask for besides. False likewise. @param proposal its `subjectKey`. @throws Refusal */
export async function answerProposal(
  db: Kysely<DB>,
  { proposal, accept, ...working }: Working & { proposal: string; accept: boolean },
): Promise<boolean> {
  const found = await findPlan(db, working)
  const action = found?.work?.proposals.find(each => subjectKey(each) === proposal)
  return changePlan(db, working, async (tx, plan) => {
    if (!action) return refuse('Esa propuesta ya no está: las respuestas o el plan cambiaron.')
    const added = newAction(action)
    await add(tx, working, plan, accept ? added : { ...added, dropped: 'Propuesta descartada.' })
  })
}

/** What another person made of an action since the form was shown. */
export type Conflict = { conflict: PlanAction }

/**
 * Changes an action. Nothing is written over what somebody else changed since the form was shown: that is returned instead. False
 * likewise. @throws Refusal
 */
export async function changeAction(
  db: Kysely<DB>,
  { form, ...working }: Working & { form: ChangedForm },
): Promise<boolean | Conflict> {
  let conflict: PlanAction | undefined
  const found = await changePlan(db, working, async (tx, plan, stored) => {
    const before = stored.find(({ id }) => id === form.id) ?? refuse(GONE)
    if (before.version !== form.version) {
      conflict = before
      return
    }
    const owner = await readOwner(tx, working.of, form)
    const { state } = form
    await tx
      .updateTable('plan_actions')
      .set({
        // What the answers asked for keeps its name.
        title: (before.subject === null && form.title) || before.title,
        owner_name: owner?.name ?? null,
        owner_email: owner?.email ?? null,
        due_on: form.due_on,
        state,
        dropped_reason: state === 'dropped' ? form.dropped_reason : null,
        note: form.note,
        done_at: state === 'done' ? sql<Date>`coalesce(done_at, ${working.now})` : null,
        version: before.version + 1,
      })
      .where('id', '=', before.id)
      .execute()
    await followChanges(tx, { plan, of: working.of, stored }, [before.id])
  })
  return found && conflict ? { conflict } : found
}

/** Hides an action, or shows it again. False likewise. @throws Refusal */
export const hideAction = (
  db: Kysely<DB>,
  { id, hidden, ...working }: Working & { id: string; hidden: boolean },
): Promise<boolean> =>
  changePlan(db, working, async (tx, plan, stored) => {
    if (!stored.some(each => each.id === id)) refuse(GONE)
    await tx.updateTable('plan_actions').set({ hidden }).where('id', '=', id).execute()
    await followChanges(tx, { plan, of: working.of, stored }, [id])
  })

/** Moves an action before or after its neighbour among those that are shown; at an end it stays. False likewise. @throws Refusal */
export const moveAction = (
  db: Kysely<DB>,
  { id, by, ...working }: Working & { id: string; by: -1 | 1 },
): Promise<boolean> =>
  changePlan(db, working, async (tx, _plan, stored) => {
    const moved = stored.find(each => each.id === id) ?? refuse(GONE)
    const shown = stored.filter(each => !each.hidden || each === moved)
    const neighbour = shown[shown.indexOf(moved) + by]
    if (!neighbour) return
    const others = stored.filter(each => each !== moved)
    const at = others.indexOf(neighbour) + (by === 1 ? 1 : 0)
    const ids = others.toSpliced(at, 0, moved).map(each => each.id)
    await sql`update plan_actions action set position = ordered.place - 1
      from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
      where action.id = ordered.id and action.position <> ordered.place - 1`.execute(tx)
  })

/** Runs a change of a plan that the user may change, alone and with its actions as they are. */
function changePlan(
  db: Kysely<DB>,
  { userId, of }: Working,
  change: (tx: Transaction<DB>, plan: PlanRow, stored: PlanAction[]) => Promise<void>,
): Promise<boolean> {
  return asActorThenSystem(db, { kind: 'user', userId }, async tx => {
    const plan = await findOwnPlan(tx, userId, of)
    if (!plan) return false
    await lockPlan(tx, plan)
    await change(tx, plan, await findPlanActions(tx, of))
    return true
  })
}

/** The plan as its page shows it; of a confidential purchase, that of its last published round. */
async function findPlan(db: Kysely<DB>, { userId, of }: Working): Promise<WorkedPlan | undefined> {
  if ('itemId' in of) return (await findConsolidated(db, userId, of.itemId, { withPlan: true }))?.plan
  const answer = await findResults(db, userId, of.accessId, { withPlan: true })
  return answer.state === 'found' ? answer.results.plan : undefined
}

type Beginning = { plan: PlanRow; stored: readonly PlanAction[]; found: WorkedPlan | undefined; now: Date }

async function begin(tx: Transaction<DB>, { plan, stored, found, now }: Beginning): Promise<void> {
  if (stored.length > 0) return
  if (!found || found.actions.length === 0) refuse('Todavía no hay acciones con que trabajar.')
  const of = plan.access_id === null ? { itemId: plan.order_item_id } : { accessId: plan.access_id }
  const ids = await insertActions(tx, plan, found.actions.map(newAction), now)
  await followChanges(tx, { plan, of, stored }, ids)
}

/** Titles that are questions have as many characters as the column takes. */
const newAction = (action: Action): NewAction => {
  const { field, kind, goal, reached } = action
  return { subject: { field, kind, goal, reached }, title: cutText(namedAction(action), 400) }
}

async function add(tx: Transaction<DB>, { of, now }: Working, plan: PlanRow, added: NewAction): Promise<void> {
  const stored = await findPlanActions(tx, of)
  if (stored.length >= MOST_ACTIONS) refuse(FULL)
  await followChanges(tx, { plan, of, stored }, await insertActions(tx, plan, [added], now))
}

type Followed = { plan: PlanRow; of: PlanOf; stored: readonly PlanAction[] }

/** Tells what follows from changes that were just written. @param stored the actions as they were */
async function followChanges(
  tx: Transaction<DB>,
  { plan, of, stored }: Followed,
  ids: readonly string[],
): Promise<void> {
  const now = await findPlanActions(tx, of)
  const changes = now.flatMap((after): ActionChange[] =>
    ids.includes(after.id) ? [{ before: stored.find(({ id }) => id === after.id) ?? null, after }] : [],
  )
  await actionsChanged(tx, plan, changes)
}

type Chosen = { owner: string; owner_name: string; owner_email: string }

/** Who answers for an action: somebody of the purchase, whose name is known, or whoever was typed. @throws Refusal */
async function readOwner(tx: Transaction<DB>, of: PlanOf, form: Chosen): Promise<Owner | null> {
  if (form.owner === NOBODY) return null
  if (form.owner === OTHER) return { name: form.owner_name, email: form.owner_email || null }
  const people = await findPeople(tx, of)
  return (
    people.find(({ email }) => email === form.owner) ??
    refuse('Esa persona ya no está en la compra: elige otra.', { field: 'owner' })
  )
}
