import { lines } from '#app/kit/forms/fields.ts'

/** The form that closes a month. */
export const closeFields = {
  reason: lines({
    label: 'Motivo',
    max: 500,
    rows: 3,
    hint: 'Por qué se cierra con días o diferencias abiertas. Queda en el cierre y en la auditoría.',
  }),
}
