import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ACCESS_LABELS } from './accesses.ts'
import { type InvitationStage, type Participant, STAGE_LABELS } from './participants.ts'
import { STAGE_TONES } from './participants-texts.ts'

/** The specification's word for a stage (specification 2, section 4); the stage itself says more. */
const specified = (stage: InvitationStage): string => {
  if (stage === 'completed') return ACCESS_LABELS.completed
  return stage === 'in_progress' ? ACCESS_LABELS.in_progress : ACCESS_LABELS.pending
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
    { key: 'state', header: 'Estado', cell: ({ stage }) => specified(stage) },
    {
      key: 'stage',
      header: 'Invitación',
      cell: ({ own, stage }) =>
        own && stage === 'queued' ? (
          <span className="text-muted">Tu asiento</span>
        ) : (
          <Badge tone={STAGE_TONES[stage]}>{STAGE_LABELS[stage]}</Badge>
        ),
    },
    {
      key: 'mailed',
      header: 'Último correo',
      cell: ({ mailed_at, reminders }) => (
        <span className="tabular-nums">
          {mailed_at ? formatDate(mailed_at) : '–'}
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
      cell: ({ own, progress }) => (confidential && !own ? '–' : `${progress}%`),
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'end',
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
