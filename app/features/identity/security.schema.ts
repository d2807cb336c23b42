import { z } from 'zod'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { DELETION_WORD, deletionFields } from './account-fields.ts'
import { accountEmail, currentPassword, newPassword } from './identity.schema.ts'

/** The forms of the screen 'Seguridad', one per `intent`. */
export const securityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change_password'), current_password: currentPassword, new_password: newPassword }),
  z.object({ intent: z.literal('change_email'), new_email: accountEmail, current_password: currentPassword }),
  z.object({ intent: z.literal('cancel_email_change') }),
  z.object({ intent: z.literal('close_session'), session: z.uuid() }),
  z.object({ intent: z.literal('close_others') }),
])

export const SECURITY_INTENTS = [
  'change_password',
  'change_email',
  'cancel_email_change',
  'close_session',
  'close_others',
] as const
export type SecurityIntent = (typeof SECURITY_INTENTS)[number]

export const deletionForm = z.object({
  password: currentPassword,
  word: schemaOf(deletionFields.word).refine(
    word => word.toLocaleUpperCase('es-CL') === DELETION_WORD,
    deletionFields.word.required,
  ),
})
