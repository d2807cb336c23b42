import { data, redirect } from 'react-router'
import { authAddress } from '#app/features/identity/auth-address.ts'
import { requireUser, sessionUser } from '#app/features/identity/session.server.ts'
import { AcceptInvitation } from '#app/features/identity/sign-in/accept-invitation.tsx'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { invitationRefusals } from '#app/features/identity/sign-in/invitation-refusals.ts'
import { HOMES, SCOPE_HINTS, SCOPE_LABELS } from '#app/features/identity/staff/permissions.ts'
import { acceptStaffInvitation, findStaffInvitation } from '#app/features/identity/staff/staff-invitations.server.ts'
import { INVITATION_DAYS, staffInvitationPath } from '#app/features/identity/staff/staff-invitations.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/join-staff'

export const meta: Route.MetaFunction = () => [{ title: 'Invitación al equipo · Alhena' }]

/** Read-only, because mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const user = await sessionUser(args)
  const { db, now, settings } = servicesOf(args.context)
  const token = args.url.searchParams.get('token') ?? ''
  const invitation = await findStaffInvitation(db, { token, userId: user?.id, now: now() })
  return data(
    {
      invitation,
      email: user?.email,
      home: HOMES[user?.staff_scope ?? 'admin'],
      login: authAddress({ redirect: staffInvitationPath(token) }),
      asksSecondFactor: settings.staffSecondFactor,
    },
    invitation ? 200 : 404,
  )
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const token = args.url.searchParams.get('token') ?? ''
  const scope = await acceptStaffInvitation(db, { token, userId: user.id, now: now() })
  if (scope) return redirect(HOMES[scope])
  return data({ refused: true }, 409)
}

/** A page that was refused is shown with what the invitation has become. */
export const shouldRevalidate = revalidateOnConflict

const REFUSALS = invitationRefusals(
  INVITATION_DAYS,
  'Esta invitación ya no vale: la anularon o te enviaron otra más nueva. Busca el correo más reciente.',
)

export default function JoinStaff({ loaderData }: Route.ComponentProps) {
  const { invitation, email, home, login, asksSecondFactor } = loaderData
  const state = invitation?.state
  const refusal = REFUSALS.get(state ?? 'unknown')
  if (!invitation || refusal) {
    return (
      <AccountColumn title="Invitación al equipo">
        <Alert tone="error">{refusal}</Alert>
      </AccountColumn>
    )
  }
  if (state === 'member') {
    return (
      <AccountColumn title="Invitación al equipo">
        <Alert tone="info">Ya eres parte del equipo.</Alert>
        <ButtonLink to={home} size="lg" className="w-full">
          Ir a la administración
        </ButtonLink>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Únete al equipo de Alhena"
      description={`${invitation.inviter} te invitó a administrar la tienda.`}
    >
      <Facts>
        <Fact label="Te invita">{invitation.inviter}</Fact>
        <Fact label="Tu rol">{SCOPE_LABELS[invitation.scope]}</Fact>
      </Facts>
      <p className="text-md text-muted">{SCOPE_HINTS[invitation.scope]}</p>
      <AcceptInvitation isOther={state === 'other_address'} email={email} login={login}>
        {asksSecondFactor && (
          <p className="text-md">
            Antes de entrar te pediremos un segundo paso: una llave de acceso o una aplicación de códigos.
          </p>
        )}
      </AcceptInvitation>
    </AccountColumn>
  )
}
