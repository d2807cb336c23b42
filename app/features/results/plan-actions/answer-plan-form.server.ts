import type { Kysely } from 'kysely'
import { data } from 'react-router'
import { formatDay } from '#app/kernel/dates.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { PLAN_INTENTS, type PlanAction, type PlanAnswer, STATES } from './plan-actions.ts'
import { type WorkCommand, workForm } from './work-forms.server.ts'
import {
  addAction,
  answerProposal,
  beginPlan,
  type Conflict,
  changeAction,
  hideAction,
  moveAction,
  type Working,
} from './work-on-plan.server.ts'

/** What is typed, and shown again in a refused form. */
const TYPED = ['title', 'owner', 'owner_name', 'owner_email', 'due_on', 'state', 'dropped_reason', 'note'] as const

/** Whether a posted form is one of the plan's. */
export const isPlanForm = ({ intent }: Readonly<Record<string, string>>): boolean =>
  PLAN_INTENTS.some(known => known === intent)

/**
 * Answers a form of a plan. @param form the texts that were posted.
 * @throws 404 where the user may not change such a plan, 400 for what no form of the page posts
 */
export async function answerPlanForm(db: Kysely<DB>, working: Working, form: Readonly<Record<string, string>>) {
  const intent = PLAN_INTENTS.find(known => known === form.intent)
  if (!intent) throw data('Bad request', 400)
  const kept = { intent, about: form.id ?? form.proposal, values: typedValues(form, TYPED) }
  const refused = (answer: Partial<PlanAnswer>, status: number) =>
    data<PlanAnswer>({ ...kept, done: false, text: '', errors: {}, ...answer }, status)
  const parsed = workForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if (errors.id ?? errors.version ?? errors.proposal) throw data('Bad request', 400)
    return refused({ text: 'Revisa los datos marcados.', errors }, 400)
  }
  return answerRefusals(async () => {
    const outcome = await carryOut(db, working, parsed.data)
    if (outcome === false) throw data('Not found', 404)
    if (outcome !== true) {
      const { conflict } = outcome
      return refused(
        { text: conflictText(conflict), values: { ...kept.values, version: String(conflict.version) } },
        409,
      )
    }
    return data<PlanAnswer>({ ...kept, done: true, text: DONE[intent], errors: {}, values: {} })
  }, kept)
}

function carryOut(db: Kysely<DB>, working: Working, command: WorkCommand): Promise<boolean | Conflict> {
  switch (command.intent) {
    case 'plan-begin':
      return beginPlan(db, working)
    case 'plan-add':
      return addAction(db, { ...working, form: command })
    case 'plan-change':
      return changeAction(db, { ...working, form: command })
    case 'plan-hide':
    case 'plan-show':
      return hideAction(db, { ...working, id: command.id, hidden: command.intent === 'plan-hide' })
    case 'plan-up':
    case 'plan-down':
      return moveAction(db, { ...working, id: command.id, by: command.intent === 'plan-up' ? -1 : 1 })
    case 'plan-accept':
    case 'plan-dismiss':
      return answerProposal(db, { ...working, proposal: command.proposal, accept: command.intent === 'plan-accept' })
  }
}

const DONE: Readonly<Record<PlanAnswer['intent'], string>> = {
  'plan-begin': 'Guardamos las acciones: ya pueden tener responsable, fecha y estado.',
  'plan-add': 'Agregamos la acción al final del plan.',
  'plan-change': 'Guardado.',
  'plan-hide': 'Ocultamos la acción. Está al final, en «Ocultas».',
  'plan-show': 'La acción se ve otra vez.',
  'plan-up': 'Subimos la acción.',
  'plan-down': 'Bajamos la acción.',
  'plan-accept': 'Agregamos la propuesta al final del plan.',
  'plan-dismiss': 'Descartamos la propuesta. Está al final, en «Ocultas».',
}

/** What somebody else made of an action meanwhile. */
function conflictText({ owner, due_on, state }: PlanAction): string {
  const facts = [
    STATES[state].toLowerCase(),
    owner?.name ?? 'sin responsable',
    due_on ? `para el ${formatDay(due_on)}` : 'sin fecha',
  ]
  return `Otra persona cambió esta acción mientras la editabas: ahora está ${facts.join(', ')}. Lo tuyo no se guardó; si guardas otra vez, queda lo tuyo.`
}
