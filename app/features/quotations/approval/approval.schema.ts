import { z } from 'zod'
import { orNull, schemaOf, shapeOf } from '#app/forms/schema.ts'
import { approvalFields, commentFields } from './approval.ts'

/** Generated with the form, so that a second click or retry is no second reply. */
const key = z.guid('Recarga la página e inténtalo otra vez').toLowerCase()

const approval = z.object({
  intent: z.literal('approve'),
  key,
  ...shapeOf(approvalFields),
  purchase_order: schemaOf(approvalFields.purchase_order).transform(orNull),
  comment: schemaOf(approvalFields.comment).transform(orNull),
})

const comment = { key, ...shapeOf(commentFields) }

/** The replies to a shared quotation, one per `intent`. */
export const replyForms = [
  approval,
  z.object({ intent: z.literal('decline'), ...comment }),
  z.object({ intent: z.literal('comment'), ...comment }),
] as const
