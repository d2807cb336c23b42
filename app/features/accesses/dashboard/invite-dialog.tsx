import { useEffect, useId } from 'react'
import { Link, useFetcher } from 'react-router'
import { type DashboardGroup, JOB_ROLES } from '#app/features/accesses/accesses.ts'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { InviteAnswer } from './dashboard.ts'
import { useNotice } from './dashboard.ts'

const ROLE_OPTIONS = Object.entries(JOB_ROLES).map(([value, label]) => ({ value, label }))

type InviteDialogProps = {
  open: boolean
  onClose: () => void
  group: Pick<DashboardGroup, 'item_id' | 'name' | 'mode' | 'total_seats' | 'used_seats'>
  onInvited: (invitation: Invitation) => void
}

/** Gives one seat to another person (specification 2, section 2, 'Buyer dashboard dialogs'). */
export function InviteDialog({ open, onClose, group, onInvited }: InviteDialogProps) {
  const form = useId()
  const fetcher = useFetcher<InviteAnswer>()
  const answer = fetcher.data
  const refused = answer?.ok === false ? answer : undefined
  const errors = refused?.errors ?? {}
  const pending = fetcher.state !== 'idle'
  useNotice(refused)
  useEffect(() => {
    if (answer?.ok) onInvited(answer.invitation)
  }, [answer, onInvited])
  const left = group.total_seats - group.used_seats
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Invitar participante"
      description={`${group.name}: ${left === 1 ? 'queda 1 asiento' : `quedan ${left} asientos`}.`}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} pending={pending} pendingLabel="Enviando…">
            Enviar invitación
          </Button>
        </DialogActions>
      }
    >
      <fetcher.Form id={form} method="post" noValidate className="grid gap-5 sm:grid-cols-2">
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="itemId" value={group.item_id} />
        <TextField
          label="Nombre"
          name="firstName"
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          error={errors.firstName}
        />
        <TextField
          label="Apellido"
          name="lastName"
          required
          maxLength={120}
          autoComplete="off"
          error={errors.lastName}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          className="sm:col-span-2"
          hint="Le enviaremos el enlace y su código de acceso."
          error={errors.email}
        />
        <SelectField
          label="Rol"
          name="role"
          required
          placeholder="Selecciona un rol"
          defaultValue=""
          options={ROLE_OPTIONS}
          error={errors.role}
        />
        <TextField label="Área" name="area" required maxLength={200} autoComplete="off" error={errors.area} />
        {left <= 1 && group.mode === 'business' && (
          <p className="text-sm text-muted sm:col-span-2">
            ¿Vas a invitar a más personas?{' '}
            <Link
              to={`/account/items/${group.item_id}/seats`}
              className="inline-flex items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
            >
              Agregar asientos
            </Link>
          </p>
        )}
      </fetcher.Form>
    </Dialog>
  )
}
