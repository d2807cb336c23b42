import { line, lines, namesOf } from '#app/kit/forms/fields.ts'
import type { AgeDeclaration } from '#app/platform/database/values.ts'

/** What respondents enter about themselves (specification 2, section 2). */
export type RespondentField =
  | 'full_name'
  | 'corporate_email'
  | 'position'
  | 'organizational_unit'
  | 'data_role'
  | 'company_name'
  | 'invitation_code'

export type RespondentValues = Record<RespondentField, string>
export type AccessValues = { email: string; access_code: string }
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** Maximum characters, also in the database. */
export const LINE_MAX = 200
const PARAGRAPH_MAX = 2000

const atMost = (max: number) => ({ max, tooLong: `Usa ${max} caracteres como máximo` })
const needed = (required: string) => ({ required, minLength: 2, ...atMost(LINE_MAX) })

export const WRONG_EMAIL = 'Debe ser un correo electrónico válido'
export const CONFUSED_CODE = 'Ningún código lleva 0, O, 1 ni I: revisa esos signos en tu invitación'

/** The two fields that open an access (specification 2, section 5). */
export const accessFields = {
  email: line({
    label: 'Correo electrónico',
    required: WRONG_EMAIL,
    max: 254,
    tooLong: WRONG_EMAIL,
    type: 'email',
    autoComplete: 'email',
  }),
  access_code: line({
    label: 'Código de acceso',
    required: 'El código de acceso es requerido',
    minLength: 6,
    ...atMost(40),
    placeholder: 'AC-XXXXXXXX',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  }),
} as const
export const ACCESS_FIELDS = namesOf(accessFields)

const role = { rows: 3, minLength: 2, ...atMost(PARAGRAPH_MAX) } as const

const ownFields = {
  full_name: line({ label: 'Nombre completo', autoComplete: 'name', ...needed('El nombre completo es requerido') }),
  position: line({
    label: 'Cargo / posición',
    autoComplete: 'organization-title',
    ...needed('El cargo/posición es requerido'),
  }),
  organizational_unit: line({ label: 'Área organizacional', ...needed('El área organizacional es requerida') }),
  data_role: lines({
    label: 'Rol respecto a lo que se evalúa',
    required: 'El rol respecto a lo que se evalúa es requerido',
    hint: 'Por ejemplo: dirijo el equipo, soy parte de él, lo apoyo desde otra área.',
    ...role,
  }),
  company_name: line({
    label: 'Nombre de la empresa',
    autoComplete: 'organization',
    ...needed('El nombre de la empresa es requerido'),
  }),
} as const
export const OWN_FIELDS = namesOf(ownFields)

const dataFields = {
  ...ownFields,
  data_role: lines({
    label: 'Rol respecto a los datos',
    required: 'El rol respecto a los datos es requerido',
    hint: 'Por ejemplo: dueña de los datos de clientes, los uso para decidir, administro las bases.',
    ...role,
  }),
} as const

/** Locked in the form: its value is the access's, and a request that brings none comes from no page of the shop. */
export const INVITATION_CODE = {
  required: 'El código de invitación es requerido',
  minLength: 6,
} as const

/** What respondents fill in; only a questionnaire about data asks for the role with data. */
export const respondentFields = (isAboutData: boolean) => (isAboutData ? dataFields : ownFields)

/** The question about age, which the law asks before anybody answers (Ley 19.628, article 16 quáter). */
export const AGE_QUESTION = '¿Cuántos años tienes?'
export const AGES: readonly { value: AgeDeclaration; label: string }[] = [
  { value: '14_or_more', label: 'Tengo 14 años o más' },
  { value: 'guardian_consent', label: 'Tengo menos de 14 años, y mi madre, padre o tutor autoriza que responda' },
]
export const AGE_MISSING = 'Responde tu edad para comenzar'
