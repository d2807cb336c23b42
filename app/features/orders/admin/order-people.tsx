import { LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { OrderImpact } from '#app/features/accesses/related-accesses.server.ts'
import { dayColumn, EmailText, status } from '#app/kit/lists/list-cells.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { RowsPanel } from '#app/layouts/admin/rows-panel.tsx'

type Access = {
  id: string
  assessment: string
  name: string
  email: string
  progress: number
  expires_at: Date
  state: ListedState
}

const accessColumns: Column<Access>[] = [
  {
    key: 'who',
    header: 'Persona',
    primary: true,
    cell: ({ name, email }) => (
      <>
        <span className="block">{name || email}</span>
        {name && (
          <span className="block text-sm font-normal text-muted">
            <EmailText email={email} />
          </span>
        )}
      </>
    ),
  },
  { key: 'what', header: 'Assessment', inline: 'line', cell: access => access.assessment },
  { key: 'progress', header: 'Avance', align: 'end', inline: 'start', cell: access => `${access.progress}%` },
  status('state', 'Estado', access => access.state, LISTED_STATES),
  dayColumn('expires', 'Vence', access => access.expires_at, { inline: 'end' }),
]

type OrderAccessesProps = {
  /** The newest ones. */
  accesses: readonly Access[]
  total: OrderImpact
  order: { client: { email: string; isGone: boolean } }
}

/** The holders of the order's seats. */
export const OrderAccesses = ({ accesses, total, order: { client } }: OrderAccessesProps) => (
  <RowsPanel
    title={`Accesos (${total.all})`}
    none="No tiene accesos: aparecen cuando se paga."
    columns={accessColumns}
    rows={accesses}
    actions={
      accesses.length > 0 &&
      !client.isGone && (
        <ButtonLink variant="link" size="sm" to={`/admin/access?${new URLSearchParams({ search: client.email })}`}>
          Ver en la lista
        </ButtonLink>
      )
    }
  />
)
