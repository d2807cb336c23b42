import type { SessionUser } from '#app/features/identity/session.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { NOBODY, OTHER } from '#app/features/results/plan-actions/action-fields.ts'
import type { ChangedForm } from '#app/features/results/plan-actions/work-forms.server.ts'
import { addAction, beginPlan, changeAction } from '#app/features/results/plan-actions/work-on-plan.server.ts'
import { addDays, dayOf } from '#app/kernel/dates.ts'
import type { DemoPerson } from './company.ts'
import type { DemoServices } from './purchase.ts'

type Worked = { itemId: string; buyer: SessionUser; people: readonly DemoPerson[]; now: Date }

type Change = Pick<ChangedForm, 'state' | 'note'> & { owner: string; inDays: number }

/** What the company made of the first actions of its plan, in their order, by days from the demo's first start. */
function changesOf(people: readonly DemoPerson[]): readonly Change[] {
  const [first, second, third] = people.map(({ email }) => email)
  return [
    {
      owner: first ?? NOBODY,
      inDays: -6,
      state: 'done',
      note: 'Aprobado por la gerencia; el acta está en la carpeta de Personas.',
    },
    { owner: second ?? NOBODY, inDays: 12, state: 'doing', note: 'Falta la firma de Finanzas.' },
    { owner: third ?? NOBODY, inDays: -2, state: 'doing', note: '' },
    { owner: first ?? NOBODY, inDays: 34, state: 'todo', note: '' },
  ]
}

/** The company works with the plan of its assessment: some of it is done or under way, and one action is its own. */
export async function workWithPlan(services: DemoServices, worked: Worked): Promise<void> {
  const working = await changePlan(services, worked, changesOf(worked.people))
  const { db } = services
  const { now } = worked
  const own = {
    title: 'Presentar el plan y sus primeros resultados al directorio',
    owner: OTHER,
    owner_name: 'Directorio de Viña Los Aromos',
    owner_email: '',
    due_on: dayOf(addDays(now, 41)),
    note: '',
  }
  await addAction(db, { ...working, form: own, now: addDays(now, -5) })
}

/** An earlier plan, of which the company did the first actions and left the rest. */
export async function finishPlan(services: DemoServices, worked: Worked): Promise<void> {
  const done = changesOf(worked.people).map(change => ({ ...change, inDays: -30, state: 'done' as const, note: '' }))
  await changePlan(services, worked, done)
}

/** Begins the plan and changes its first actions. */
async function changePlan(
  { db }: DemoServices,
  { itemId, buyer, now }: Worked,
  changes: readonly Change[],
): Promise<{ userId: string; of: { itemId: string }; now: Date }> {
  const working = { userId: buyer.id, of: { itemId }, now: addDays(now, -9) }
  if (!(await beginPlan(db, working))) throw new Error(`No plan of ${itemId}`)
  const found = await findConsolidated(db, buyer.id, itemId, { withPlan: true })
  const actions = found?.plan?.work?.actions ?? []
  for (const [index, { inDays, ...change }] of changes.entries()) {
    const action = actions[index]
    if (!action) continue
    const due_on = dayOf(addDays(now, inDays))
    const form = { ...UNCHANGED, ...change, id: action.id, version: action.version, due_on }
    await changeAction(db, { ...working, form, now: addDays(now, -5) })
  }
  return working
}

const UNCHANGED = { owner_name: '', owner_email: '', dropped_reason: '' }
