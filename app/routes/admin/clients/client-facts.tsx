import { Link } from 'react-router'
import type { ListedClient } from '#app/features/identity/clients/clients.ts'
import { ROLE_TITLES } from '#app/features/identity/identity.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The client's data; of a deleted account only its creation date. */
export const ClientFacts = ({ client }: { client: ListedClient }) => (
  <Panel title="Cuenta">
    <Facts>
      {client.email !== null && <Fact label="Email">{client.email}</Fact>}
      {client.company && (
        <Fact label="Empresa">
          <Link to={`/admin/clients?empresa=${client.company.id}`} className="text-copper underline underline-offset-4">
            {client.company.name}
          </Link>
        </Fact>
      )}
      {client.role !== null && <Fact label="Rol">{ROLE_TITLES[client.role]}</Fact>}
      <Fact label="Registro">{formatLongDate(client.created_at)}</Fact>
    </Facts>
  </Panel>
)
