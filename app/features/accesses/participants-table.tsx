import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { AccessState } from './accesses.ts'
import { type InvitationStage, type Participant, STAGE_LABELS } from './participants.ts'
import { STAGE_TONES } from './participants-texts.ts'
import { StateBadge } from './state-badge.tsx'

/** The specification's state for a stage (specification 2, section 4). */
const stateOf = (stage: InvitationStage): AccessState =>
  stage === 'completed' || stage === 'in_progress' ? stage : 'pending'

/** What a stage says of an invitation beyond the state: in colour where there is something to do. */
function sayingMore(stage: InvitationStage) {
  if (stateOf(stage) !== 'pending') return null
  const tone = STAGE_TONES[stage]
  return tone === 'neutral' ? STAGE_LABELS[stage] : <Badge tone={tone}>{STAGE_LABELS[stage]}</Badge>
}

type ParticipantsTableProps = {
  rows: readonly Participant[]
  filtered: boolean
  /** Nobody's progress is told. */
  confidential: boolean
  /** The page's address with one person's panel open. */
  personLink: (person: Participant) => string
}

/** The people of an item. */
export function ParticipantsTable({ rows, filtered, confidential, personLink }: ParticipantsTableProps) {
  const columns: Column<Participant>[] = [
    {
      key: 'person',
      header: 'Participante',
      primary: true,
      cell: ({ name, email, own }) => (
        <>
          <span className="block [overflow-wrap:anywhere]">
            {name || email}
            {own && <span className="font-normal text-muted"> (tú)</span>}
          </span>
          {name !== '' && <span className="block text-sm font-normal break-all text-muted">{email}</span>}
        </>
      ),
    },
    { key: 'state', header: 'Estado', inline: 'start', cell: ({ stage }) => <StateBadge state={stateOf(stage)} /> },
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
            {formatDate(mailed_at)}
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
      caption="Participantes"
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
