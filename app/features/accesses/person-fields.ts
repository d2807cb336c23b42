import { choiceField, line, namesOf } from '#app/kit/forms/fields.ts'
import { JOB_ROLES, MAX_EMAIL, MAX_FULL_NAME, MAX_NAME } from './accesses.ts'

export const EMAIL_MESSAGE = 'Ingresa un email válido'
const REQUIRED = 'Completa este campo'

const typed = { minLength: 2, autoComplete: 'off' } as const
const email = { label: 'Email', type: 'email', max: MAX_EMAIL, tooLong: EMAIL_MESSAGE, autoComplete: 'off' } as const
const seat = { required: REQUIRED, autoComplete: 'off' } as const

/** The invite form (specification 2, section 5). */
export const inviteFields = {
  firstName: line({
    label: 'Nombre',
    required: 'El nombre debe tener al menos 2 caracteres',
    max: MAX_NAME,
    ...typed,
  }),
  lastName: line({
    label: 'Apellido',
    required: 'El apellido debe tener al menos 2 caracteres',
    max: MAX_NAME,
    ...typed,
  }),
  email: line({ ...email, required: EMAIL_MESSAGE, hint: 'Le enviaremos el enlace y su código de acceso.' }),
  role: choiceField({
    label: 'Rol',
    options: (Object.keys(JOB_ROLES) as (keyof typeof JOB_ROLES)[]).map(value => ({ value, label: JOB_ROLES[value] })),
    wrong: 'Selecciona un rol',
  }),
  area: line({ label: 'Área', required: 'El área debe tener al menos 2 caracteres', max: MAX_FULL_NAME, ...typed }),
} as const
export const INVITE_FIELDS = namesOf(inviteFields)

/** What a pasted list of addresses lacks, given to all of them at once. Its words are those of the list, not of the invite form. */
export const fillFields = {
  role: choiceField({ label: 'Cargo', options: inviteFields.role.options, wrong: 'Selecciona un cargo' }),
  area: inviteFields.area,
} as const

export type InviteField = keyof typeof inviteFields

/** One access of the configure-invitations dialog: all four fields are required (specification 2, section 5). */
export const inviteeFields = {
  name: line({ label: 'Nombre', max: MAX_FULL_NAME, ...seat }),
  email: line({ ...email, ...seat }),
  jobRole: line({ label: 'Cargo', max: MAX_NAME, ...seat }),
  department: line({ label: 'Área', max: MAX_FULL_NAME, ...seat }),
} as const
export const INVITEE_FIELDS = namesOf(inviteeFields)
export type InviteeField = keyof typeof inviteeFields

/** Shown beside the e-mail field, which has to change. */
export const ALREADY_INVITED = 'Esta dirección ya tiene un acceso en este assessment. Usa otra.'

/** The title of a refusal to save who holds a seat. */
export const NOT_SAVED = 'No se pudieron guardar los datos'
