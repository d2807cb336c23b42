import { data } from 'react-router'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import { keepTypedInput, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/data'
import { findOwnData, namesIn, OWN_DATA_FIELDS } from './own-data-frame.server.ts'
import { OwnData } from './own-data-view.tsx'
import { exerciseRight, ownRightForm } from './own-rights.server.ts'
import { OWN_RIGHTS } from './own-rights.ts'
import { ACCOUNT_DATA_PATH } from './personal-data.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Mis datos · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const own = await findOwnData(db, { kind: 'user', userId }, 'access', now())
  if (!own) throw data('Not found', 404)
  return { own, names: namesIn(own) }
}

export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireUser(args)
  const services = servicesOf(args.context)
  const options = { schema: ownRightForm, intents: OWN_RIGHTS, fields: OWN_DATA_FIELDS } as const
  return answerForm(args.request, options, async command => ({
    done: await exerciseRight(services.db, { kind: 'user', userId }, command, services.now()),
  }))
}

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(OWN_RIGHTS))

/** What is kept about a signed-in person, and the rights over it. */
export default function AccountData({ loaderData: { own, names }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage>
      <PageHeading
        title="Mis datos"
        description="Todo lo que guardamos de ti, quién puede leerlo y qué puedes hacer con ello."
      />
      <OwnData own={own} names={names} files={`${ACCOUNT_DATA_PATH}/descarga`} answer={actionData} />
    </AccountPage>
  )
}
