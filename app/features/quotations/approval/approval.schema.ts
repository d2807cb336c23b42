import { z } from 'zod'
import { isPersonName, isPlainText, NOT_A_NAME, NOT_PLAIN } from '#app/features/identity/plain-names.ts'
import { orNull, schemaOf, shapeOf } from '#app/forms/schema.ts'
import { approvalFields, commentFields } from './approval.ts'

/** Generated with the form, so that a second click or retry is no second reply. */
const key = z.guid('Recarga la página e inténtalo otra vez').toLowerCase()

// The reply is mailed to the quotation's owner: name and post carry no address.
const name = schemaOf(approvalFields.name).refine(isPersonName, NOT_A_NAME)

const approval = z.object({
  intent: z.literal('approve'),
  key,
  ...shapeOf(approvalFields),
  name,
  job_role: schemaOf(approvalFields.job_role).refine(isPlainText, NOT_PLAIN),
  purchase_order: schemaOf(approvalFields.purchase_order).transform(orNull),
  comment: schemaOf(approvalFields.comment).transform(orNull),
})

const comment = { key, ...shapeOf(commentFields), name }

/** The replies to a shared quotation, one per `intent`. */
export const replyForms = [
  approval,
  z.object({ intent: z.literal('decline'), ...comment }),
  z.object({ intent: z.literal('comment'), ...comment }),
] as const
