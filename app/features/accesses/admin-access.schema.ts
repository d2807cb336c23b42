import { z } from 'zod'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { inviteeForm } from './accesses.schema.ts'
import { extendFields, extendManyFields, revokeFields } from './admin-access.ts'

/** The form intents of an access's page. */
export const adminAccessIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend') }),
  z.object({ intent: z.literal('unblock') }),
  inviteeForm.extend({ intent: z.literal('replace') }),
  z.object({ intent: z.literal('extend'), ...shapeOf(extendFields) }),
  z.object({ intent: z.literal('revoke'), ...shapeOf(revokeFields) }),
])

/** The form that moves the end of many accesses. */
export const extendManyForm = z.object(shapeOf(extendManyFields))
