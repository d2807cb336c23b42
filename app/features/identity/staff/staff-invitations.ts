import { choiceField, line } from '#app/kit/forms/fields.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { SCOPE_LABELS, STAFF_SCOPES } from './permissions.ts'

/** Days that an invitation to the staff can be accepted; the last one to its end. */
export const INVITATION_DAYS = 7

/** An invitation that nobody has accepted yet, or whose days are over. */
export type OpenStaffInvitation = {
  id: string
  email: string
  scope: StaffScope
  inviter: string
  expires_at: Date
  has_expired: boolean
}

export type StaffInvitationState = 'open' | 'member' | 'used' | 'revoked' | 'expired' | 'other_address'

/** Where an invitation is accepted. @param token the secret of its link */
export const staffInvitationPath = (token: string): string => `/equipo?${new URLSearchParams({ token })}`

/** The form that invites somebody. */
export const staffInvitationFields = {
  email: line({
    label: 'Email',
    type: 'email',
    required: 'Escribe el correo de la persona',
    max: 254,
    autoComplete: 'off',
    spellCheck: false,
  }),
  scope: choiceField<StaffScope>({
    label: 'Rol',
    options: STAFF_SCOPES.map(value => ({ value, label: SCOPE_LABELS[value] })),
    required: 'Elige un rol',
    wrong: 'Elige un rol',
  }),
} as const

/** The forms of the staff's page. */
export const TEAM_INTENTS = ['invite', 'resend', 'revoke'] as const
