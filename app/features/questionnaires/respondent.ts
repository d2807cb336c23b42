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
export const PARAGRAPH_MAX = 2000
