import { useCallback, useState } from 'react'
import { ACCESS_LABELS, type AccessState } from '#app/features/accesses/accesses.ts'
import { CopyField, WhatsAppLink } from '#app/features/accesses/invitations/share-link.tsx'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'
import { FinishDialog } from './invite-dialog.tsx'
import { InviteeForm } from './invitee-form.tsx'
import {
  type InvitationStage,
  KEPT_WHEN_BEGUN,
  type Participant,
  participantActions,
  STAGE_LABELS,
  STAGE_TONES,
} from './participants.ts'

const tones: Record<AccessState, Tone> = { completed: 'good', in_progress: 'fair', pending: 'neutral' }

/** Completado, En progreso or Pendiente. */
export const StateBadge = ({ state }: { state: AccessState }) => (
  <Badge tone={tones[state]}>{ACCESS_LABELS[state]}</Badge>
)

/** The specification's state of a stage (specification 2, section 4). */
const toAccessState = (stage: InvitationStage): AccessState =>
  stage === 'completed' || stage === 'in_progress' ? stage : 'pending'

/** What a stage adds to the state; highlighted where an action is needed. */
function sayingMore(stage: InvitationStage) {
  if (toAccessState(stage) !== 'pending') return null
  const tone = STAGE_TONES[stage]
  return tone === 'neutral' ? STAGE_LABELS[stage] : <Badge tone={tone}>{STAGE_LABELS[stage]}</Badge>
}

type ParticipantsTableProps = {
  rows: readonly Participant[]
  filtered: boolean
  /** Progress is hidden. */
  confidential: boolean
  /** The page's address with a person's panel open. */
  personLink: (person: Participant) => string
}

/** The people of an item. */
export function ParticipantsTable({ rows, filtered, confidential, personLink }: ParticipantsTableProps) {
  const columns: Column<Participant>[] = [
    {
      key: 'person',
      header: 'Persona',
      primary: true,
      cell: ({ name, email, own }) => (
        <>
          <span className="block [overflow-wrap:anywhere]">
            <span>{name || email}</span>
            {own && <span className="font-normal text-muted"> (tú)</span>}
          </span>
          {name !== '' && <span className="block text-sm font-normal break-all text-muted">{email}</span>}
        </>
      ),
    },
    {
      key: 'state',
      header: 'Estado',
      inline: 'start',
      cell: ({ stage }) => <StateBadge state={toAccessState(stage)} />,
    },
    {
      key: 'stage',
      header: 'Invitación',
      inline: 'start',
      cell: ({ own, stage }) =>
        own && stage === 'queued' ? <span className="text-muted">Tu asiento</span> : sayingMore(stage),
    },
    {
      key: 'mailed',
      header: 'Último correo',
      cell: ({ mailed_at, reminders }) =>
        mailed_at && (
          <span className="tabular-nums">
            <span>{formatDate(mailed_at)}</span>
            {reminders > 0 && (
              <span className="block text-sm text-muted">{countOf(reminders, 'recordatorio', 'recordatorios')}</span>
            )}
          </span>
        ),
    },
    {
      key: 'progress',
      header: 'Avance',
      align: 'end',
      inline: 'start',
      cell: ({ own, progress }) => (confidential && !own ? null : `${progress}%`),
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'end',
      inline: 'end',
      cell: person => (
        <ButtonLink
          variant="link"
          size="sm"
          to={personLink(person)}
          aria-label={`Gestionar a ${person.name || person.email}`}
        >
          Gestionar
        </ButtonLink>
      ),
    },
  ]
  return (
    <DataTable
      caption="Personas"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={filtered ? 'Nadie coincide' : 'Nadie participa todavía'}>
          {filtered ? 'Cambia la búsqueda o el estado.' : 'Invita a las personas que responderán.'}
        </EmptyState>
      }
    />
  )
}

type ParticipantPanelProps = {
  person: Participant
  /** The invitation's text; undefined for the own access. */
  message: string | undefined
  /** Answers are hidden. */
  confidential: boolean
  /** There are answers, which the buyer may close; nobody closes a workshop for its participants. */
  isAnswered: boolean
  closeTo: string
  onSaved: () => void
}

/** One person: the stage of the invitation, and its actions. */
export function ParticipantPanel({
  person,
  message,
  confidential,
  isAnswered,
  closeTo,
  onSaved,
}: ParticipantPanelProps) {
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
            {person.stage === 'completed' && isAnswered && !confidential && (
              <ButtonLink to={`/account/results/${person.id}`}>Ver resultados</ButtonLink>
            )}
            {person.stage === 'in_progress' && isAnswered && (
              <Button variant="secondary" onClick={() => setFinishing(true)}>
                Terminar
              </Button>
            )}
            {actions.resend && <Act intent="resend" person={person} label="Reenviar invitación" />}
            {actions.revoke && <Revoke person={person} confidential={confidential} />}
          </div>
        </div>
      </div>
      <FinishDialog open={finishing} onClose={close} access={person} />
    </Panel>
  )
}

type RevokeProps = { person: Participant; confidential: boolean }

/** Revokes an invitation after a question: its code can't be given back. */
const Revoke = ({ person, confidential }: RevokeProps) => (
  <Form method="post">
    <input type="hidden" name="accessId" value={person.id} />
    <ConfirmedSubmit
      value="revoke"
      variant="danger"
      question={`¿Revocar la invitación de ${person.name || person.email}?`}
      consequence={`Su código deja de servir y el asiento queda libre.${confidential ? ` ${KEPT_WHEN_BEGUN}` : ''}`}
      confirm="Revocar"
    >
      Revocar invitación
    </ConfirmedSubmit>
  </Form>
)

type ActProps = { intent: 'resend'; person: Participant; label: string }

const Act = ({ intent, person, label }: ActProps) => (
  <Form method="post">
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="accessId" value={person.id} />
    <Button type="submit" variant="secondary">
      {label}
    </Button>
  </Form>
)
