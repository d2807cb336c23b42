import { type ReactNode, useState } from 'react'
import type { DashboardAccess, DashboardGroup, OpenedGroup } from '#app/features/accesses/accesses.ts'
import { type Invitation, writeInvitation } from '#app/features/accesses/invitations/invitation.ts'
import { CopyField, WhatsAppLink } from '#app/features/accesses/invitations/share-link.tsx'
import { fold } from '#app/features/catalogue/catalogue.ts'
import type { Consultant } from '#app/features/organisations/organisations.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { InviteeForm } from './invitee-form.tsx'
import { hasResultMode, ModeNote } from './mode-choice.tsx'
import { StateBadge } from './participants-view.tsx'

type ConfigureDialogProps = {
  open: boolean
  onClose: () => void
  group: OpenedGroup
  /** Restricts the dialog to this access. */
  accessId?: string | undefined
  appUrl: string
  buyer: { name: string; company: string | null }
  /** Of a purchase for a client company. */
  consultant: Consultant | null
}

/**
 * Edits who holds which seat, for every access that is not completed (specification 2, section 5): a list that can be searched, with one access
 * open at a time (spec D62).
 */
export function ConfigureDialog(props: ConfigureDialogProps) {
  const { open, onClose, group, accessId, appUrl, buyer, consultant } = props
  const single = accessId !== undefined
  const pending = group.accesses.filter(access => access.state !== 'completed' && (!single || access.id === accessId))
  // Fixed when the dialog opens: a seat that is handed over disappears from the data before the dialog closes.
  const [[title, description]] = useState(() => dialogTexts(group, single ? pending[0] : undefined))
  // Also where the own seat is handed over: that sends an invitation.
  const [asksForMode] = useState(() => hasResultMode(group) && (!single || pending[0]?.own))
  const form = (access: DashboardAccess) => (
    <InviteeForm
      key={access.id}
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
  )
  return (
    <Dialog open={open} onClose={onClose} size="lg" title={title} description={description}>
      {asksForMode && <ModeNote group={group} />}
      {single && pending.map(form)}
      {!single && (
        <>
          <PendingList pending={pending} free={group.used_seats < group.total_seats} form={form} />
          <ButtonLink variant="link" to={`/account/items/${group.item_id}/participants`} className="mt-5">
            {group.used_seats > group.accesses.length
              ? `Ver a las ${formatInteger(group.used_seats)} personas`
              : 'Ver personas'}
          </ButtonLink>
        </>
      )}
    </Dialog>
  )
}

type PendingListProps = {
  pending: readonly DashboardAccess[]
  /** Whether seats are left. */
  free: boolean
  form: (access: DashboardAccess) => ReactNode
}

/** The people who have not completed, found by any of their fields; one is open at a time, and keeps what was typed in it. */
function PendingList({ pending, free, form }: PendingListProps) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState(() => (pending.length === 1 ? pending[0]?.id : undefined))
  if (pending.length === 0) {
    return (
      <EmptyState title="No hay invitaciones pendientes">
        {free ? 'Invita a más personas desde el panel.' : 'Todas completaron.'}
      </EmptyState>
    )
  }
  const found = new Set(pending.filter(access => isFound(access, search)))
  return (
    <>
      {pending.length > 1 && (
        <TextField
          label="Buscar"
          name="q"
          type="search"
          placeholder="Nombre, correo, cargo o área"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      <p role="status" className="mt-2 text-sm text-muted">
        {found.size === 0
          ? 'Nadie coincide con la búsqueda.'
          : countOf(found.size, 'persona pendiente', 'personas pendientes')}
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line" hidden={found.size === 0}>
        {pending.map(access => (
          <li key={access.id} className="py-1.5" hidden={!found.has(access)}>
            <Disclosure
              level={3}
              open={access.id === opened}
              onToggle={open => setOpened(open ? access.id : undefined)}
              title={
                <>
                  <span className="block wrap-anywhere">{access.name || access.email}</span>
                  {access.name !== '' && (
                    <span className="block text-sm font-normal wrap-anywhere text-muted">{access.email}</span>
                  )}
                </>
              }
              aside={
                <>
                  {access.own && <span className="text-sm text-muted">Tu asiento</span>}
                  <StateBadge state={access.state} />
                </>
              }
            >
              <div className="pt-1 pb-4">{form(access)}</div>
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether every word of a search is in one of a person's fields, whatever its accents and capitals. */
function isFound({ name, email, job_role, department }: DashboardAccess, search: string): boolean {
  const text = fold([name, email, job_role, department].join(' '))
  return fold(search)
    .split(/\s+/)
    .every(word => text.includes(word))
}

const noop = () => {}

function dialogTexts(group: DashboardGroup, only: DashboardAccess | undefined): [title: string, description: string] {
  if (!only) return ['Configurar invitaciones', `${group.name}: las personas que todavía no completan.`]
  return only.own
    ? [
        'Ceder tu asiento',
        'Escribe los datos de quien responderá en tu lugar. Le enviaremos la invitación con su código.',
      ]
    : ['Editar persona', group.name]
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
