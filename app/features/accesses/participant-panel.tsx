import { useCallback, useState } from 'react'
import { Form } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { CopyField } from './copy-field.tsx'
import { FinishDialog } from './finish-dialog.tsx'
import { InviteeForm } from './invitee-form.tsx'
import { type Participant, participantActions, STAGE_LABELS } from './participants.ts'
import { LOST_WHEN_BEGUN, STAGE_TONES } from './participants-texts.ts'
import { WhatsAppLink } from './whatsapp-link.tsx'

type ParticipantPanelProps = {
  person: Participant
  /** The invitation's text; undefined for the own access. */
  message: string | undefined
  /** Nobody's answers are told. */
  confidential: boolean
  closeTo: string
  onSaved: () => void
}

/** One person: how far the invitation is, and all that can be done with it. */
export function ParticipantPanel({ person, message, confidential, closeTo, onSaved }: ParticipantPanelProps) {
  const actions = participantActions(person)
  const [finishing, setFinishing] = useState(false)
  const close = useCallback(() => setFinishing(false), [])
  const state = person.stage === 'in_progress' ? 'in_progress' : 'pending'
  return (
    <Panel
      title={person.name || person.email}
      description={person.mailed_at ? `Último correo: ${formatDateTime(person.mailed_at)}` : person.email}
      actions={
        <>
          <Badge tone={STAGE_TONES[person.stage]}>{STAGE_LABELS[person.stage]}</Badge>
          <ButtonLink variant="secondary" size="sm" to={closeTo} preventScrollReset>
            Cerrar
          </ButtonLink>
        </>
      }
      className="mb-8"
    >
      <div className="grid gap-8 lg:grid-cols-2">
        {actions.edit && (
          <InviteeForm
            key={person.id}
            action="/account/dashboard"
            access={{ ...person, state, confidential }}
            blank={person.own}
            message={undefined}
            onSaved={onSaved}
          />
        )}
        <div className="grid content-start gap-5">
          {message !== undefined && actions.edit && (
            <>
              <CopyField
                label="Texto de la invitación"
                text={message}
                copyLabel="Copiar invitación"
                copied="Invitación copiada"
                failed="No se pudo copiar la invitación"
                long
              />
              <WhatsAppLink message={message} />
            </>
          )}
          <div className="flex flex-wrap gap-3">
            {person.stage === 'completed' && !confidential && (
              <ButtonLink to={`/account/results/${person.id}`}>Ver resultados</ButtonLink>
            )}
            {person.stage === 'in_progress' && (
              <Button variant="secondary" onClick={() => setFinishing(true)}>
                Terminar
              </Button>
            )}
            {actions.resend && <Act intent="resend" person={person} label="Reenviar invitación" />}
            {actions.revoke && <Act intent="revoke" person={person} label="Revocar invitación" />}
          </div>
          {actions.revoke && (
            <p className="text-sm text-muted">
              Si la revocas, su código deja de servir y el asiento queda libre.
              {confidential && ` ${LOST_WHEN_BEGUN}`}
            </p>
          )}
        </div>
      </div>
      <FinishDialog open={finishing} onClose={close} access={person} />
    </Panel>
  )
}

type ActProps = { intent: 'resend' | 'revoke'; person: Participant; label: string }

const Act = ({ intent, person, label }: ActProps) => (
  <Form method="post">
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="accessId" value={person.id} />
    <Button type="submit" variant={intent === 'revoke' ? 'danger' : 'secondary'}>
      {label}
    </Button>
  </Form>
)
