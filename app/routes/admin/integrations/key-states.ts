import type { ApiKeyState } from '#app/features/integrations/api-keys.ts'
import type { Tone } from '#app/ui/tone.ts'

/** The states of a key, as the staff reads them. */
export const KEY_STATES: Record<ApiKeyState, { label: string; tone: Tone }> = {
  active: { label: 'Vigente', tone: 'good' },
  replaced: { label: 'Reemplazada', tone: 'fair' },
  expired: { label: 'Vencida', tone: 'neutral' },
  revoked: { label: 'Revocada', tone: 'neutral' },
}

/** Whether it is still valid. */
export const isOpen = (state: ApiKeyState): boolean => state === 'active' || state === 'replaced'
