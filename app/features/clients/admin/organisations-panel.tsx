import type { OrganisationOfPerson } from '#app/features/organisations/client-companies.server.ts'
import { ROLE_LABELS } from '#app/features/organisations/organisations.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type Props = {
  organisations: readonly OrganisationOfPerson[]
  /** Whether the member of the staff writes on clients. */
  marks: boolean
}

/** The organisations of a client, and which of them are consultants. */
export const OrganisationsPanel = ({ organisations, marks }: Props) => (
  <Panel title="Organizaciones" padding="flush">
    <ul aria-label="Organizaciones" className="divide-y divide-line">
      {organisations.map(organisation => (
        <li key={organisation.id} className="grid justify-items-start gap-1.5 px-5 py-4 sm:px-6">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
            <span>{organisation.name}</span>
            {organisation.is_consultant && <Badge>Consultora</Badge>}
          </p>
          <p className="text-sm text-muted">
            {[
              ROLE_LABELS[organisation.role],
              organisation.consultant !== null && `Empresa cliente de ${organisation.consultant}`,
              organisation.is_consultant && countOf(organisation.clients, 'empresa cliente', 'empresas cliente'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {marks && organisation.consultant === null && <Mark organisation={organisation} />}
        </li>
      ))}
    </ul>
  </Panel>
)

const Mark = ({ organisation: { id, name, is_consultant } }: { organisation: OrganisationOfPerson }) => (
  <Form method="post" preventScrollReset>
    <Hidden values={{ organisation: id }} />
    {is_consultant ? (
      <ConfirmedSubmit
        value="unmark-consultant"
        variant="link"
        size="sm"
        aria-label={`Quitar la marca de consultora: ${name}`}
        question={`¿${name} ya no es consultora?`}
        consequence="No podrá agregar empresas cliente. Solo se puede si no tiene ninguna."
        confirm="Quitar la marca"
      >
        Quitar la marca de consultora
      </ConfirmedSubmit>
    ) : (
      <ConfirmedSubmit
        value="mark-consultant"
        variant="link"
        size="sm"
        aria-label={`Marcar como consultora: ${name}`}
        question={`¿Marcar ${name} como consultora?`}
        consequence="Quienes compran en ella podrán agregar empresas cliente, y todas sus personas tendrán en ellas el mismo rol. Sus compras de ahora no cambian."
        confirm="Marcar como consultora"
      >
        Marcar como consultora
      </ConfirmedSubmit>
    )}
  </Form>
)
