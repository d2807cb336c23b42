import { useId } from 'react'
import { Link } from 'react-router'
import type { DashboardAccess, DashboardGroup } from '#app/features/accesses/accesses.ts'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import { inviteFields } from '#app/features/accesses/person-fields.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { ErrorCount } from '#app/kit/forms/form-outcome.tsx'
import { useOnAnswer } from '#app/kit/forms/on-answer.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { type InviteAnswer, type RunAnswer, useNotice } from './dashboard.ts'
import { hasResultMode, ModeChoice } from './mode-choice.tsx'

type FinishDialogProps = {
  open: boolean
  onClose: () => void
  access: Pick<DashboardAccess, 'id' | 'own' | 'name' | 'email' | 'progress'>
}

/** Confirms 'Terminar', which closes a run for good (spec D19). */
export function FinishDialog({ open, onClose, access }: FinishDialogProps) {
  const fetcher = useFetcher<RunAnswer>()
  const answer = fetcher.data
  useNotice(answer)
  useOnAnswer(answer, onClose)
  const who = access.own ? 'tu assessment' : `el assessment de ${access.name || access.email}`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={fetcher.state !== 'idle'}
      title={`¿Terminar ${who}?`}
      footer={
        <fetcher.Form method="post" action="/account/dashboard">
          <input type="hidden" name="intent" value="finish" />
          <input type="hidden" name="accessId" value={access.id} />
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" variant="danger" pending={fetcher.state !== 'idle'} pendingLabel="Terminando…">
              Terminar
            </Button>
          </DialogActions>
        </fetcher.Form>
      }
    >
      <p>
        {`Se cerrará con las respuestas guardadas hasta ahora (${access.progress}% de avance)${access.own ? ' y no podrás continuarlo.' : ' y esa persona no podrá continuarlo.'} No se puede deshacer.`}
      </p>
      {!access.own && (
        <p className="mt-3 text-muted">
          Quedará registrado que lo cerraste tú, y así lo verá quien lea los resultados.
        </p>
      )}
    </Dialog>
  )
}

type InviteDialogProps = {
  open: boolean
  onClose: () => void
  group: Pick<
    DashboardGroup,
    'item_id' | 'name' | 'mode' | 'result_mode' | 'mode_fixed' | 'has_questionnaire' | 'total_seats' | 'used_seats'
  >
  onInvited: (invitation: Invitation) => void
}

/** Assigns one seat to another person (specification 2, section 2, 'Buyer dashboard dialogs'). */
export function InviteDialog({ open, onClose, group, onInvited }: InviteDialogProps) {
  const form = useId()
  const fetcher = useFetcher<InviteAnswer>()
  const answer = fetcher.data
  const refused = answer?.ok === false ? answer : undefined
  const { ref, errors, field } = useForm(inviteFields, refused && { errors: refused.errors })
  const pending = fetcher.state !== 'idle'
  useNotice(answer)
  useOnAnswer(answer, given => given.ok && onInvited(given.invitation))
  const left = group.total_seats - group.used_seats
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Invitar a una persona"
      description={`${group.name}: ${inNumber(left, 'queda', 'quedan')} ${countOf(left, 'asiento', 'asientos')}.`}
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
      <fetcher.Form ref={ref} id={form} method="post" noValidate className="grid gap-5 sm:grid-cols-2">
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="itemId" value={group.item_id} />
        <ErrorCount errors={errors} />
        <TextField {...field('firstName')} data-autofocus />
        <TextField {...field('lastName')} />
        <TextField {...field('email')} className="sm:col-span-2" />
        <SelectField {...field('role', '')} required placeholder="Selecciona un rol" />
        <TextField {...field('area')} />
        {hasResultMode(group) && (
          <div className="sm:col-span-2">
            <ModeChoice group={group} error={refused?.errors.mode} />
          </div>
        )}
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
