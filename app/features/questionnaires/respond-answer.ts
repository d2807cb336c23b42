import type { Notice } from './respond-texts.ts'
import type { AccessValues, FieldErrors, RespondentValues } from './respondent.ts'

export type AccessField = keyof AccessValues
/** The fields of the respondent's form that are the respondent's to fill. */
export type OwnField = Exclude<keyof RespondentValues, 'corporate_email' | 'invitation_code'>

/** What the respondent's page answers to its forms when it does not lead to another address. */
export type RespondAnswer =
  /** `opened`: the browser may go on with the run that is on its screen. */
  | { form: 'access'; errors: FieldErrors<AccessField>; values: AccessValues; notice?: Notice; opened?: true }
  | { form: 'start'; errors: FieldErrors<OwnField>; values: Record<OwnField, string>; notice?: Notice }
  | { form: 'complete'; done: boolean; notice?: Notice }

export type AccessAnswer = Extract<RespondAnswer, { form: 'access' }>
