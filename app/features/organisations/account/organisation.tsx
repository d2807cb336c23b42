import { data, redirect } from 'react-router'
import { buyerActor, requireUser } from '#app/features/identity/session.server.ts'
import { clientCompanies, findConsultant } from '#app/features/organisations/client-companies.server.ts'
import { answerLogoForm, isLogoForm } from '#app/features/organisations/logo/answer-logo-form.server.ts'
import { LogoPanel } from '#app/features/organisations/logo/logo-panel.tsx'
import { findLogo } from '#app/features/organisations/logo/logos.server.ts'
import { manageOrganisation, organisationCommand } from '#app/features/organisations/manage-organisation.server.ts'
import { membershipsOf, openInvitations, peopleOf } from '#app/features/organisations/organisations.server.ts'
import {
  NEW,
  organisationPath,
  organisationText,
  ROLE_LABELS,
  ROLE_TEXTS,
  selectOwner,
} from '#app/features/organisations/organisations.ts'
import { OwnerTabs } from '#app/features/organisations/owner-tabs.tsx'
import { BENCHMARK_ANCHOR } from '#app/features/results/benchmark/benchmark.ts'
import { findBenchmarkMembership } from '#app/features/results/benchmark/benchmark-membership.server.ts'
import { BenchmarkPanel } from '#app/features/results/benchmark/benchmark-panel.tsx'
import { answerBenchmarkForm, isBenchmarkForm } from '#app/features/results/benchmark/join-benchmark.server.ts'
import { answerRefusals, textsOf } from '#app/kit/forms/answer-form.server.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/organisation'
import { ClientsPanel, EndClientPanel } from './client-panels.tsx'
import { DetailsPanel, InvitationsPanel, InvitePanel, LeavePanel, PeoplePanel } from './organisation-panels.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Organización · Alhena' }]

/** Confirmations of the screen (parameter `listo`). */
const DONE = new Map([
  ['create', 'Creaste la organización. Invita a tus colegas y pásale las compras que quieras compartir.'],
  ['rename', 'Guardamos los datos.'],
  ['invite', 'Enviamos las invitaciones.'],
  ['revoke-invitation', 'Retiramos la invitación: su enlace dejó de servir.'],
  ['change-role', 'Cambiamos el rol.'],
  ['remove', 'Quitamos a esa persona: ya no ve las compras ni los resultados.'],
  ['leave', 'Dejaste la organización.'],
  ['hand-over', 'Traspasaste la organización y la dejaste.'],
  ['close', 'Cerramos la organización. Si tenía compras, vuelven a ser solo tuyas.'],
  ['move', 'La compra ahora es de la organización.'],
  ['logo', 'Guardamos el logo.'],
  ['remove-logo', 'Quitamos el logo.'],
  ['add-client', 'Agregaste la empresa cliente. Ya puedes comprar para ella.'],
  ['release', 'Dejaste de administrar la empresa: ya no ves sus compras ni sus resultados.'],
  ['joined', 'Ya eres parte de la organización.'],
  [
    'join-benchmark',
    'Tu organización participa en la comparación. Lo que indicaste cuenta desde el trimestre siguiente.',
  ],
  ['leave-benchmark', 'Tu organización ya no participa en la comparación.'],
])

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const requested = args.url.searchParams.get('de')
  const found = await readAs(db, buyerActor(user), async tx => {
    const memberships = await membershipsOf(tx, user.id)
    const organisation = requested === NEW ? undefined : selectOwner(memberships, user.id, requested).membership
    return {
      memberships,
      organisation,
      logo: organisation && (await findLogo(tx, organisation.id)),
      members: organisation ? await peopleOf(tx, organisation.id) : [],
      invitations: organisation?.role === 'buyer' ? await openInvitations(tx, organisation.id) : [],
      benchmark: organisation?.role === 'buyer' ? await findBenchmarkMembership(tx, organisation.id) : undefined,
      clients: organisation?.is_consultant ? await clientCompanies(tx, organisation.id) : [],
      consultant: organisation?.is_client
        ? await findConsultant(tx, { organisationId: organisation.id, userId: user.id })
        : null,
    }
  })
  const done = DONE.get(args.url.searchParams.get('listo') ?? '')
  return { ...found, user: { id: user.id, company: user.company }, done, now: now() }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const posted = await postedForm(args.request)
  if (isLogoForm(posted)) return answerLogoForm(servicesOf(args.context), user.id, posted)
  const form = textsOf(posted)
  const { db, now } = servicesOf(args.context)
  const next = (organisation: string | undefined, intent: string) =>
    redirect(
      `${organisationPath()}?${new URLSearchParams({ ...(organisation && { de: organisation }), listo: intent })}`,
    )
  if (isBenchmarkForm(form)) return answerBenchmarkForm(db, { userId: user.id, now: now() }, form, next)
  const kept = { intent: form.intent ?? '', values: typedValues(form, ['name', 'rut', 'emails', 'role']) }
  const parsed = organisationCommand.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if ('intent' in errors || 'organisation' in errors) throw data('Bad request', 400)
    return data({ ...kept, text: '', errors }, 400)
  }
  return answerRefusals(
    async () => next(await manageOrganisation(db, user, parsed.data, now()), parsed.data.intent),
    kept,
  )
}

export default function Organisation({ loaderData, actionData }: Route.ComponentProps) {
  const { memberships, organisation, logo, invitations, clients, consultant, benchmark, user, done, now } = loaderData
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const manages = organisation?.role === 'buyer'
  const members = loaderData.members.filter(member => !member.of_consultant)
  const isMember = members.some(member => member.user_id === user.id)
  return (
    <AccountPage
      owner={
        memberships.length > 1 && (
          <OwnerTabs path={organisationPath()} memberships={memberships} current={organisation} own={false} />
        )
      }
    >
      <PageHeading
        title={organisation ? organisation.name : 'Organización'}
        description={
          organisation
            ? `Tu rol: ${ROLE_LABELS[organisation.role]}. ${ROLE_TEXTS[organisation.role]}`
            : 'Comparte las compras de tu empresa con tus colegas, cada persona con su rol.'
        }
        actions={
          organisation && (
            <ButtonLink variant="link" size="sm" to={organisationPath(NEW)}>
              Crear otra
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-6">
        {(done || actionData?.text) && (
          <div key={`${done}${actionData?.text}`} ref={focusOnMount} tabIndex={-1} className="scroll-mt-24">
            {actionData?.text ? (
              <Alert tone="error">{actionData.text}</Alert>
            ) : (
              done && <Alert tone="success">{done}</Alert>
            )}
          </div>
        )}
        {organisation ? (
          <>
            {organisation.rut && !manages && <p className="text-muted">{organisationText(organisation)}</p>}
            {organisation.is_consultant && (
              <ClientsPanel
                key={`clients-${clients.length}`}
                organisation={organisation}
                clients={clients}
                answer={answerTo('add-client')}
              />
            )}
            <PeoplePanel
              organisation={organisation}
              members={members}
              userId={user.id}
              description={
                consultant &&
                (consultant.is_theirs
                  ? `Empresa cliente de ${consultant.name}, cuyas personas tienen en ella el mismo rol. Quien invites aquí ve solo esta empresa.`
                  : `${consultant.name} administra esta empresa: sus personas también ven las compras y los resultados, según su rol.`)
              }
            />
            {invitations.length > 0 && (
              <InvitationsPanel organisation={organisation} invitations={invitations} now={now} />
            )}
            {manages && (
              <div className="grid gap-6 lg:grid-cols-2">
                <InvitePanel key={`invite-${done}`} organisation={organisation} answer={answerTo('invite')} />
                <DetailsPanel
                  key={`details-${organisation.id}`}
                  organisation={organisation}
                  answer={answerTo('rename')}
                />
              </div>
            )}
            <LogoPanel
              key={`logo-${organisation.id}`}
              organisation={organisation}
              logo={logo}
              answer={answerTo('logo')}
            />
            {manages && (
              <div id={BENCHMARK_ANCHOR} className="scroll-mt-24">
                <BenchmarkPanel
                  key={`${organisation.id} ${benchmark?.joined_at.getTime()}`}
                  organisation={organisation}
                  membership={benchmark}
                  answer={answerTo('join-benchmark')}
                />
              </div>
            )}
            {isMember && (
              <LeavePanel organisation={organisation} alone={members.length === 1 && !organisation.is_client} />
            )}
            {manages && consultant?.is_theirs && (
              <EndClientPanel organisation={organisation} hasBuyer={members.some(({ role }) => role === 'buyer')} />
            )}
          </>
        ) : (
          <DetailsPanel company={user.company} answer={answerTo('create')} />
        )}
      </div>
    </AccountPage>
  )
}
