import { Link } from 'react-router'
import type { ListedClient } from '#app/features/clients/clients.ts'
import { GIVEN_ROLE_TITLES, givenRole } from '#app/features/identity/staff/given-role.ts'
import { formatDate, formatLongDate } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Fact, Facts, Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

/** The client's data; of a deleted account only its creation date. */
export const ClientFacts = ({ client }: { client: ListedClient }) => (
  <Panel title="Cuenta">
    <Facts>
      {client.email !== null && (
        <Fact label="Email">
          <EmailText email={client.email} />
        </Fact>
      )}
      {client.company && (
        <Fact label="Empresa">
          <Link to={`/admin/clients?empresa=${client.company.id}`} className="text-copper underline underline-offset-4">
            {client.company.name}
          </Link>
        </Fact>
      )}
      {client.role !== null && (
        <Fact label="Rol">{GIVEN_ROLE_TITLES[givenRole({ role: client.role, staff_scope: client.staff_scope })]}</Fact>
      )}
      <Fact label="Registro">{formatLongDate(client.created_at)}</Fact>
    </Facts>
  </Panel>
)

type Bought = { spent: Pesos; refunded: Pesos; orders: number; last_at: Date | null; seats: number; completed: number }

/** What a person or a company bought, and how much of it is completed. */
export const BoughtStats = ({ bought }: { bought: Bought }) => (
  <StatList className="mb-10">
    <Stat
      label="Gastado"
      definition="Lo pagado menos lo reembolsado, de todas las fechas, con IVA"
      value={formatPesos(bought.spent)}
      note={bought.refunded === 0 ? 'Órdenes pagadas, IVA incluido' : `Reembolsado ${formatPesos(bought.refunded)}`}
    />
    <Stat
      label="Órdenes pagadas"
      value={formatInteger(bought.orders)}
      note={bought.last_at ? `La última, el ${formatDate(bought.last_at)}` : 'Todavía ninguna'}
    />
    <Stat label="Asientos" value={formatInteger(bought.seats)} note="De las órdenes pagadas" />
    <Stat
      label="Completados"
      value={formatInteger(bought.completed)}
      note={bought.seats > 0 ? `${wholePercent(bought.completed, bought.seats)}% de los asientos` : undefined}
    />
  </StatList>
)
