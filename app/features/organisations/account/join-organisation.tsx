import { data, redirect } from 'react-router'
import { authAddress } from '#app/features/identity/auth-address.ts'
import { requireUser, sessionUser } from '#app/features/identity/session.server.ts'
import { AcceptInvitation } from '#app/features/identity/sign-in/accept-invitation.tsx'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { invitationRefusals } from '#app/features/identity/sign-in/invitation-refusals.ts'
import { acceptInvitation, findInvitation } from '#app/features/organisations/organisations.server.ts'
import { INVITATION_DAYS, invitationPath, ROLE_LABELS, ROLE_TEXTS } from '#app/features/organisations/organisations.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/join-organisation'

export const meta: Route.MetaFunction = () => [{ title: 'Invitación a una organización · Alhena' }]

/** Read-only, because mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const user = await sessionUser(args)
  const { db, now } = servicesOf(args.context)
  const token = args.url.searchParams.get('token') ?? ''
  const invitation = await findInvitation(db, { token, userId: user?.id, now: now() })
  return data(
    { invitation, email: user?.email, login: authAddress({ redirect: invitationPath(token) }) },
    invitation ? 200 : 404,
  )
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const token = args.url.searchParams.get('token') ?? ''
  const joined = await acceptInvitation(db, { token, userId: user.id, now: now() })
  if (joined) return redirect(`/account/organisation?de=${joined}&listo=joined`)
  // The page is shown with what the invitation has become.
  return data({ refused: true }, 409)
}

const REFUSALS = invitationRefusals(INVITATION_DAYS, 'Quien te invitó retiró esta invitación.')

export default function JoinOrganisation({ loaderData: { invitation, email, login } }: Route.ComponentProps) {
  const state = invitation?.state
  const refusal = REFUSALS.get(state ?? 'unknown')
  if (!invitation || refusal) {
    return (
      <AccountColumn title="Invitación a una organización">
        <Alert tone="error">{refusal}</Alert>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title={`Únete a ${invitation.organisation}`}
      description={`${invitation.inviter} te invitó a compartir sus compras y resultados.`}
    >
      <Facts>
        <Fact label="Organización">{invitation.organisation}</Fact>
        <Fact label="Tu rol">{ROLE_LABELS[invitation.role]}</Fact>
      </Facts>
      <p className="text-md text-muted">{ROLE_TEXTS[invitation.role]}</p>
      {state === 'member' ? (
        <>
          <Alert tone="info">{`Ya eres parte de ${invitation.organisation}.`}</Alert>
          <ButtonLink to="/account/organisation" size="lg" className="w-full">
            Ver la organización
          </ButtonLink>
        </>
      ) : (
        <AcceptInvitation isOther={state === 'other_address'} email={email} login={login} />
      )}
    </AccountColumn>
  )
}
