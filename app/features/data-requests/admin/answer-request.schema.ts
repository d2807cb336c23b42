import { z } from 'zod'
import { accountEmail } from '#app/features/identity/identity.schema.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { extensionFields, fulfilFields, recordFields, refusalFields } from './answer-request.ts'

/** The forms of a request's page. */
export const requestForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('take') }),
  z.object({ intent: z.literal('forward') }),
  z.object({ intent: z.literal('extend'), ...shapeOf(extensionFields) }),
  z.object({ intent: z.literal('fulfil'), ...shapeOf(fulfilFields) }),
  z.object({ intent: z.literal('refuse'), ...shapeOf(refusalFields) }),
])

export type RequestCommand = z.output<typeof requestForm>

/** The form that records a request which came by letter, call or mail. */
export const recordRequestForm = z.object({
  intent: z.literal('record'),
  ...shapeOf(recordFields),
  email: accountEmail,
  person_name: schemaOf(recordFields.person_name).transform(orNull),
})
