import { useCallback, useState } from 'react'
import type { DashboardAccess, DashboardGroup } from '#app/features/accesses/accesses.ts'
import type { GroupHandlers } from '#app/features/accesses/dashboard/access-list.tsx'
import { FinishDialog } from '#app/features/accesses/dashboard/finish-dialog.tsx'
import { InviteDialog } from '#app/features/accesses/dashboard/invite-dialog.tsx'
import { ConfigureDialog, InvitationDialog } from '#app/features/accesses/dashboard/participant-dialogs.tsx'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import { ResultsDialog } from '#app/features/results/results-dialog.tsx'

type Shown =
  | { dialog: 'invite'; itemId: string }
  | { dialog: 'invitation'; invitation: Invitation }
  | { dialog: 'configure'; itemId: string; accessId?: string }
  | { dialog: 'finish'; access: DashboardAccess }
  | { dialog: 'results'; access: DashboardAccess }

type Context = { appUrl: string; buyer: { name: string; company: string | null } }

/** The dashboard's dialogs, one at a time, and the functions that open them. */
export function useDashboardDialogs(groups: readonly DashboardGroup[], { appUrl, buyer }: Context) {
  // The content stays while the dialog closes; each opening starts with empty forms.
  const [{ shown, open, opening }, setState] = useState<{ shown?: Shown; open: boolean; opening: number }>({
    open: false,
    opening: 0,
  })
  const show = useCallback(
    (next: Shown) => setState(before => ({ shown: next, open: true, opening: before.opening + 1 })),
    [],
  )
  const close = useCallback(() => setState(before => ({ ...before, open: false })), [])
  const onInvited = useCallback((invitation: Invitation) => show({ dialog: 'invitation', invitation }), [show])

  const handlers: GroupHandlers = {
    onInvite: group => show({ dialog: 'invite', itemId: group.item_id }),
    onConfigure: group => show({ dialog: 'configure', itemId: group.item_id }),
    onEdit: (group, access) => show({ dialog: 'configure', itemId: group.item_id, accessId: access.id }),
    onFinish: access => show({ dialog: 'finish', access }),
    showResults: access => ({
      to: `/account/results/${access.id}`,
      onClick: event => {
        // Lets the browser open a new tab.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        show({ dialog: 'results', access })
      },
    }),
  }
  const common = { open, onClose: close }
  const group = shown && 'itemId' in shown ? groups.find(candidate => candidate.item_id === shown.itemId) : undefined
  const dialogs = (
    <div key={opening}>
      {shown?.dialog === 'invite' && group && <InviteDialog {...common} group={group} onInvited={onInvited} />}
      {shown?.dialog === 'invitation' && <InvitationDialog {...common} invitation={shown.invitation} />}
      {shown?.dialog === 'configure' && group && (
        <ConfigureDialog {...common} group={group} accessId={shown.accessId} appUrl={appUrl} buyer={buyer} />
      )}
      {shown?.dialog === 'finish' && <FinishDialog {...common} access={shown.access} />}
      {shown?.dialog === 'results' && <ResultsDialog {...common} access={shown.access} />}
    </div>
  )
  return { handlers, dialogs }
}
