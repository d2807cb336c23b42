import { line } from '#app/forms/fields.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

type Access = { status: AccessStatus; own: boolean; expires_at: Date }

/** Why an access is taken back. */
export const revokeFields = {
  reason: line({ label: 'Motivo', required: 'Escribe el motivo: queda en el registro', minLength: 3, max: 300 }),
} as const

/** Days that an end can be moved to at most, from today. */
export const MAX_EXTENSION_DAYS = 730

/** Accesses whose ends are moved at once, at most. */
export const MAX_EXTENDED = 5000

/** What an administrator can do with an access. Nothing is done to what is completed, and nothing to what was revoked. */
export function adminActions({ status, own, expires_at }: Access, now: Date) {
  const open = status === 'active' || status === 'in_use'
  return {
    resend: open && !own && expires_at > now,
    /** Another person instead: until somebody has begun. */
    replace: status === 'active' && expires_at > now,
    extend: open,
    revoke: open,
  }
}
