import { data, redirect } from 'react-router'
import { buyerActor, requireUser } from '#app/features/identity/session.server.ts'
import { manageOrganisation } from '#app/features/organisations/manage-organisation.server.ts'
import { organisationCommand } from '#app/features/organisations/organisation.schema.ts'
import { DetailsPanel, InvitePanel, LeavePanel } from '#app/features/organisations/organisation-forms.tsx'
import { InvitationsPanel, PeoplePanel } from '#app/features/organisations/organisation-people.tsx'
import { membershipsOf, openInvitations, peopleOf } from '#app/features/organisations/organisations.db.server.ts'
import {
  DONE,
  FAILURES,
  isDone,
  NEW,
  organisationPath,
  organisationText,
  ROLE_LABELS,
  ROLE_TEXTS,
  selectScope,
} from '#app/features/organisations/organisations.ts'
import { ScopeTabs } from '#app/features/organisations/scope-tabs.tsx'
import { firstMessagePerField } from '#app/kit/forms/first-messages.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { readForm } from '#app/kit/forms/read-form.server.ts'
import { typedValues } from '#app/kit/forms/typed-values.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/organisation'

export const meta: Route.MetaFunction = () => [{ title: 'Organización · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const requested = args.url.searchParams.get('de')
  const found = await readAs(db, buyerActor(user), async tx => {
    const memberships = await membershipsOf(tx, user.id)
    const organisation = requested === NEW ? undefined : selectScope(memberships, user.id, requested).membership
    return {
      memberships,
      organisation,
      members: organisation ? await peopleOf(tx, organisation.id) : [],
      invitations: organisation?.role === 'buyer' ? await openInvitations(tx, organisation.id) : [],
    }
  })
  const done = args.url.searchParams.get('listo')
  return { ...found, user: { id: user.id, company: user.company }, done: isDone(done) ? done : undefined, now: now() }
}

type Answer = {
  intent: string
  errors: Record<string, string>
  values: Record<string, string>
  problem: string | undefined
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const fields = await readForm(args.request)
  const refused = (status: number, answer: Partial<Answer>) =>
    data<Answer>(
      {
        intent: fields.intent ?? '',
        errors: {},
        values: typedValues(fields, ['name', 'rut', 'emails', 'role']),
        problem: undefined,
        ...answer,
      },
      status,
    )
  const parsed = organisationCommand.safeParse(fields)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if ('intent' in errors || 'organisation' in errors) throw data('Bad request', 400)
    return refused(400, { errors })
  }
  const { db, now } = servicesOf(args.context)
  const outcome = await manageOrganisation(db, user, parsed.data, now())
  if (!outcome.ok) return refused(409, { problem: FAILURES[outcome.error.code] })
  const { organisationId } = outcome.value
  const query = new URLSearchParams({ ...(organisationId && { de: organisationId }), listo: parsed.data.intent })
  return redirect(`${organisationPath()}?${query}`)
}

export default function Organisation({ loaderData, actionData }: Route.ComponentProps) {
  const { memberships, organisation, members, invitations, user, done, now } = loaderData
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const manages = organisation?.role === 'buyer'
  return (
    <AccountPage>
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
      {memberships.length > 1 && (
        <ScopeTabs path={organisationPath()} memberships={memberships} current={organisation} own={false} />
      )}
      <div className="grid gap-6">
        {(done || actionData?.problem) && (
          <div key={`${done}${actionData?.problem}`} ref={focusOnMount} tabIndex={-1} className="scroll-mt-24">
            {actionData?.problem ? (
              <Alert tone="error">{actionData.problem}</Alert>
            ) : (
              done && <Alert tone="success">{DONE[done]}</Alert>
            )}
          </div>
        )}
        {organisation ? (
          <>
            {organisation.rut && !manages && <p className="text-muted">{organisationText(organisation)}</p>}
            <PeoplePanel organisation={organisation} members={members} userId={user.id} />
            {invitations.length > 0 && (
              <InvitationsPanel organisation={organisation} invitations={invitations} now={now} />
            )}
            {manages && (
              <div className="grid gap-6 lg:grid-cols-2">
                <InvitePanel key={`invite-${done}`} organisation={organisation} answer={answerTo('invite')} />
                <DetailsPanel key={organisation.id} organisation={organisation} answer={answerTo('rename')} />
              </div>
            )}
            <LeavePanel organisation={organisation} alone={members.length === 1} />
          </>
        ) : (
          <DetailsPanel company={user.company} answer={answerTo('create')} />
        )}
      </div>
    </AccountPage>
  )
}
