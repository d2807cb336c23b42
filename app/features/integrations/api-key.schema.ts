import { z } from 'zod'
import { stepUpPassword } from '#app/features/identity/identity.schema.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { API_SCOPE_NAMES, keyFields, rotateFields } from './api-keys.ts'

export const keyForm = z.object({
  ...shapeOf(keyFields),
  scopes: z.array(z.enum(API_SCOPE_NAMES)).min(1, 'Elige al menos un permiso').max(API_SCOPE_NAMES.length),
})
export type KeyForm = z.infer<typeof keyForm>

/** The form of a new key. */
export const newKeyForm = keyForm.extend({ intent: z.literal('create'), password: stepUpPassword })

/** What can be done with a key that there is. */
export const keyIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rotate'), ...shapeOf(rotateFields), password: stepUpPassword }),
  z.object({ intent: z.literal('revoke') }),
])
