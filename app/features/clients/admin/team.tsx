import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { RETENTION_MONTHS } from '#app/features/analytics/analytics.server.ts'
import type { ListedClient } from '#app/features/clients/clients.ts'
import { actorOf, requireRole, requireSession } from '#app/features/identity/session.server.ts'
import { SCOPE_HINTS, SCOPE_LABELS, STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import {
  inviteStaff,
  openStaffInvitations,
  resendStaffInvitation,
  revokeStaffInvitation,
  teamForm,
} from '#app/features/identity/staff/staff-invitations.server.ts'
import {
  INVITATION_DAYS,
  type OpenStaffInvitation,
  staffInvitationFields,
  TEAM_INTENTS,
} from '#app/features/identity/staff/staff-invitations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden, PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { SettingsPage } from '#app/layouts/admin/settings-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/team'
import { clientRows } from './client-list.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Equipo y sistema · Configuración · Alhena' }]

/** Maximum administrators on the page; all of them are in the list of clients. */
const MAX_SHOWN = 50

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, settings, now } = servicesOf(args.context)
  const at = now()
  const { admins, invitations } = await readAs(db, actorOf(user), tx =>
    allKeyed({
      admins: clientRows.page(tx, {
        now: at,
        search: '',
        size: MAX_SHOWN,
        sort: { column: 'created_at', direction: 'asc' },
        role: 'admin',
        bought: undefined,
        companyId: undefined,
        from: undefined,
        until: undefined,
      }),
      invitations: openStaffInvitations(tx, at),
    }),
  )
  return {
    admins: admins.rows.map(row => ({ ...row, isSelf: row.id === user.id })),
    invitations,
    system: { appUrl: settings.appUrl, demo: settings.demo },
    months: RETENTION_MONTHS,
  }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(TEAM_INTENTS))

export const action = adminForm(
  { schema: teamForm, intents: TEAM_INTENTS, fields: ['email', 'scope'] },
  async (command, { services: { db }, args, actor, now, confirm }) => {
    switch (command.intent) {
      case 'invite': {
        const { email, scope, password } = command
        await confirm(password)
        const { id: session } = await requireSession(args)
        await inviteStaff(db, { actor, session, email, scope, now })
        return { done: `La invitación va en camino a ${email}. Vale ${INVITATION_DAYS} días.` }
      }
      case 'resend': {
        const email = await resendStaffInvitation(db, { actor, invitationId: command.invitation, now })
        return { done: `Va otra invitación en camino a ${email}. El enlace anterior ya no sirve.` }
      }
      case 'revoke': {
        const email = await revokeStaffInvitation(db, { actor, invitationId: command.invitation, now })
        return { done: `Anulaste la invitación a ${email}.` }
      }
    }
  },
)

type TeamAnswer = FormAnswer<(typeof TEAM_INTENTS)[number], 'email' | 'scope'>

type Admin = ListedClient & { isSelf: boolean }

const columns: Column<Admin>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: admin => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span>{admin.name}</span>
        {admin.isSelf && <Badge tone="copper">Tú</Badge>}
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email !== null && <EmailText email={email} /> },
  {
    key: 'scope',
    header: 'Rol',
    cell: ({ staff_scope }) => SCOPE_LABELS[staff_scope ?? 'admin'],
  },
  {
    key: 'since',
    header: 'Cuenta desde',
    cell: admin => <span className="whitespace-nowrap tabular-nums">{formatDate(admin.created_at)}</span>,
  },
  {
    key: 'role',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: admin => (
      <ButtonLink
        to={`/admin/clients/${admin.id}`}
        variant="secondary"
        size="sm"
        aria-label={`Ver o cambiar el rol de ${admin.name}`}
      >
        Ver o cambiar el rol
      </ButtonLink>
    ),
  },
]

const invitationColumns: Column<OpenStaffInvitation>[] = [
  {
    key: 'email',
    header: 'Email',
    primary: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  { key: 'scope', header: 'Rol', inline: 'start', cell: ({ scope }) => SCOPE_LABELS[scope] },
  { key: 'inviter', header: 'Invita', cell: ({ inviter }) => inviter },
  {
    key: 'expires',
    header: 'Vence',
    cell: ({ expires_at, has_expired }) =>
      has_expired ? (
        <Badge tone="poor">Venció</Badge>
      ) : (
        <span className="whitespace-nowrap tabular-nums">{formatDate(expires_at)}</span>
      ),
  },
  {
    key: 'actions',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: ({ id, email }) => (
      <span className="inline-flex gap-2">
        <PostButton
          intent="resend"
          values={{ invitation: id }}
          variant="secondary"
          size="sm"
          aria-label={`Reenviar la invitación a ${email}`}
        >
          Reenviar
        </PostButton>
        <PostButton
          intent="revoke"
          values={{ invitation: id }}
          variant="secondary"
          size="sm"
          aria-label={`Anular la invitación a ${email}`}
        >
          Anular
        </PostButton>
      </span>
    ),
  },
]

/** Who administers the shop and who is invited to, and what the operator has configured. */
export default function AdminTeam({ loaderData, actionData }: Route.ComponentProps) {
  const { admins, invitations, system, months } = loaderData
  const invited = actionData?.intent === 'invite' ? actionData : undefined
  const [sent, setSent] = useState({ answer: invited, count: 0 })
  // A form that was sent is emptied, and any other keeps what is typed.
  if (invited?.done && invited !== sent.answer) setSent({ answer: invited, count: sent.count + 1 })
  return (
    <SettingsPage description="Quién administra la tienda, y lo que fija quien opera el servidor.">
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 min-[100rem]:grid-cols-[minmax(0,1fr)_22rem] min-[100rem]:gap-8">
        <div className="grid gap-6">
          <InvitePanel key={sent.count} answer={invited} />
          {invitations.length > 0 && (
            <Panel title="Invitaciones pendientes" padding="flush">
              <DataTable
                caption="Invitaciones pendientes"
                columns={invitationColumns}
                rows={invitations}
                rowKey={({ id }) => id}
              />
            </Panel>
          )}
          <Panel title="Equipo" description="Siempre queda una persona de Administración." padding="flush">
            <DataTable caption="Equipo" columns={columns} rows={admins} rowKey={admin => admin.id} />
            <dl className="grid gap-3 border-t border-line px-5 py-5 text-md sm:grid-cols-[9rem_1fr] sm:px-6">
              {STAFF_SCOPES.map(scope => (
                <div key={scope} className="contents">
                  <dt className="font-medium">{SCOPE_LABELS[scope]}</dt>
                  <dd className="text-muted">{SCOPE_HINTS[scope]}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </div>
        <div className="grid gap-6">
          <Panel title="Servidor" description="Se cambia en las variables de entorno y vale desde el próximo inicio.">
            <dl className="grid gap-4 text-md">
              <Fact label="Dirección de la tienda">{system.appUrl}</Fact>
              <Fact label="Demostración">
                {system.demo ? 'Sí: catálogo y buzón de ejemplo' : 'No: es una tienda real'}
              </Fact>
            </dl>
          </Panel>
          <Panel
            title="Conservación de datos"
            description="Los plazos están comprometidos en los textos legales: cambiarlos exige una versión nueva de esos textos."
          >
            <dl className="grid gap-4 text-md">
              <Fact label="Visitas medidas con permiso">{countOf(months, 'mes', 'meses')}</Fact>
              <Fact label="Auditoría, órdenes y documentos">Se conservan siempre</Fact>
            </dl>
            <p className="mt-4 text-sm text-muted">
              <Link to="/admin/content/legal" className="text-copper underline underline-offset-4">
                Ver los textos legales
              </Link>
            </p>
          </Panel>
        </div>
      </div>
    </SettingsPage>
  )
}

/** Invites somebody to the staff; requires the administrator's own password. */
function InvitePanel({ answer }: { answer: TeamAnswer | undefined }) {
  const sending = useNavigation().formData?.get('intent') === 'invite'
  const { ref, errors, field } = useForm(staffInvitationFields, answer)
  return (
    <Panel
      title="Invitar a alguien"
      description="Recibe un correo y entra con esa misma dirección, con la cuenta que tenga o una nueva."
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <Hidden values={{ intent: 'invite' }} />
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <TextField {...field('email')} />
          <SelectField {...field('scope', 'support')} />
        </div>
        <ReauthenticationField error={errors.password} />
        <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Enviando…">
          Enviar invitación
        </Button>
      </Form>
    </Panel>
  )
}
