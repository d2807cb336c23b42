import type { ApiScope } from '#app/platform/database/values.ts'

/** What a key may be for, in words. */
export const API_SCOPES: Readonly<Record<ApiScope, { label: string; hint: string }>> = {
  'orders:read': { label: 'Leer órdenes', hint: 'Con sus productos y los datos de quien compró y de facturación.' },
  'accesses:read': { label: 'Leer accesos', hint: 'Con nombre y correo de cada participante; sin códigos de acceso.' },
  'results:read': { label: 'Leer resultados', hint: 'Niveles por persona, solo de compras nominativas.' },
}

export const API_SCOPE_NAMES = ['orders:read', 'accesses:read', 'results:read'] as const satisfies readonly ApiScope[]

export const KEY_NAME_LENGTH = 80

/** Days after which a key opens nothing any more; 0: never. */
export const KEY_LIFETIMES = [
  { value: '90', label: '90 días' },
  { value: '365', label: '1 año' },
  { value: '0', label: 'Sin vencimiento' },
] as const

/** Requests that one key may make. */
export const KEY_LIMIT = { points: 300, duration: 60 } as const

export type ApiKeyState = 'active' | 'expired' | 'revoked'

export function keyState(key: { revoked_at: Date | null; expires_at: Date | null }, now: Date): ApiKeyState {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'active'
}
