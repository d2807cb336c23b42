import { useEffect, useRef } from 'react'
import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { bodyOf } from '#app/features/integrations/deliver-webhooks.server.ts'
import { findDelivery } from '#app/features/integrations/deliveries.server.ts'
import { resendDeliveries } from '#app/features/integrations/manage-endpoints.server.ts'
import { findEndpoint } from '#app/features/integrations/webhooks.server.ts'
import { DELIVERY_STATUSES, outcomeText } from '#app/features/integrations/webhooks.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/delivery'
import { CodeBlock } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Envío de un webhook · Administración · Alhena' }]

const paramsSchema = z.object({ endpointId: z.uuid(), deliveryId: z.uuid() })

function readParams(params: Route.LoaderArgs['params']) {
  const read = paramsSchema.safeParse(params)
  if (!read.success) throw data('Not found', 404)
  return read.data
}

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const ids = readParams(args.params)
  const found = await readAs(servicesOf(args.context).db, actorOf(user), async tx => {
    const [endpoint, delivery] = await Promise.all([findEndpoint(tx, ids.endpointId), findDelivery(tx, ids)])
    return endpoint && delivery && { endpoint, delivery }
  })
  if (!found) throw data('Not found', 404)
  const { endpoint, delivery } = found
  return {
    endpoint: { id: endpoint.id, name: endpoint.description || new URL(endpoint.url).host },
    delivery,
    body: bodyOf(delivery),
  }
}

export const shouldRevalidate = revalidateOnConflict

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const { endpointId, deliveryId } = readParams(args.params)
  const form = await postedForm(args.request)
  if (form.get('intent') !== 'resend') throw data('Bad request', 400)
  const actor = { kind: 'admin', userId: id } as const
  const sent = await resendDeliveries(servicesOf(args.context).db, { actor, endpointId, deliveryIds: [deliveryId] })
  if (sent > 0) return { done: true, text: 'El envío va en camino de nuevo, con el mismo webhook-id.' }
  return data({ done: false, text: 'No se reenvió: ya estaba en espera.' }, 409)
}

export default function DeliveryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, delivery, body } = loaderData
  const outcomeRef = useRef<HTMLDivElement>(null)
  const sending = useNavigation().formData?.get('intent') === 'resend'
  useEffect(() => {
    if (actionData) outcomeRef.current?.focus()
  }, [actionData])
  const webhook = `/admin/integrations/webhooks/${endpoint.id}`
  return (
    <>
      <PageHeading
        title={delivery.type}
        description={<StatusBadge of={DELIVERY_STATUSES} status={delivery.status} />}
        before={
          <Breadcrumbs
            items={[
              { label: 'Integraciones', to: '/admin/integrations' },
              { label: endpoint.name, to: webhook },
              { label: 'Envíos', to: `${webhook}/deliveries` },
              { label: delivery.type },
            ]}
          />
        }
        actions={
          delivery.status !== 'queued' && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="resend" />
              <Button type="submit" size="sm" pending={sending}>
                Reenviar
              </Button>
            </Form>
          )
        }
      />
      <div ref={outcomeRef} tabIndex={-1}>
        {actionData && (
          <Alert tone={actionData.done ? 'success' : 'error'} className="mb-6">
            {actionData.text}
          </Alert>
        )}
      </div>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-8">
          <Panel
            title="Lo que se envía"
            description="El cuerpo es el mismo en cada intento; cambian la hora y la firma."
          >
            <CodeBlock label="Cuerpo del envío">{JSON.stringify(JSON.parse(body), null, 2)}</CodeBlock>
            <div className="mt-4">
              <CopyButton text={body} label="Copiar tal como se envía" />
            </div>
          </Panel>
          <Panel title="Intentos">
            {delivery.attempts.length === 0 ? (
              <p className="text-md text-muted">Todavía no se ha intentado.</p>
            ) : (
              <ol className="divide-y divide-line">
                {delivery.attempts.map(({ id, at, outcome, http_status, milliseconds, answer }) => (
                  <li key={id} className="py-4 first:pt-0 last:pb-0">
                    <p className="flex flex-wrap justify-between gap-x-6 tabular-nums">
                      <span>{outcomeText({ outcome, status: http_status })}</span>
                      <span className="text-muted">{`${formatDateTime(at)} · ${formatInteger(milliseconds)} ms`}</span>
                    </p>
                    {answer !== '' && <CodeBlock label={`Respuesta del ${formatDateTime(at)}`}>{answer}</CodeBlock>}
                  </li>
                ))}
              </ol>
            )}
          </Panel>
        </div>
        <Panel title="Envío">
          <Facts>
            <Fact label="webhook-id">
              <code className="text-sm">{delivery.event_id}</code>
            </Fact>
            <Fact label="Ocurrió">{formatDateTime(delivery.occurred_at)}</Fact>
            <Fact label="Orden entre los avisos">{formatInteger(delivery.seq)}</Fact>
            {delivery.next_attempt_at !== null && delivery.attempts.length > 0 && (
              <Fact label="Próximo intento">{formatDateTime(delivery.next_attempt_at)}</Fact>
            )}
            {delivery.is_test && <Fact label="Tipo">Prueba: no ocurrió de verdad, y se intenta una sola vez</Fact>}
          </Facts>
        </Panel>
      </div>
    </>
  )
}
