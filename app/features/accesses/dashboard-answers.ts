import type { InviteeField, InviteField } from './accesses.schema.ts'
import type { Invitation } from './invitation.ts'

/** A message after something was done, shown as a toast. */
export type Notice = { tone: 'success' | 'error'; title: string; description?: string }

type Refused<Field extends string> = {
  ok: false
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
  notice?: Notice
}

export type InviteAnswer = { intent: 'invite' } & ({ ok: true; invitation: Invitation } | Refused<InviteField>)
export type SaveInviteeAnswer = { intent: 'save-invitee' } & ({ ok: true; notice: Notice } | Refused<InviteeField>)
/** 'Comenzar' and 'Terminar': a success of the first is a redirect. */
export type RunAnswer = { intent: 'start' | 'finish'; ok: boolean; notice: Notice }
export type DashboardAnswer = InviteAnswer | SaveInviteeAnswer | RunAnswer
