import { z } from 'zod'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { endpointFields, WEBHOOK_EVENT_NAMES } from './webhooks.ts'

/** What an endpoint is made of; whether its address may be used is checked separately (`readOutsideUrl`). */
export const endpointForm = z.object({
  ...shapeOf(endpointFields),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1, 'Elige al menos un evento').max(WEBHOOK_EVENT_NAMES.length),
})
export type EndpointForm = z.infer<typeof endpointForm>

export const ENDPOINT_INTENTS = ['save', 'pause', 'resume', 'test', 'rotate', 'delete'] as const

const revision = z.coerce.number().int().min(1).max(2_000_000_000)

/** The forms of an endpoint's page, one per `intent`; `revision` is that of the endpoint as it was shown. */
export const endpointIntent = z.discriminatedUnion('intent', [
  endpointForm.extend({ intent: z.literal('save'), revision }),
  z.object({ intent: z.enum(['pause', 'resume', 'test', 'rotate', 'delete']), revision }),
])

/** The form of a new endpoint. */
export const newEndpointForm = endpointForm.extend({ intent: z.literal('create') })
