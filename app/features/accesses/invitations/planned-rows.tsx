import { isJobRole, JOB_ROLES } from '#app/features/accesses/accesses.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { PlannedRow } from './invitation-list.ts'
import { readRole } from './invitation-list.ts'
import { PLANNED_OUTCOMES } from './invitation-list-texts.ts'

const roleText = (written: string): string => {
  const role = readRole(written)
  return isJobRole(role) ? JOB_ROLES[role] : written
}

const columns: Column<PlannedRow & { at: number }>[] = [
  {
    key: 'number',
    header: 'Fila',
    inline: 'start',
    // A card shows no header beside it.
    cell: row => (
      <span className="text-muted tabular-nums">
        <span className="hidden card:inline">Fila </span>
        <span>{row.number}</span>
      </span>
    ),
  },
  {
    key: 'person',
    header: 'Persona',
    primary: true,
    cell: ({ written }) => {
      const name = fullName({ first_name: written.firstName, last_name: written.lastName })
      return (
        <>
          <span className="block [overflow-wrap:anywhere]">{name || 'Sin nombre'}</span>
          {written.guessed && (
            <span className="block text-sm font-normal text-muted">
              {`Supusimos nombre «${written.firstName}» y apellido «${written.lastName}»`}
            </span>
          )}
          <span className="block text-sm font-normal break-all text-muted">{written.email || 'Sin correo'}</span>
        </>
      )
    },
  },
  {
    key: 'role',
    header: 'Cargo',
    inline: 'start',
    cell: ({ written }) =>
      written.role ? <span className="[overflow-wrap:anywhere]">{roleText(written.role)}</span> : null,
  },
  {
    key: 'area',
    header: 'Área',
    inline: 'start',
    cell: ({ written }) => (written.area ? <span className="[overflow-wrap:anywhere]">{written.area}</span> : null),
  },
  {
    key: 'outcome',
    header: 'Qué pasará',
    cell: ({ outcome, problem }) => {
      const why = problem || PLANNED_OUTCOMES[outcome].problem
      return (
        <>
          <Badge tone={PLANNED_OUTCOMES[outcome].tone}>{PLANNED_OUTCOMES[outcome].label}</Badge>
          {why !== '' && <span className="mt-1 block max-w-72 text-sm text-muted">{why}</span>}
        </>
      )
    },
  },
]

type PlannedRowsProps = { caption: string; rows: readonly PlannedRow[] }

/** People of a list with the outcome of confirming it. */
const PlannedRows = ({ caption, rows }: PlannedRowsProps) => (
  // People who were pasted in one line have its number.
  <DataTable
    caption={caption}
    columns={columns}
    rows={rows.map((row, at) => ({ ...row, at }))}
    rowKey={({ at }) => String(at)}
  />
)

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** A whole dry run: who is left out and why, then who is invited. @param leftOut address of the first ones' file. */
export function PlannedPeople({ rows, leftOut }: { rows: readonly PlannedRow[]; leftOut: string }) {
  const invited = rows.filter(row => row.outcome === 'new')
  const others = rows.filter(row => row.outcome !== 'new')
  return (
    <div className="grid gap-6">
      {others.length > 0 && (
        <Panel
          title={`No se ${inNumber(others.length, 'invitará', 'invitarán')}: ${people(others.length)}`}
          padding="flush"
          actions={
            <a href={leftOut} download className="text-md text-copper underline underline-offset-4">
              Descargar CSV
            </a>
          }
        >
          <PlannedRows caption="Personas que no se invitarán" rows={others} />
        </Panel>
      )}
      {invited.length > 0 && (
        <Panel
          title={`Se ${inNumber(invited.length, 'invitará', 'invitarán')}: ${people(invited.length)}`}
          padding="flush"
        >
          <PlannedRows caption="Personas que se invitarán" rows={invited} />
        </Panel>
      )}
    </div>
  )
}
