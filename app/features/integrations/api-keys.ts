import { choiceField, line } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { ApiScope } from '#app/platform/database/values.ts'

/** The labels of a key's scopes. */
export const API_SCOPES: Readonly<Record<ApiScope, { label: string; hint: string }>> = {
  'orders:read': { label: 'Leer órdenes', hint: 'Con sus productos y los datos de quien compró y de facturación.' },
  'accesses:read': { label: 'Leer accesos', hint: 'Con nombre y correo de cada persona; sin códigos de acceso.' },
  'results:read': { label: 'Leer resultados', hint: 'Niveles por persona, solo de compras nominativas.' },
}

export const API_SCOPE_NAMES = ['orders:read', 'accesses:read', 'results:read'] as const satisfies readonly ApiScope[]

/** Days after which a key expires; 0: never. */
const KEY_LIFETIMES = [
  { value: '90', label: '90 días' },
  { value: '365', label: '1 año' },
  { value: '0', label: 'Sin vencimiento' },
] as const

/** The fields of a new key. */
export const keyFields = {
  name: line({ label: 'Nombre', required: 'Ingresa un nombre', max: 80, autoComplete: 'off' }),
  days: choiceField({ label: 'Vale por', options: KEY_LIFETIMES, wrong: 'Elige hasta cuándo vale' }),
} as const

/** How long a key stays valid beside its successor. */
export const rotateFields = {
  overlap: choiceField({
    label: 'La anterior sirve todavía',
    options: [
      { value: '0', label: 'Nada: deja de servir ahora' },
      { value: '1', label: '1 hora' },
      { value: '24', label: '24 horas' },
      { value: '168', label: '7 días' },
    ],
    wrong: 'Elige hasta cuándo sirve la anterior',
  }),
} as const

/** Requests that one key may make. */
export const KEY_LIMIT = { points: 300, duration: 60 } as const

/** `replaced`: it is still valid beside its successor. */
export type ApiKeyState = 'active' | 'replaced' | 'expired' | 'revoked'

type Dated = { revoked_at: Date | null; expires_at: Date | null; replaced_by: string | null }

export function keyState({ revoked_at, expires_at, replaced_by }: Dated, now: Date): ApiKeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && expires_at <= now) return 'expired'
  return replaced_by === null ? 'active' : 'replaced'
}

/** The states of a key, as the staff reads them. */
export const KEY_STATES: Statuses<ApiKeyState> = {
  active: { label: 'Vigente', tone: 'good' },
  replaced: { label: 'Reemplazada', tone: 'fair' },
  expired: { label: 'Vencida', tone: 'neutral' },
  revoked: { label: 'Revocada', tone: 'neutral' },
}

/** Whether it is still valid. */
export const isOpen = (state: ApiKeyState): boolean => state === 'active' || state === 'replaced'
