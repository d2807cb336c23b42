import { formatRut } from '#app/kernel/rut.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { invitationFields, organisationFields } from './organisation-fields.ts'
import { type Membership, ROLE_LABELS, ROLE_TEXTS } from './organisations.ts'

type Answer = { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | undefined

type DetailsProps = { organisation?: Membership | undefined; company?: string | null; answer: Answer }

/** Name and RUT: of a new organisation, or of this one. */
export function DetailsPanel({ organisation, company, answer }: DetailsProps) {
  const { ref, field } = useForm(organisationFields, answer)
  return (
    <Panel
      title={organisation ? 'Datos' : 'Crea tu organización'}
      description={
        organisation
          ? undefined
          : 'Las personas que invites comparten contigo las compras de la empresa, con el rol que tú elijas.'
      }
    >
      <Form ref={ref} method="post" noValidate className="grid max-w-xl gap-5">
        {organisation && <input type="hidden" name="organisation" value={organisation.id} />}
        <TextField {...field('name', organisation?.name ?? company)} />
        <TextField {...field('rut', organisation?.rut ? formatRut(organisation.rut) : undefined)} />
        <div>
          <Button
            type="submit"
            name="intent"
            value={organisation ? 'rename' : 'create'}
            variant={organisation ? 'secondary' : 'primary'}
          >
            {organisation ? 'Guardar' : 'Crear organización'}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

/** Invites people by mail. */
export function InvitePanel({ organisation, answer }: { organisation: Membership; answer: Answer }) {
  const { ref, field } = useForm(invitationFields, answer)
  return (
    <Panel title="Invitar" description="Cada persona recibe un correo y entra con esa misma dirección.">
      <Form ref={ref} method="post" noValidate className="grid max-w-xl gap-5">
        <input type="hidden" name="organisation" value={organisation.id} />
        <TextArea {...field('emails')} />
        <SelectField {...field('role', 'coordinator')} />
        <RoleTexts />
        <div>
          <Button type="submit" name="intent" value="invite">
            Enviar invitaciones
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

const RoleTexts = () => (
  <dl className="grid gap-2 text-sm text-muted">
    {(['buyer', 'coordinator', 'results'] as const).map(role => (
      <div key={role}>
        <dt className="inline font-medium text-ink">{`${ROLE_LABELS[role]}:`}</dt>{' '}
        <dd className="inline">{ROLE_TEXTS[role]}</dd>
      </div>
    ))}
  </dl>
)

/** Leaves the organisation or, for its only member, closes it. */
export const LeavePanel = ({ organisation, alone }: { organisation: Membership; alone: boolean }) => (
  <Panel
    title={alone ? 'Cerrar la organización' : 'Dejar la organización'}
    description={
      alone
        ? 'Sus compras vuelven a ser sólo tuyas.'
        : 'Dejas de ver sus compras, asientos y resultados. Lo que compraste para ella se queda en ella.'
    }
  >
    <Form method="post">
      <input type="hidden" name="organisation" value={organisation.id} />
      {alone ? (
        <ConfirmedSubmit
          value="close"
          variant="secondary"
          question={`¿Cerrar ${organisation.name}?`}
          consequence="Se retiran las invitaciones sin aceptar y las compras vuelven a ser sólo tuyas."
          confirm="Cerrar"
        >
          Cerrar la organización
        </ConfirmedSubmit>
      ) : (
        <ConfirmedSubmit
          value="leave"
          variant="secondary"
          question={`¿Dejar ${organisation.name}?`}
          consequence="Dejas de ver sus compras, asientos y resultados. Para volver, alguien tiene que invitarte."
          confirm="Dejar la organización"
        >
          Dejar la organización
        </ConfirmedSubmit>
      )}
    </Form>
  </Panel>
)
