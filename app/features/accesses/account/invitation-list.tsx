import { data, redirect } from 'react-router'
import { z } from 'zod'
import {
  findListItem,
  findListText,
  readUpload,
  storeList,
} from '#app/features/accesses/invitations/invitation-list.server.ts'
import { LIST_EXAMPLE, ListTemplate, ListUpload } from '#app/features/accesses/invitations/list-upload.tsx'
import {
  findRepeatedList,
  prepareRepeatedList,
  type RepeatedList,
} from '#app/features/accesses/invitations/repeated-list.server.ts'
import { setupPath } from '#app/features/accesses/invitations/setup.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findReportingGroups } from '#app/features/results/rounds/define-groups.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ItemPage } from '#app/layouts/account/account-page.tsx'
import { toPurchase } from '#app/layouts/account/purchase-page.tsx'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/invitation-list'
import { NoSeatsLeft } from './no-seats-left.tsx'

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
  const owned = { userId: user.id, itemId: item.id }
  const [people, repeated, purchase] = await Promise.all([
    draftId.success ? findListText(db, { ...owned, draftId: draftId.data }) : undefined,
    findRepeatedList(db, owned),
    findReportingGroups(db, owned),
  ])
  // A new company purchase is set up before its first invitation.
  if (purchase && !purchase.invited) throw redirect(setupPath(item.id, { corregir: draftId.data }))
  return { item, people: people ?? '', repeated }
}

export async function action(args: Route.ActionArgs) {
  const { user, item, db } = await requireItem(args)
  const { uploads } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const people = form.get('people')
  return answerRefusals(
    async () => {
      const owned = { userId: user.id, itemId: item.id }
      const isRepeated = form.get('intent') === 'repeat'
      const draftId = isRepeated
        ? await prepareRepeatedList(db, owned)
        : await storeList(db, { ...owned, ...(await readUpload(uploads, form, user.id)) })
      if (draftId === undefined && isRepeated) refuse('Todas las personas de la medición anterior ya están invitadas.')
      if (draftId === undefined) throw data('Not found', 404)
      return redirect(`/account/items/${item.id}/invitations/${draftId}`)
    },
    { people: typeof people === 'string' ? people : '' },
  )
}

export default function InvitationListPage({
  loaderData: { item, people, repeated },
  actionData,
}: Route.ComponentProps) {
  const left = item.seats - item.used_seats
  const seats = left === 1 ? 'queda 1 asiento' : `quedan ${countOf(left, 'asiento', 'asientos')}`
  return (
    <ItemPage title="Invitar a varias personas" description={`${item.name}: ${seats}.`} back={toPurchase(item.id)}>
      {item.expired ? (
        <Alert tone="warning">El plazo para responder terminó: ya no se puede invitar.</Alert>
      ) : (
        <>
          {left === 0 && item.mode === 'business' && <NoSeatsLeft itemId={item.id} className="mb-6" />}
          {repeated && left > 0 && <SamePeople repeated={repeated} />}
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
            <ListTemplate text="Cinco columnas: Nombre, Apellido, Email, Cargo y Área. Los títulos pueden ir en cualquier orden; sin títulos, usa ese." />
          </div>
        </>
      )}
    </ItemPage>
  )
}

/** The people of the purchase that this one repeats, as a list to look at before anybody is invited. */
const SamePeople = ({ repeated: { order_number, people } }: { repeated: RepeatedList }) => (
  <Panel
    className="mb-6"
    title="Las mismas personas"
    description={`${countOf(people, 'persona invitada', 'personas invitadas')} en la orden ${order_number}, que mides otra vez. Nadie recibe nada todavía: primero revisas la lista.`}
  >
    <Form method="post" encType="multipart/form-data">
      <input type="hidden" name="intent" value="repeat" />
      <Button type="submit">Revisar la lista</Button>
    </Form>
  </Panel>
)
