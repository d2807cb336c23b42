import { z } from 'zod'
import { revokeFields } from '#app/features/accesses/staff/admin-access.ts'
import { shapeOf } from '#app/forms/schema.ts'

/** The form intents of an access's page. */
export const adminAccessIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend') }),
  z.object({ intent: z.literal('replace') }),
  z.object({ intent: z.literal('extend'), until: z.string().default('') }),
  z.object({ intent: z.literal('revoke'), ...shapeOf(revokeFields) }),
])
export type AdminAccessIntent = z.infer<typeof adminAccessIntent>['intent']
export const ADMIN_ACCESS_INTENTS = ['resend', 'replace', 'extend', 'revoke'] as const
