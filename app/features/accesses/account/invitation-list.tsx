import { data, redirect } from 'react-router'
import { z } from 'zod'
import {
  findListItem,
  findListText,
  readUpload,
  storeList,
} from '#app/features/accesses/invitations/invitation-list.server.ts'
import { LIST_EXAMPLE, ListTemplate, ListUpload } from '#app/features/accesses/invitations/list-upload.tsx'
import { requireUser } from '#app/features/identity/session.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ItemPage, TO_DASHBOARD } from '#app/layouts/account/account-page.tsx'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/invitation-list'

export const meta: Route.MetaFunction = () => [{ title: 'Invitar a varias personas · Alhena' }]

const uuid = z.uuid()

async function requireItem(args: Route.LoaderArgs | Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const itemId = uuid.safeParse(args.params.itemId)
  const item = itemId.success ? await findListItem(db, user.id, itemId.data, now()) : undefined
  if (!item) throw data('Not found', 404)
  return { user, item, db }
}

export async function loader(args: Route.LoaderArgs) {
  const { user, item, db } = await requireItem(args)
  // A list to correct is returned as text, whatever its file format was.
  const draftId = uuid.safeParse(args.url.searchParams.get('lista'))
  const people = draftId.success
    ? await findListText(db, { userId: user.id, itemId: item.id, draftId: draftId.data })
    : undefined
  return { item, people: people ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const { user, item, db } = await requireItem(args)
  const { uploads } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const people = form.get('people')
  return answerRefusals(
    async () => {
      const list = await readUpload(uploads, form, user.id)
      const draftId = await storeList(db, { userId: user.id, itemId: item.id, ...list })
      if (draftId === undefined) throw data('Not found', 404)
      return redirect(`/account/items/${item.id}/invitations/${draftId}`)
    },
    { people: typeof people === 'string' ? people : '' },
  )
}

export default function InvitationListPage({ loaderData: { item, people }, actionData }: Route.ComponentProps) {
  const left = item.seats - item.used_seats
  const seats = left === 1 ? 'queda 1 asiento' : `quedan ${countOf(left, 'asiento', 'asientos')}`
  return (
    <ItemPage title="Invitar a varias personas" description={`${item.name}: ${seats}.`} back={TO_DASHBOARD}>
      {item.expired ? (
        <Alert tone="warning">El plazo para responder terminó: ya no se puede invitar.</Alert>
      ) : (
        <>
          {left === 0 && item.mode === 'business' && (
            <Alert
              tone="warning"
              className="mb-6"
              actions={
                <ButtonLink size="sm" variant="secondary" to={`/account/items/${item.id}/seats`}>
                  Agregar asientos
                </ButtonLink>
              }
            >
              Todos los asientos de esta compra están usados.
            </Alert>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
            <Panel title="Tu lista" description="Nadie recibe nada todavía: primero verás qué pasará con cada persona.">
              {actionData && (
                <Alert tone="error" className="mb-6">
                  {actionData.text}
                </Alert>
              )}
              <ListUpload
                people={actionData?.people ?? people}
                placeholder={LIST_EXAMPLE}
                hint="Una persona por línea. Puedes copiarla desde Excel."
              />
            </Panel>
            <ListTemplate text="Cinco columnas: Nombre, Apellido, Email, Rol y Área. Los títulos pueden ir en cualquier orden; sin títulos, usa ese." />
          </div>
        </>
      )}
    </ItemPage>
  )
}
