import { formatDate } from '#app/kernel/dates.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { NativeSelect } from '#app/kit/ui/inline-select.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { roleFields } from './organisation-fields.ts'
import { type Member, type Membership, type OpenInvitation, ROLE_LABELS } from './organisations.ts'

type PeopleProps = { organisation: Membership; members: readonly Member[]; userId: string }

/** The people of an organisation. Who buys changes their roles, removes them and hands the organisation over. */
export function PeoplePanel({ organisation, members, userId }: PeopleProps) {
  const manages = organisation.role === 'buyer'
  return (
    <Panel title="Personas" padding="flush">
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
            {manages && member.user_id !== userId ? (
              <MemberForms organisation={organisation} member={member} />
            ) : (
              <Badge>{ROLE_LABELS[member.role]}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function MemberForms({ organisation, member }: { organisation: Membership; member: Member }) {
  const who = member.name || member.email
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Form key={member.role} method="post" className="flex items-center gap-2">
        <Hidden organisation={organisation.id} member={member.user_id} />
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
        <Hidden organisation={organisation.id} member={member.user_id} />
        <ConfirmedSubmit
          value="hand-over"
          variant="link"
          size="sm"
          aria-label={`Traspasar a ${who}`}
          question={`¿Traspasar ${organisation.name} a ${who}?`}
          consequence="Quedará con el rol Compra y tú dejarás la organización: ya no verás sus compras, asientos ni resultados."
          confirm="Traspasar y salir"
        >
          Traspasar
        </ConfirmedSubmit>
        <ConfirmedSubmit
          value="remove"
          variant="link"
          size="sm"
          aria-label={`Quitar a ${who}`}
          question={`¿Quitar a ${who} de ${organisation.name}?`}
          consequence="Dejará de ver las compras, los asientos y los resultados. Lo que compró para la organización se queda en ella."
          confirm="Quitar"
        >
          Quitar
        </ConfirmedSubmit>
      </Form>
    </div>
  )
}

const Hidden = ({ organisation, member }: { organisation: string; member: string }) => (
  <>
    <input type="hidden" name="organisation" value={organisation} />
    <input type="hidden" name="member" value={member} />
  </>
)

type InvitationsProps = { organisation: Membership; invitations: readonly OpenInvitation[]; now: Date }

/** Invitations that nobody has accepted yet. */
export const InvitationsPanel = ({ organisation, invitations, now }: InvitationsProps) => (
  <Panel title="Invitaciones sin aceptar" padding="flush">
    <ul aria-label="Invitaciones sin aceptar" className="divide-y divide-line">
      {invitations.map(invitation => (
        <li key={invitation.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium break-all">{invitation.email}</p>
            <p className="text-sm text-muted">
              {`${ROLE_LABELS[invitation.role]} · ${
                invitation.expires_at > now
                  ? `vence el ${formatDate(invitation.expires_at)}`
                  : 'venció: invita otra vez a ese correo'
              }`}
            </p>
          </div>
          <Form method="post">
            <input type="hidden" name="organisation" value={organisation.id} />
            <input type="hidden" name="invitation" value={invitation.id} />
            <Button type="submit" name="intent" value="revoke-invitation" variant="link" size="sm">
              Retirar<span className="sr-only">{` la invitación de ${invitation.email}`}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  </Panel>
)
