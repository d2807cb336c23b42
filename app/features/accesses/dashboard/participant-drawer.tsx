import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'
import { WhatsAppLink } from '#app/features/accesses/invitations/share-link.tsx'
import { formatDateTime, formatLongDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Drawer } from '#app/kit/ui/dialog.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { InvitationText } from './invitation-text.tsx'
import { FinishDialog } from './invite-dialog.tsx'
import { InviteeForm } from './invitee-form.tsx'
import { KEPT_WHEN_BEGUN, type Participant, participantActions, STAGE_LABELS, STAGE_TONES } from './participants.ts'

/** Somebody of a purchase, as the drawer shows them. */
export type OpenedParticipant = {
  person: Participant
  /** The invitation's text; undefined for the own access. */
  message: string | undefined
}

type DetailsProps = {
  opened: OpenedParticipant
  /** Answers are hidden. */
  confidential: boolean
  /** There are answers, which the buyer may close; nobody closes a workshop for its participants. */
  isAnswered: boolean
  /** What became of the last action. */
  outcome: { done: boolean; text: string } | undefined
  onSaved: () => void
}

type ParticipantDrawerProps = Omit<DetailsProps, 'opened'> & {
  /** Undefined while it is closed. */
  opened: OpenedParticipant | undefined
  open: boolean
  onClose: () => void
}

/** One person at the side of the list: how far the invitation is, its actions in reach, and the person's data. */
export function ParticipantDrawer({ opened, open, onClose, ...details }: ParticipantDrawerProps) {
  // Stays while it slides away.
  const [shown, setShown] = useState(opened)
  if (opened && opened !== shown) setShown(opened)
  if (!shown) return null
  const { person } = shown
  return (
    <Drawer
      open={open && opened !== undefined}
      onClose={onClose}
      title={<span className="wrap-anywhere">{person.name || person.email}</span>}
      description={person.name === '' ? undefined : <span className="wrap-anywhere">{person.email}</span>}
      footer={hasActions(person, details) ? <Actions key={person.id} person={person} {...details} /> : undefined}
    >
      <Details key={person.id} opened={shown} {...details} />
    </Drawer>
  )
}

/** The same in the flow of the page, where no script opens the drawer. */
export const ParticipantPanel = ({ opened, ...details }: DetailsProps) => (
  <Panel title={opened.person.name || opened.person.email} className="mb-6">
    <Details opened={opened} {...details} />
    <div className="mt-5">
      <Actions person={opened.person} {...details} />
    </div>
  </Panel>
)

function Details({ opened: { person, message }, confidential, outcome, onSaved }: DetailsProps) {
  const { edit } = participantActions(person)
  const state = person.stage === 'in_progress' ? 'in_progress' : 'pending'
  return (
    <div className="grid gap-6">
      {outcome && <Alert tone={outcome.done ? 'success' : 'error'}>{outcome.text}</Alert>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <Fact label="Invitación">
          {person.own && person.stage === 'queued' ? (
            <span>Tu asiento</span>
          ) : (
            <Badge tone={STAGE_TONES[person.stage]}>{STAGE_LABELS[person.stage]}</Badge>
          )}
        </Fact>
        {(!confidential || person.own) && <Fact label="Avance">{`${person.progress}%`}</Fact>}
        {person.mailed_at && <Fact label="Último correo">{formatDateTime(person.mailed_at)}</Fact>}
        {person.reminders > 0 && (
          <Fact label="Recordatorios">{countOf(person.reminders, 'recordatorio', 'recordatorios')}</Fact>
        )}
        <Fact label="El acceso termina el">{formatLongDate(person.expires_at)}</Fact>
        {!edit && person.job_role !== '' && <Fact label="Cargo">{person.job_role}</Fact>}
        {!edit && person.department !== '' && <Fact label="Área">{person.department}</Fact>}
      </dl>
      {edit && (
        <section aria-label="Datos" className="border-t border-line pt-5">
          <InviteeForm
            action="/account/dashboard"
            access={{ ...person, state, confidential }}
            blank={person.own}
            message={undefined}
            onSaved={onSaved}
            isNarrow
          />
        </section>
      )}
      {message !== undefined && edit && (
        <section aria-label="Compartir la invitación" className="grid justify-items-stretch border-t border-line pt-4">
          <InvitationText message={message} />
          <WhatsAppLink message={message} />
        </section>
      )}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

type OfPerson = Pick<DetailsProps, 'confidential' | 'isAnswered'>

/** What can be read and closed of somebody's answers. */
const answersOf = ({ stage, own }: Participant, { confidential, isAnswered }: OfPerson) => ({
  read: stage === 'completed' && isAnswered && (own || !confidential),
  finish: stage === 'in_progress' && isAnswered,
})

function hasActions(person: Participant, of: OfPerson): boolean {
  const { resend, revoke } = participantActions(person)
  const { read, finish } = answersOf(person, of)
  return resend || revoke || read || finish
}

const WIDE = 'max-sm:w-full'

function Actions({ person, ...of }: OfPerson & { person: Participant }) {
  const { resend, revoke } = participantActions(person)
  const { read, finish } = answersOf(person, of)
  const [finishing, setFinishing] = useState(false)
  return (
    <div className="flex flex-wrap-reverse items-center justify-end gap-2.5">
      {revoke && <Revoke person={person} confidential={of.confidential} />}
      {finish && (
        <Button variant="secondary" onClick={() => setFinishing(true)} className={WIDE}>
          Terminar
        </Button>
      )}
      {resend && <Resend person={person} />}
      {read && (
        <ButtonLink to={`/account/results/${person.id}`} className={WIDE}>
          Ver resultados
        </ButtonLink>
      )}
      <FinishDialog open={finishing} onClose={() => setFinishing(false)} access={person} />
    </div>
  )
}

type RevokeProps = { person: Participant; confidential: boolean }

/** Revokes an invitation after a question: its code can't be given back. */
const Revoke = ({ person, confidential }: RevokeProps) => (
  <ActionForm person={person}>
    <ConfirmedSubmit
      value="revoke"
      variant="secondary"
      className={WIDE}
      question={`¿Revocar la invitación de ${person.name || person.email}?`}
      consequence={`Su código deja de servir y el asiento queda libre.${confidential ? ` ${KEPT_WHEN_BEGUN}` : ''}`}
      confirm="Revocar"
    >
      Revocar invitación
    </ConfirmedSubmit>
  </ActionForm>
)

function Resend({ person }: { person: Participant }) {
  const sending = useNavigation().formData?.get('intent') === 'resend'
  return (
    <ActionForm person={person}>
      <Button type="submit" name="intent" value="resend" pending={sending} pendingLabel="Reenviando…" className={WIDE}>
        Reenviar invitación
      </Button>
    </ActionForm>
  )
}

/** Its answer takes the place of the drawer's entry in the history, so that the way back leads to the list. */
const ActionForm = ({ person, children }: { person: Participant; children: Blocks }) => (
  <Form method="post" replace preventScrollReset className={WIDE}>
    <input type="hidden" name="accessId" value={person.id} />
    {children}
  </Form>
)
