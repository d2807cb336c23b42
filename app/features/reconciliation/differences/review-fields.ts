import { lines } from '#app/kit/forms/fields.ts'

/** The form that reviews a difference. */
export const reviewFields = {
  note: lines({
    label: 'Nota',
    max: 500,
    rows: 3,
    required: 'Escribe qué encontraste',
    hint: 'Qué encontraste y por qué se acepta. Queda en la auditoría.',
  }),
}
