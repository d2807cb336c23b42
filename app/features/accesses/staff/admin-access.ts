import { line } from '#app/forms/fields.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

type Access = { status: AccessStatus; own: boolean; expires_at: Date }

/** The reason for revoking an access. */
export const revokeFields = {
  reason: line({ label: 'Motivo', required: 'Escribe el motivo: queda en el registro', minLength: 3, max: 300 }),
} as const

/** Maximum days from today that an expiry can be moved to. */
export const MAX_EXTENSION_DAYS = 730

/** Maximum accesses extended at once. */
export const MAX_EXTENDED = 5000

/** What an administrator can do with an access. Completed and revoked accesses can't be changed. */
export function adminActions({ status, own, expires_at }: Access, now: Date) {
  const open = status === 'active' || status === 'in_use'
  return {
    resend: open && !own && expires_at > now,
    /** Replaces the participant, possible until the access is started. */
    replace: status === 'active' && expires_at > now,
    extend: open,
    revoke: open,
  }
}
