import { useLocation } from 'react-router'
import { ACCESS_LABELS, type AccessState } from '#app/features/accesses/accesses.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'
import { type InvitationStage, type Participant, STAGE_LABELS, STAGE_TONES } from './participants.ts'

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

/** Of a history entry whose drawer was opened from the list: going back closes it. */
const OVER_LIST = { isOverList: true } as const

/** Whether a history entry was reached from the list. */
export const isOverList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOverList' in state

type ParticipantsTableProps = {
  rows: readonly Participant[]
  filtered: boolean
  /** Progress is hidden. */
  confidential: boolean
  /** The page's address with a person's drawer open. */
  personLink: (person: Participant) => string
}

/** The people of an item. */
export function ParticipantsTable({ rows, filtered, confidential, personLink }: ParticipantsTableProps) {
  const { search, state } = useLocation()
  // While a drawer closes, the address is still its own: the next drawer may take the place of that entry.
  const overList = new URLSearchParams(search).has('persona') ? state : OVER_LIST
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
          state={overList}
          preventScrollReset
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
