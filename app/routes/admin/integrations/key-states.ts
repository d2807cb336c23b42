import type { ApiKeyState } from '#app/features/integrations/api-keys.ts'
import type { Tone } from '#app/ui/tone.ts'

/** What a key is, as staff reads it. */
export const KEY_STATES: Record<ApiKeyState, { label: string; tone: Tone }> = {
  active: { label: 'Vigente', tone: 'good' },
  replaced: { label: 'Reemplazada', tone: 'fair' },
  expired: { label: 'Vencida', tone: 'neutral' },
  revoked: { label: 'Revocada', tone: 'neutral' },
}

/** Whether it still opens something. */
export const isOpen = (state: ApiKeyState): boolean => state === 'active' || state === 'replaced'
