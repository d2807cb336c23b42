import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import type { InviteeField, InviteField } from '#app/features/accesses/person-fields.ts'
import { dismissToast, notify } from '#app/kit/ui/toast.ts'
import { track } from '#app/platform/tracking/track.ts'

/** A message shown as a toast after an action. */
export type Notice = { tone: 'success' | 'error'; title: string; description?: string }

type Refused<Field extends string> = {
  ok: false
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
  notice?: Notice
}

export type InviteAnswer = { intent: 'invite' } & (
  | { ok: true; invitation: Invitation; notice?: never }
  | Refused<InviteField>
)
export type SaveInviteeAnswer = { intent: 'save-invitee' } & ({ ok: true; notice: Notice } | Refused<InviteeField>)
/** Results of 'Comenzar' and 'Terminar': a successful start is a redirect. */
export type RunAnswer = { intent: 'start' | 'finish'; ok: boolean; notice: Notice }
export type DashboardAnswer = InviteAnswer | SaveInviteeAnswer | RunAnswer

/** Shows an answer's notice as a toast, once per answer. One without a notice takes away what an earlier one said. */
export function useNotice(answer: { notice?: Notice | undefined } | undefined): void {
  useEffect(() => {
    if (answer?.notice) notify(answer.notice)
    else if (answer) dismissToast()
  }, [answer])
}

/**
 * Reloads the page's data when its tab becomes visible (specification 2, section 2), and records a view when they are
 * loaded: on arrival and each return, not after an action.
 * @param loaded the loader's data; undefined when loading failed.
 */
export function useDashboardViews(loaded: object | undefined): void {
  const { revalidate } = useRevalidator()
  const arrived = useRef(true)
  useEffect(() => {
    if (!loaded || !arrived.current) return
    arrived.current = false
    track('dashboard_viewed', {})
  }, [loaded])
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState !== 'visible') return
      arrived.current = true
      void revalidate()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [revalidate])
}
