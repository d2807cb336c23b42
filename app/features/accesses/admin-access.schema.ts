import { z } from 'zod'
import { lineField } from '#app/platform/http/one-line.ts'

/** What the page of one access can be asked for. */
export const adminAccessIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend') }),
  z.object({ intent: z.literal('replace') }),
  z.object({ intent: z.literal('extend'), until: z.string().default('') }),
  z.object({
    intent: z.literal('revoke'),
    reason: lineField(300).pipe(z.string().min(3, 'Escribe el motivo: queda en el registro')),
  }),
])
export type AdminAccessIntent = z.infer<typeof adminAccessIntent>['intent']
export const ADMIN_ACCESS_INTENTS = ['resend', 'replace', 'extend', 'revoke'] as const
