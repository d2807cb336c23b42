import { invitationFields, organisationFields, roleFields } from '#app/features/organisations/organisation-fields.ts'
import {
  type Member,
  type Membership,
  type OpenInvitation,
  ROLE_LABELS,
  ROLE_TEXTS,
} from '#app/features/organisations/organisations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden, PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { NativeSelect } from '#app/kit/ui/inline-select.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'

type Answer = { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | undefined

type DetailsProps = { organisation?: Membership | undefined; company?: string | null; answer: Answer }

/** Name and RUT: of a new organisation, or of this one. */
export function DetailsPanel({ organisation, company, answer }: DetailsProps) {
  const { ref, field } = useForm(organisationFields, answer)
  return (
    <Panel
      title={organisation ? 'Datos' : 'Crea tu organización'}
      description={
        !organisation &&
        'Las personas que invites comparten contigo las compras de la empresa, con el rol que tú elijas.'
      }
    >
      <Form ref={ref} method="post" noValidate className="grid max-w-xl justify-items-start gap-5 *:w-full">
        {organisation && <Hidden values={{ organisation: organisation.id }} />}
        <TextField {...field('name', organisation?.name ?? company)} />
        <TextField {...field('rut', organisation?.rut && formatRut(organisation.rut))} />
        <div>
          {organisation ? (
            <Button type="submit" name="intent" value="rename" variant="secondary">
              Guardar
            </Button>
          ) : (
            <Button type="submit" name="intent" value="create">
              Crear organización
            </Button>
          )}
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
        <Hidden values={{ organisation: organisation.id }} />
        <TextArea {...field('emails')} />
        <SelectField {...field('role', 'coordinator')} />
        <dl className="grid gap-2 text-sm text-muted">
          {(['buyer', 'coordinator', 'results'] as const).map(role => (
            <div key={role}>
              <dt className="inline font-medium text-ink">{`${ROLE_LABELS[role]}:`}</dt>{' '}
              <dd className="inline">{ROLE_TEXTS[role]}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button type="submit" name="intent" value="invite">
            Enviar invitaciones
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

/** Leaves the organisation or, for its only member, closes it. */
export const LeavePanel = ({ organisation: { id, name }, alone }: { organisation: Membership; alone: boolean }) => (
  <Panel
    title={alone ? 'Cerrar la organización' : 'Dejar la organización'}
    description={
      alone
        ? 'Sus compras vuelven a ser solo tuyas.'
        : 'Dejas de ver sus compras, asientos y resultados. Lo que compraste para ella se queda en ella.'
    }
  >
    <Form method="post">
      <Hidden values={{ organisation: id }} />
      {alone ? (
        <ConfirmedSubmit
          value="close"
          variant="secondary"
          question={`¿Cerrar ${name}?`}
          consequence="Se retiran las invitaciones sin aceptar y las compras vuelven a ser solo tuyas."
          confirm="Cerrar"
        >
          Cerrar la organización
        </ConfirmedSubmit>
      ) : (
        <ConfirmedSubmit
          value="leave"
          variant="secondary"
          question={`¿Dejar ${name}?`}
          consequence="Dejas de ver sus compras, asientos y resultados. Para volver, alguien tiene que invitarte."
          confirm="Dejar la organización"
        >
          Dejar la organización
        </ConfirmedSubmit>
      )}
    </Form>
  </Panel>
)

type PeopleProps = {
  organisation: Membership
  members: readonly Member[]
  userId: string
  /** Who sees the organisation besides. */
  description?: string | null
}

/** The people of an organisation. Who buys changes their roles, removes them and hands the organisation over. */
export const PeoplePanel = ({ organisation, members, userId, description }: PeopleProps) => (
  <Panel title="Personas" description={description ?? undefined} padding="flush">
    {members.length === 0 && <p className="px-5 pb-5 text-md sm:px-6">Nadie de la empresa tiene acceso todavía.</p>}
    <ul aria-label={`Personas de ${organisation.name}`} className="divide-y divide-line">
      {members.map(member => (
        <li key={member.user_id} className="flex flex-wrap items-center gap-x-6 gap-y-2.5 px-5 py-4 sm:px-6">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">
              <span>{member.name || member.email}</span>
              {member.user_id === userId && <span className="font-normal text-muted"> (tú)</span>}
            </p>
            <p className="text-sm break-all text-muted">{member.email}</p>
          </div>
          {organisation.role === 'buyer' && member.user_id !== userId ? (
            <MemberForms
              organisation={organisation}
              member={member}
              handsOver={members.some(({ user_id }) => user_id === userId)}
            />
          ) : (
            <Badge>{ROLE_LABELS[member.role]}</Badge>
          )}
        </li>
      ))}
    </ul>
  </Panel>
)

type MemberFormsProps = {
  organisation: Membership
  member: Member
  /** Whether the user is a member as well, and so can leave the organisation to this one. */
  handsOver: boolean
}

function MemberForms({ organisation: { id, name }, member, handsOver }: MemberFormsProps) {
  const who = member.name || member.email
  const hidden = <Hidden values={{ organisation: id, member: member.user_id }} />
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Form key={member.role} method="post" className="flex items-center gap-2">
        {hidden}
        <NativeSelect
          name="role"
          aria-label={`Rol de ${who}`}
          defaultValue={member.role}
          options={roleFields.role.options}
          className="text-md"
        />
        <Button type="submit" name="intent" value="change-role" variant="secondary" size="sm">
          Cambiar<span className="sr-only">{` el rol de ${who}`}</span>
        </Button>
      </Form>
      <Form method="post" className="flex items-center gap-x-4">
        {hidden}
        {handsOver && (
          <ConfirmedSubmit
            value="hand-over"
            variant="link"
            size="sm"
            aria-label={`Traspasar a ${who}`}
            question={`¿Traspasar ${name} a ${who}?`}
            consequence="Quedará con el rol Compra y tú dejarás la organización: ya no verás sus compras, asientos ni resultados."
            confirm="Traspasar y salir"
          >
            Traspasar
          </ConfirmedSubmit>
        )}
        <ConfirmedSubmit
          value="remove"
          variant="link"
          size="sm"
          aria-label={`Quitar a ${who}`}
          question={`¿Quitar a ${who} de ${name}?`}
          consequence="Dejará de ver las compras, los asientos y los resultados. Lo que compró para la organización se queda en ella."
          confirm="Quitar"
        >
          Quitar
        </ConfirmedSubmit>
      </Form>
    </div>
  )
}

type InvitationsProps = { organisation: Membership; invitations: readonly OpenInvitation[]; now: Date }

/** Invitations that nobody has accepted yet. */
export const InvitationsPanel = ({ organisation, invitations, now }: InvitationsProps) => (
  <Panel title="Invitaciones sin aceptar" padding="flush">
    <ul aria-label="Invitaciones sin aceptar" className="divide-y divide-line">
      {invitations.map(({ id, email, role, expires_at }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium break-all">{email}</p>
            <p className="text-sm text-muted">
              {`${ROLE_LABELS[role]} · ${
                expires_at > now ? `vence el ${formatDate(expires_at)}` : 'venció: invita otra vez a ese correo'
              }`}
            </p>
          </div>
          <PostButton
            intent="revoke-invitation"
            values={{ organisation: organisation.id, invitation: id }}
            variant="link"
            size="sm"
          >
            Retirar<span className="sr-only">{` la invitación de ${email}`}</span>
          </PostButton>
        </li>
      ))}
    </ul>
  </Panel>
)
