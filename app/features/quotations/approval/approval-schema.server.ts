import { z } from 'zod'
import { personName, plainText } from '#app/features/identity/identity-schema.server.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { approvalFields, commentFields } from './approval.ts'

/** Generated with the form, so that a second click or retry is no second reply. */
const key = z.guid('Recarga la página e inténtalo otra vez').toLowerCase()

// The reply is mailed to the quotation's owner: name and post carry no address.
const name = personName(approvalFields.name)

const approval = z.object({
  intent: z.literal('approve'),
  key,
  ...shapeOf(approvalFields),
  name,
  job_role: plainText(approvalFields.job_role),
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
