import { z } from 'zod'
import { lineField } from '#app/platform/http/one-line.ts'
import { DESCRIPTION_LENGTH, WEBHOOK_EVENT_NAMES } from './webhooks.ts'

/** What an endpoint is made of; whether its address may be used is asked besides (`readOutsideUrl`). */
export const endpointForm = z.object({
  url: z.string().trim().min(1, 'Ingresa la dirección').max(500, 'Puede tener hasta 500 caracteres'),
  description: lineField(DESCRIPTION_LENGTH),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1, 'Elige al menos un evento').max(WEBHOOK_EVENT_NAMES.length),
})
export type EndpointForm = z.infer<typeof endpointForm>

export const ENDPOINT_INTENTS = ['save', 'pause', 'resume', 'test', 'rotate', 'delete'] as const

/** What the forms of an endpoint's page say besides what is typed. */
export const endpointRevision = z.coerce.number().int().min(1).max(2_000_000_000)
