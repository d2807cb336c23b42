import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { resendDeliveries } from '#app/features/integrations/manage-endpoints.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { readId } from '#app/kit/lists/list-address.ts'
import { readListPost } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/deliveries'
import { deliveryRows } from './delivery-list.server.ts'
import { deliveryList, RESEND } from './delivery-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Envíos del webhook · Administración · Alhena' }]

export const loader = adminList(deliveryRows)

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const endpointId = readId(args.params.endpointId)
  if (endpointId === undefined) throw data('Not found', 404)
  const { ids } = await readListPost(args.request, [RESEND])
  const actor = { kind: 'admin', userId: id } as const
  const sent = await resendDeliveries(servicesOf(args.context).db, { actor, endpointId, deliveryIds: ids })
  if (sent > 0) return { done: true, text: `${countOf(sent, 'envío va', 'envíos van')} en camino de nuevo.` }
  const text = ids.length === 0 ? 'Selecciona al menos un envío.' : 'No se reenvió nada: ya estaban en espera.'
  return data({ done: false, text }, 400)
}

export default function Deliveries({ loaderData: { data, parent }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      list={deliveryList}
      data={data}
      title="Envíos"
      description={`A ${parent.endpointName}. Se guardan 30 días.`}
      actions={
        <ButtonLink to={`/admin/integrations/webhooks/${parent.endpointId}`} variant="secondary">
          Volver al webhook
        </ButtonLink>
      }
      outcome={actionData}
    />
  )
}
