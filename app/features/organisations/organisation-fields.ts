import { choiceField, line, lines } from '#app/kit/forms/fields.ts'
import { ROLE_LABELS } from './organisations.ts'

export const organisationFields = {
  name: line({
    label: 'Nombre de la organización',
    required: 'Escribe el nombre de la organización',
    minLength: 2,
    max: 120,
    autoComplete: 'organization',
  }),
  rut: line({ label: 'RUT', max: 40, autoComplete: 'off', hint: 'Ejemplo: 76.192.083-9', optional: true }),
} as const

const role = choiceField({
  label: 'Rol',
  required: 'Elige un rol',
  wrong: 'Elige un rol',
  options: [
    { value: 'coordinator', label: ROLE_LABELS.coordinator },
    { value: 'results', label: ROLE_LABELS.results },
    { value: 'buyer', label: ROLE_LABELS.buyer },
  ],
})

export const invitationFields = {
  emails: lines({
    label: 'Correos',
    required: 'Escribe al menos un correo',
    max: 4000,
    rows: 3,
    hint: 'Uno o varios, separados por coma o en líneas distintas',
    spellCheck: false,
  }),
  role,
} as const

export const roleFields = { role } as const
