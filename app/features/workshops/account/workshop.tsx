import { data } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { onlyUser } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { listMaterials } from '#app/features/workshops/materials.server.ts'
import { WorkshopView } from '#app/features/workshops/respond/workshop-view.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ItemPage } from '#app/layouts/account/account-page.tsx'
import { toPurchase } from '#app/layouts/account/purchase-page.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/workshop'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.name ?? 'Taller'} · Alhena` }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now, pdf } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: onlyUser(user.id), accessId: accessId.data, now: now() })
    : undefined
  if (!found) throw data('Not found', 404)
  if (found.state === 'ended') {
    const { itemId, name, endedOn } = found
    return { itemId, name, description: '', endedOn }
  }
  const { visit } = found
  const files = await listMaterials({ db, pdf, now: now() }, visit)
  const { item_id: itemId, name, description_short: description } = visit.workshop
  return { itemId, name, description, visit, files }
}

/** What a workshop's buyer sees instead of a questionnaire (spec D17). */
export default function WorkshopPage({ loaderData }: Route.ComponentProps) {
  const { itemId, name, description, endedOn, visit, files = [] } = loaderData
  return (
    <ItemPage title={name} description={description} back={toPurchase(itemId)}>
      {visit ? (
        <WorkshopView visit={visit} files={files} />
      ) : (
        <Alert tone="warning" title="Tu acceso terminó">
          {`Tu acceso a este taller venció el ${endedOn}.`}
        </Alert>
      )}
    </ItemPage>
  )
}
