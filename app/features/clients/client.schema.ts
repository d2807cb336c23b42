import { z } from 'zod'
import { stepUpPassword } from '#app/features/identity/identity.schema.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { noteFields, roleFields } from './clients.ts'

/** The forms of a client's page, one per `intent`. */
export const clientForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add-note'), ...shapeOf(noteFields) }),
  z.object({ intent: z.literal('delete-note'), note: z.uuid() }),
  z.object({ intent: z.literal('change-role'), ...shapeOf(roleFields), password: stepUpPassword }),
])
