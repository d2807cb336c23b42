import { choiceField, line, lines } from '#app/kit/forms/fields.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'

export const OWN_RIGHTS = ['correct', 'block', 'unblock', 'object', 'withdraw-objection', 'erase', 'ask'] as const
export type OwnRightIntent = (typeof OWN_RIGHTS)[number]

/** What is typed to erase. */
export const ERASE_WORD = 'BORRAR'

/** What people can correct themselves. */
export const correctionFields = {
  first_name: line({ label: 'Nombre', max: 120, required: 'Escribe tu nombre', autoComplete: 'given-name' }),
  last_name: line({ label: 'Apellido', max: 120, autoComplete: 'family-name' }),
  department: line({ label: 'Área', max: 200 }),
  job_role: line({ label: 'Cargo', max: 120, autoComplete: 'organization-title' }),
} as const

export const objectionFields = {
  details: lines({
    label: '¿A qué te opones y por qué?',
    max: 2000,
    required: 'Cuéntanos a qué uso de tus datos te opones',
    rows: 3,
  }),
} as const

export const eraseFields = {
  word: line({ label: `Escribe ${ERASE_WORD} para confirmar`, max: 20, autoComplete: 'off', spellCheck: false }),
} as const

const ASKED: readonly { value: DataRequestKind; label: string }[] = [
  { value: 'access', label: 'Saber algo que aquí no aparece' },
  { value: 'rectification', label: 'Corregir otro dato' },
  { value: 'erasure', label: 'Borrar otros datos' },
  { value: 'portability', label: 'Recibir mis datos en otro formato' },
]

/** Requests that a person answers. */
export const askFields = {
  kind: choiceField<DataRequestKind>({
    label: '¿Qué quieres pedir?',
    options: ASKED,
    wrong: 'Elige qué quieres pedir',
  }),
  details: lines({ label: 'Detalle', max: 2000, required: 'Cuéntanos qué necesitas', rows: 3 }),
} as const

/** The e-mail of the request for a link. */
export const mailboxFields = {
  email: line({
    label: 'Tu correo',
    max: 254,
    required: 'Debe ser un correo electrónico válido',
    tooLong: 'Debe ser un correo electrónico válido',
    type: 'email',
    autoComplete: 'email',
    hint: 'El que usaste para responder, comprar o asistir.',
  }),
} as const
