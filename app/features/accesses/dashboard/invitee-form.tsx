import { useState } from 'react'
import type { DashboardAccess } from '#app/features/accesses/accesses.ts'
import { type InviteeField, inviteeFields } from '#app/features/accesses/person-fields.ts'
import { controlProps } from '#app/kit/forms/fields.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { ErrorCount } from '#app/kit/forms/form-outcome.tsx'
import { useOnAnswer } from '#app/kit/forms/on-answer.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { type SaveInviteeAnswer, useNotice } from './dashboard.ts'
import { InvitationText } from './invitation-text.tsx'
import { KEPT_WHEN_BEGUN } from './participants.ts'

type InviteeFormProps = {
  access: Pick<DashboardAccess, 'id' | 'name' | 'email' | 'job_role' | 'department' | 'own' | 'state' | 'confidential'>
  /** Starts with empty fields, to assign the seat to another person. */
  blank: boolean
  /** The invitation's text; undefined for the buyer's own access, which has no invitation. */
  message: string | undefined
  onSaved: () => void
  /** The form's action when it is not the page's own. */
  action?: string | undefined
  /** One field a line, for a drawer. */
  isNarrow?: boolean
}

const NO_ERRORS: Readonly<Partial<Record<InviteeField, string>>> = {}

/** The holder of a seat: name, e-mail, role and department, and the invitation to copy. */
export function InviteeForm({ access, blank, message, onSaved, action, isNarrow = false }: InviteeFormProps) {
  const fetcher = useFetcher<SaveInviteeAnswer>()
  const answer = fetcher.data
  const [values, setValues] = useState(
    blank
      ? { name: '', email: '', jobRole: '', department: '' }
      : { name: access.name, email: access.email, jobRole: access.job_role, department: access.department },
  )
  useNotice(answer)
  useOnAnswer(answer, ({ ok }) => ok && onSaved())
  const errors = answer?.ok === false ? answer.errors : NO_ERRORS
  const form = useFocusOnError(errors)
  const started = access.state !== 'pending'
  const field = (name: keyof typeof values) => ({
    ...controlProps(name, inviteeFields[name]),
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <fetcher.Form
      ref={form}
      method="post"
      {...(action !== undefined && { action })}
      noValidate
      aria-label={`Datos de ${access.name || access.email}`}
    >
      <input type="hidden" name="intent" value="save-invitee" />
      <input type="hidden" name="accessId" value={access.id} />
      <ErrorCount errors={errors} />
      <div className={isNarrow ? 'grid gap-4' : 'grid gap-4 sm:grid-cols-2'}>
        <TextField {...field('name')} />
        <TextField {...field('email')} readOnly={started} hint={emailHint(access, blank)} />
        <TextField {...field('jobRole')} />
        <TextField {...field('department')} />
      </div>
      <div className="mt-4">
        <Button
          type="submit"
          size="sm"
          variant={isNarrow ? 'secondary' : 'primary'}
          disabled={Object.values(values).some(value => value.trim() === '')}
          pending={fetcher.state !== 'idle'}
          pendingLabel="Guardando…"
        >
          Guardar
        </Button>
      </div>
      {message !== undefined && <InvitationText message={message} className="mt-2" />}
    </fetcher.Form>
  )
}

function emailHint({ state, own, confidential }: InviteeFormProps['access'], blank: boolean): string {
  if (state !== 'pending') return 'Ya comenzó a responder: su correo no cambia.'
  if (blank) return 'Le enviaremos la invitación con su código.'
  if (own) return 'Si escribes el correo de otra persona, le cedes tu asiento.'
  const changed = 'Si lo cambias, le enviaremos un código nuevo y el anterior deja de servir.'
  return confidential ? `${changed} ${KEPT_WHEN_BEGUN}` : changed
}
