import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import {
  deleteEndpoint,
  ENDPOINT_INTENTS,
  endpointIntent,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  saveEndpoint,
  sendTest,
} from '#app/features/integrations/manage-endpoints.server.ts'
import { findEndpoint, secretDates } from '#app/features/integrations/webhooks.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/endpoint'
import { type EndpointAnswer, EndpointBadge, ShownOnce, useEndpointForm } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Webhook · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.endpointId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const [endpoint, secret] = await Promise.all([findEndpoint(tx, id.data), secretDates(tx, id.data)])
        return endpoint && { endpoint, secret }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const { endpoint, secret } = found
  const until = secret?.previous_until ?? null
  return {
    endpoint,
    secretMadeAt: secret?.made_at ?? endpoint.created_at,
    previousUntil: until !== null && until > now() ? until : null,
  }
}

export const shouldRevalidate = revalidateOnConflict

/** The forms of an endpoint's page. */
export const action = adminForm(
  {
    schema: endpointIntent,
    intents: ENDPOINT_INTENTS,
    fields: ['url', 'description'],
    groups: ['events'],
    param: 'endpointId',
  },
  async (command, { services: { db, settings }, actor, id: endpointId, now }) => {
    const input = { actor, endpointId, revision: command.revision }
    switch (command.intent) {
      case 'save': {
        const { intent, revision, ...form } = command
        await saveEndpoint(db, { ...input, form, allowLocal: settings.demo })
        return { done: 'Cambios guardados.' }
      }
      case 'pause':
        await pauseEndpoint(db, input)
        return { done: 'Webhook en pausa. Lo que pase se guarda hasta que lo reanudes.' }
      case 'resume':
        await resumeEndpoint(db, input)
        return { done: 'Webhook reanudado. Se envía lo que estaba en espera.' }
      case 'test':
        await sendTest(db, { ...input, now })
        return { done: 'Prueba en camino. En unos segundos verás en los envíos cómo respondió.' }
      case 'rotate': {
        const secret = await rotateSecret(db, { ...input, now })
        const done = 'Secreto nuevo creado. El anterior también firma durante 24 horas.'
        return { done, created: { id: endpointId, secret } }
      }
      case 'delete':
        await deleteEndpoint(db, input)
        return redirect('/admin/integrations')
    }
  },
)

export default function EndpointPage({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, secretMadeAt, previousUntil } = loaderData
  const { id, revision } = endpoint
  const name = endpoint.description || new URL(endpoint.url).host
  const isPaused = endpoint.status === 'paused'
  return (
    <>
      <PageHeading
        title={name}
        description={<span className="wrap-anywhere">{endpoint.url}</span>}
        before={<Breadcrumbs items={[{ label: 'Integraciones', to: '/admin/integrations' }, { label: name }]} />}
        actions={
          <>
            <EndpointBadge endpoint={endpoint} />
            <ButtonLink to={`/admin/integrations/webhooks/${id}/deliveries`} variant="secondary" size="sm">
              Ver envíos
            </ButtonLink>
            <PostButton intent="test" values={{ revision: String(revision) }} size="sm" variant="primary">
              Enviar prueba
            </PostButton>
          </>
        }
      />
      <FormOutcome answer={actionData} />
      {actionData?.created && (
        <ShownOnce
          title="Guarda el secreto nuevo: no se vuelve a mostrar"
          secret={actionData.created.secret}
          note="Cámbialo en el sistema que recibe antes de que termine el plazo del anterior."
          copyLabel="Copiar secreto"
        />
      )}
      {endpoint.paused_because !== null && endpoint.paused_because !== 'manual' && (
        <Alert tone="warning" className="mb-6">
          {PAUSED[endpoint.paused_because]}
        </Alert>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <EndpointPanel
          key={revision}
          endpoint={endpoint}
          answer={actionData?.intent === 'save' ? actionData : undefined}
        />
        <div className="grid gap-8">
          <Panel
            title="Secreto de firma"
            description={`Creado el ${formatDateTime(secretMadeAt)}. Solo se ve al crearlo.`}
          >
            {previousUntil !== null && (
              <p className="mb-4 text-md">{`El anterior también firma hasta el ${formatDateTime(previousUntil)}.`}</p>
            )}
            <p className="mb-4 text-md text-muted">
              Al cambiarlo firman los dos durante 24 horas, para que no se pierda ningún aviso.
            </p>
            <PostButton intent="rotate" values={{ revision: String(revision) }} size="sm" variant="secondary">
              Cambiar el secreto
            </PostButton>
          </Panel>
          <Panel
            title={isPaused ? 'Reanudar' : 'Pausar'}
            description={
              isPaused
                ? 'Se enviará lo que quedó en espera, de los últimos 30 días.'
                : 'Lo que pase mientras tanto se guarda 30 días y se envía al reanudar.'
            }
          >
            <PostButton
              intent={isPaused ? 'resume' : 'pause'}
              values={{ revision: String(revision) }}
              size="sm"
              variant="secondary"
            >
              {isPaused ? 'Reanudar envíos' : 'Pausar envíos'}
            </PostButton>
          </Panel>
          <Panel title="Eliminar" description="Se deja de enviar y el secreto se borra. No se puede deshacer.">
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center text-md font-medium hover:text-copper">
                Quiero eliminar este webhook
              </summary>
              <div className="pt-3">
                <PostButton intent="delete" values={{ revision: String(revision) }} size="sm" variant="danger">
                  Eliminar webhook
                </PostButton>
              </div>
            </details>
          </Panel>
        </div>
      </div>
    </>
  )
}

const PAUSED = {
  failing: 'Se pausó solo: durante tres días no recibió ningún envío. Revisa el sistema y reanuda.',
  gone: 'Se pausó solo: el sistema respondió 410, que significa que no quiere recibir más.',
} as const

type EndpointPanelProps = {
  endpoint: Route.ComponentProps['loaderData']['endpoint']
  answer: EndpointAnswer | undefined
}

function EndpointPanel({ endpoint, answer }: EndpointPanelProps) {
  const { ref, controls } = useEndpointForm(answer, endpoint)
  const sending = useNavigation().formData?.get('intent') === 'save'
  return (
    <Panel title="Qué envía y adónde">
      <Form ref={ref} method="post" noValidate className="grid gap-5" preventScrollReset>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="revision" value={endpoint.revision} />
        {controls}
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Guardar cambios
        </Button>
      </Form>
    </Panel>
  )
}
