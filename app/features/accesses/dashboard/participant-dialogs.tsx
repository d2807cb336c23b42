import { useState } from 'react'
import type { DashboardAccess, DashboardGroup } from '#app/features/accesses/accesses.ts'
import { type Invitation, writeInvitation } from '#app/features/accesses/invitations/invitation.ts'
import { CopyField, WhatsAppLink } from '#app/features/accesses/invitations/share-link.tsx'
import type { Consultant } from '#app/features/organisations/organisations.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { InviteeForm } from './invitee-form.tsx'
import { hasResultMode, ModeNote } from './mode-choice.tsx'
import { StateBadge } from './participants-view.tsx'

/** Forms rendered at once; an item may have a thousand accesses. */
const STEP = 20

type ConfigureDialogProps = {
  open: boolean
  onClose: () => void
  group: DashboardGroup
  /** Restricts the dialog to this access. */
  accessId?: string | undefined
  appUrl: string
  buyer: { name: string; company: string | null }
  /** Of a purchase for a client company. */
  consultant: Consultant | null
}

/** Edits who holds which seat, for every access that is not completed (specification 2, section 5). */
export function ConfigureDialog(props: ConfigureDialogProps) {
  const { open, onClose, group, accessId, appUrl, buyer, consultant } = props
  const [shown, setShown] = useState(STEP)
  const single = accessId !== undefined
  const pending = group.accesses.filter(access => access.state !== 'completed' && (!single || access.id === accessId))
  // Fixed when the dialog opens: a seat that is handed over disappears from the data before the dialog closes.
  const [[title, description]] = useState(() => dialogTexts(group, single ? pending[0] : undefined))
  // Also where the own seat is handed over: that sends an invitation.
  const [asksForMode] = useState(() => hasResultMode(group) && (!single || pending[0]?.own))
  return (
    <Dialog open={open} onClose={onClose} size="lg" title={title} description={description}>
      {pending.length === 0 && !single && (
        <EmptyState title="No hay invitaciones pendientes">
          {group.used_seats < group.total_seats ? 'Invita a más personas desde el dashboard.' : 'Todas completaron.'}
        </EmptyState>
      )}
      {asksForMode && <ModeNote group={group} />}
      <ul className="divide-y divide-line">
        {pending.slice(0, shown).map(access => (
          <li key={access.id} className="py-6 first:pt-0 last:pb-0">
            <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h3 className="font-semibold">{access.name || access.email}</h3>
              <StateBadge state={access.state} />
              {access.own && <span className="text-sm text-muted">Tu asiento</span>}
            </div>
            <InviteeForm
              access={access}
              blank={single && access.own}
              message={
                access.own || access.of_buyer
                  ? undefined
                  : writeInvitation(appUrl, {
                      ...access,
                      accessId: access.id,
                      product: { ...group, product_id: group.assessment_id, consultant },
                      buyer,
                    }).message
              }
              onSaved={single ? onClose : noop}
            />
          </li>
        ))}
      </ul>
      {pending.length > shown && (
        <Button variant="secondary" className="mt-6 w-full" onClick={() => setShown(shown + STEP)}>
          {`Mostrar más (${pending.length - shown})`}
        </Button>
      )}
      {!single && group.used_seats > group.accesses.length && (
        <ButtonLink variant="link" to={`/account/items/${group.item_id}/participants`} className="mt-6">
          {`Ver los ${formatInteger(group.used_seats)} participantes`}
        </ButtonLink>
      )}
    </Dialog>
  )
}

const noop = () => {}

function dialogTexts(group: DashboardGroup, only: DashboardAccess | undefined): [title: string, description: string] {
  if (!only) return ['Configurar invitaciones', `${group.name}: las personas que todavía no completan.`]
  return only.own
    ? [
        'Ceder tu asiento',
        'Escribe los datos de quien responderá en tu lugar. Le enviaremos la invitación con su código.',
      ]
    : ['Editar participante', group.name]
}

type InvitationDialogProps = { open: boolean; onClose: () => void; invitation: Invitation }

/** Shown after inviting: the address, the code and the whole message, each with a copy button. */
export function InvitationDialog({ open, onClose, invitation }: InvitationDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Invitación generada"
      description={
        invitation.access_code === null
          ? `Enviamos la invitación a ${invitation.email}. Las respuestas son confidenciales: su código llega solo a ese correo.`
          : `Enviamos la invitación a ${invitation.email}. También puedes compartirla tú.`
      }
      footer={
        <DialogActions>
          <Button onClick={onClose}>Listo</Button>
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <CopyField
          label="URL de invitación"
          text={invitation.url}
          copyLabel="Copiar URL"
          copied="URL copiada"
          failed="No se pudo copiar la URL"
        />
        {invitation.access_code !== null && (
          <CopyField
            label="Código de acceso"
            text={invitation.access_code}
            copyLabel="Copiar código"
            copied="Código copiado"
            failed="No se pudo copiar el código"
          />
        )}
        <CopyField
          label="Mensaje completo"
          text={invitation.message}
          copyLabel="Copiar mensaje"
          copied="Invitación copiada"
          failed="No se pudo copiar el mensaje"
          long
        />
        <WhatsAppLink message={invitation.message} />
      </div>
    </Dialog>
  )
}
