import type { MouseEventHandler } from 'react'
import type { DashboardAccess, DashboardGroup, OpenedGroup, OwnAccess } from '#app/features/accesses/accesses.ts'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { StateBadge } from './participants-view.tsx'

/** Callbacks of a group's buttons. */
export type GroupHandlers = {
  onInvite: (group: DashboardGroup) => void
  onConfigure: (group: OpenedGroup) => void
  /** Edits one access: its person, or whom the own one is handed over to. */
  onEdit: (group: OpenedGroup, access: DashboardAccess) => void
  onFinish: (access: OwnAccess) => void
  /** A link to the results; with a script they open over the dashboard. */
  showResults: (access: OwnAccess) => { to: string; onClick: MouseEventHandler<HTMLAnchorElement> }
}

/** Accesses of the list; the others are on the item's own page. */
const LISTED = 25

type AccessListProps = {
  group: OpenedGroup
  handlers: Pick<GroupHandlers, 'onFinish' | 'onEdit' | 'showResults'>
}

/** The accesses of an item: person, state and actions. */
export function AccessList({ group, handlers }: AccessListProps) {
  const accesses = group.accesses.slice(0, LISTED)
  const columns: Column<DashboardAccess>[] = [
    { key: 'person', header: 'Persona', primary: true, cell: access => <Person access={access} /> },
    { key: 'state', header: 'Estado', inline: 'start', cell: access => <StateBadge state={access.state} /> },
    ...(group.has_questionnaire || accesses.some(({ progress }) => progress > 0)
      ? [
          {
            key: 'progress',
            header: 'Avance',
            align: 'end' as const,
            inline: 'start' as const,
            cell: (access: DashboardAccess) => `${access.progress}%`,
          },
        ]
      : []),
    {
      key: 'actions',
      header: 'Acciones',
      align: 'end',
      inline: 'end',
      cell: access => <AccessActions group={group} access={access} handlers={handlers} />,
    },
  ]
  return (
    <>
      <DataTable
        caption={`Accesos de ${group.name}, ${MODE_LABELS[group.mode]}, orden ${group.order_number}`}
        columns={columns}
        rows={accesses}
        rowKey={access => access.id}
      />
      {group.role !== 'results' && group.used_seats > accesses.length && (
        <div className="border-t border-line p-4 text-center">
          <ButtonLink variant="secondary" size="sm" to={`/account/items/${group.item_id}/participants`}>
            {`Ver a las ${formatInteger(group.used_seats)} personas`}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function Person({ access }: { access: DashboardAccess }) {
  return (
    <>
      <span className="block">
        <span>{access.name || access.email}</span>
        {access.own && <span className="font-normal text-muted"> (tú)</span>}
      </span>
      {access.name !== '' && <span className="block text-sm font-normal break-all text-muted">{access.email}</span>}
    </>
  )
}

type ActionsProps = { group: OpenedGroup; access: DashboardAccess; handlers: AccessListProps['handlers'] }

function AccessActions({ group, access, handlers }: ActionsProps) {
  const who = access.name || access.email
  if (group.role === 'results' && access.state !== 'completed' && !access.own) return null
  switch (access.state) {
    case 'completed':
      if (access.confidential || !group.has_questionnaire) return null
      return (
        <ButtonLink variant="link" size="sm" {...handlers.showResults(access)} aria-label={`Ver resultados de ${who}`}>
          Ver resultados
        </ButtonLink>
      )
    case 'in_progress':
      // Who takes part in a workshop closes it with the last lesson.
      if (!group.has_questionnaire) return null
      return (
        <Button
          variant="link"
          size="sm"
          onClick={() => handlers.onFinish(access)}
          aria-label={`Terminar el assessment de ${who}`}
        >
          Terminar
        </Button>
      )
    case 'pending':
      return (
        <Button
          variant="link"
          size="sm"
          onClick={() => handlers.onEdit(group, access)}
          aria-label={access.own ? undefined : `Editar los datos de ${who}`}
        >
          {access.own ? 'Ceder asiento' : 'Editar'}
        </Button>
      )
  }
}
