import { z } from 'zod'
import { lineField } from '#app/platform/http/one-line.ts'
import { API_SCOPE_NAMES, KEY_LIFETIMES, KEY_NAME_LENGTH, KEY_OVERLAPS } from './api-keys.ts'

export const keyForm = z.object({
  name: lineField(KEY_NAME_LENGTH).pipe(z.string().min(1, 'Ingresa un nombre')),
  scopes: z.array(z.enum(API_SCOPE_NAMES)).min(1, 'Elige al menos un permiso').max(API_SCOPE_NAMES.length),
  days: z.enum(
    KEY_LIFETIMES.map(({ value }) => value),
    'Elige hasta cuándo vale',
  ),
})
export type KeyForm = z.infer<typeof keyForm>

/** What can be done with a key that there is. */
export const keyIntent = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('rotate'),
    overlap: z.enum(
      KEY_OVERLAPS.map(({ value }) => value),
      'Elige hasta cuándo sirve la anterior',
    ),
  }),
  z.object({ intent: z.literal('revoke') }),
])
