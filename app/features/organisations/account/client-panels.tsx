import { Link } from 'react-router'
import { organisationFields } from '#app/features/organisations/organisation-fields.ts'
import {
  type ClientCompany,
  MAX_CLIENT_COMPANIES,
  type Membership,
  organisationPath,
  organisationText,
} from '#app/features/organisations/organisations.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type Answer = { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | undefined

type ClientsProps = { organisation: Membership; clients: readonly ClientCompany[]; answer: Answer }

/** The client companies of a consultant. Who buys adds further ones. */
export const ClientsPanel = ({ organisation, clients, answer }: ClientsProps) => (
  <Panel
    title="Empresas cliente"
    description="Cada una tiene sus compras, sus personas y sus resultados. Las personas de tu organización tienen en ellas el mismo rol."
    padding="flush"
    footer={
      organisation.role === 'buyer' && clients.length < MAX_CLIENT_COMPANIES ? (
        <AddClient organisation={organisation} answer={answer} />
      ) : undefined
    }
  >
    {clients.length === 0 ? (
      <p className="px-5 pb-5 text-md sm:px-6">Todavía no hay ninguna.</p>
    ) : (
      <ul aria-label="Empresas cliente" className="max-h-128 divide-y divide-line overflow-y-auto">
        {clients.map(client => (
          <li key={client.id} className="flex flex-wrap items-center gap-x-6 gap-y-1.5 px-5 py-4 sm:px-6">
            <div className="min-w-0 flex-1 basis-56">
              <Link
                to={organisationPath(client.id)}
                className="font-medium wrap-anywhere decoration-copper/40 underline-offset-4 hover:underline"
              >
                {organisationText(client)}
              </Link>
              <p className="text-sm text-muted">
                {`${countOf(client.purchases, 'compra', 'compras')} · ${countOf(client.people, 'persona', 'personas')}`}
              </p>
            </div>
            <ButtonLink
              to={`/account/dashboard?de=${client.id}`}
              variant="link"
              size="sm"
              aria-label={`Ver panel de ${client.name}`}
            >
              Ver panel
            </ButtonLink>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

function AddClient({ organisation, answer }: { organisation: Membership; answer: Answer }) {
  const { ref, field } = useForm(organisationFields, answer)
  return (
    <Form ref={ref} method="post" noValidate className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_auto]">
      <Hidden values={{ organisation: organisation.id }} />
      <TextField {...field('name')} label="Nombre de la empresa" />
      <TextField {...field('rut')} />
      <Button type="submit" name="intent" value="add-client" variant="secondary" className="sm:mt-7">
        Agregar empresa cliente
      </Button>
    </Form>
  )
}

/** A consultant no longer manages a client company, or closes it. */
export const EndClientPanel = ({ organisation, hasBuyer }: { organisation: Membership; hasBuyer: boolean }) => (
  <Panel
    title="Dejar de administrar"
    description={
      hasBuyer
        ? 'La empresa sigue con sus personas, sus compras y sus resultados, y tu organización deja de verlos.'
        : 'Para dejarla, alguien de la empresa tiene que tener el rol Compra. Si no tiene compras, puedes cerrarla.'
    }
  >
    <Form method="post" className="flex flex-wrap gap-2.5">
      <Hidden values={{ organisation: organisation.id }} />
      {hasBuyer && (
        <ConfirmedSubmit
          value="release"
          variant="secondary"
          question={`¿Dejar de administrar ${organisation.name}?`}
          consequence="Las personas de tu organización dejan de ver sus compras, asientos y resultados. Para volver, la empresa tiene que invitarlas una por una."
          confirm="Dejar de administrar"
        >
          Dejar de administrar
        </ConfirmedSubmit>
      )}
      <ConfirmedSubmit
        value="close"
        variant="secondary"
        question={`¿Cerrar ${organisation.name}?`}
        consequence="Solo se cierra una empresa sin compras ni personas. Se retiran las invitaciones sin aceptar."
        confirm="Cerrar la empresa"
      >
        Cerrar la empresa
      </ConfirmedSubmit>
    </Form>
  </Panel>
)
