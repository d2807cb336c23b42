import { line } from '#app/forms/fields.ts'

/** The four fields of a profile that its owner may change (decision 28). */
export const profileFields = {
  first_name: line({ label: 'Nombre', required: 'Escribe tu nombre', max: 120, autoComplete: 'given-name' }),
  last_name: line({ label: 'Apellido', max: 120, autoComplete: 'family-name' }),
  company: line({ label: 'Empresa', max: 200, autoComplete: 'organization' }),
  phone: line({ label: 'Teléfono', max: 40, type: 'tel', autoComplete: 'tel', placeholder: '+56 9 XXXX XXXX' }),
} as const

/** The name of a new account, whose last name is required too. */
export const signUpFields = {
  first_name: profileFields.first_name,
  last_name: line({ ...profileFields.last_name, required: 'Escribe tu apellido' }),
} as const
