import type { Kysely } from 'kysely'
import { data } from 'react-router'
import type { ItemAnswer } from '#app/features/results/item-views/item-page.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { namesOf } from '#app/kit/forms/fields.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { decisionsForm, proposeAgain, saveDecisions } from './board-decisions.server.ts'
import { decisionFields } from './decision-fields.ts'

type Form = Readonly<Record<string, string>>

/** Whether a posted form is one of the decisions'. */
export const isDecisionsForm = ({ intent }: Form): boolean =>
  intent === 'save-decisions' || intent === 'propose-decisions'

/** Answers a form of the decisions. @throws 404 where the user coordinates no such purchase, 400 for what no form of the page posts */
export function answerDecisionsForm(db: Kysely<DB>, input: { userId: string; itemId: string }, form: Form) {
  const done = (intent: ItemAnswer['intent'], text: string, found: boolean): ItemAnswer => {
    if (!found) throw data('Not found', 404)
    return { intent, done: true, text, errors: {} }
  }
  if (form.intent === 'propose-decisions') {
    return answerRefusals(
      async () => done('propose-decisions', 'Son otra vez las decisiones propuestas.', await proposeAgain(db, input)),
      { intent: 'propose-decisions' as const },
    )
  }
  const intent = 'save-decisions' as const
  const values = typedValues(form, namesOf(decisionFields))
  const parsed = decisionsForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if (errors.version !== undefined) throw data('Bad request', 400)
    return data<ItemAnswer>({ intent, done: false, text: 'Revisa los datos marcados.', errors, values }, 400)
  }
  return answerRefusals(
    async () => done(intent, 'Guardamos las decisiones.', await saveDecisions(db, { ...input, ...parsed.data })),
    { intent, values },
  )
}
