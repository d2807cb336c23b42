import { choiceField, line, lines } from '#app/kit/forms/fields.ts'
import type { PlanActionState } from '#app/platform/database/values.ts'
import { STATES } from './plan-actions.ts'

/** The first choices of who answers for an action; the others are people's addresses. */
export const NOBODY = ''
export const OTHER = 'otra'

export const titleField = line({
  label: 'Acción',
  max: 160,
  required: 'Escribe qué hay que hacer.',
})

/** What somebody writes about an action. Who answers for it is chosen among people, or typed. */
export const actionFields = {
  owner_name: line({ label: 'Nombre', max: 120, autoComplete: 'off' }),
  owner_email: line({
    label: 'Email',
    max: 254,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'off',
    optional: true,
  }),
  due_on: line({ label: 'Fecha', max: 10, type: 'date' }),
  state: choiceField<PlanActionState>({
    label: 'Estado',
    options: [
      { value: 'todo', label: STATES.todo },
      { value: 'doing', label: STATES.doing },
      { value: 'done', label: STATES.done },
      { value: 'dropped', label: STATES.dropped },
    ],
    wrong: 'Elige un estado.',
  }),
  dropped_reason: line({ label: 'Motivo, si se descarta', max: 300 }),
  note: lines({ label: 'Nota', max: 2000, rows: 3 }),
}
