import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { KEY_LIMIT } from '#app/features/integrations/api-keys.ts'
import { API_OPERATIONS, parametersOf } from '#app/features/integrations/openapi.server.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { IntegrationTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/docs'
import { CodeBlock } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Documentación de la API · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, settings } = servicesOf(args.context)
  return {
    inUse: await readAs(db, actorOf(user), partsInUse),
    base: `${settings.appUrl}/api/v1`,
    operations: API_OPERATIONS.map(({ path, summary, scope, query }) => ({
      path,
      summary,
      scope,
      parameters: query ? parametersOf(query).map(({ name, description }) => ({ name, description })) : [],
    })),
  }
}

export default function ApiDocs({ loaderData: { base, operations, inUse } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Integraciones"
        compact
        tabs={<IntegrationTabs inUse={inUse} />}
        description="Avisa a otros sistemas de lo que pasa en la tienda, y deja que lean sus datos con una clave."
        className="pb-6"
        actions={
          <ButtonLink to="/api/v1/openapi.json" variant="secondary" size="sm" reloadDocument>
            Descripción OpenAPI
          </ButtonLink>
        }
      />
      <div className="grid max-w-4xl gap-8">
        <Panel
          title="Leer con la API"
          description="Solo lectura. Cada sistema usa su propia clave, con los permisos que necesita."
        >
          <CodeBlock label="Ejemplo de solicitud">{`curl -H "Authorization: Bearer alh_…" "${base}/orders?status=paid&limit=50"`}</CodeBlock>
          <ul className="mt-5 list-disc space-y-2 pl-5 text-md">
            <li>
              Una lista responde <code>{'{ "data": […], "next": "…" }'}</code>. Pasa <code>next</code> como{' '}
              <code>after</code> para seguir; en la última página es <code>null</code>.
            </li>
            <li>
              Con <code>order=asc</code> y el último <code>id</code> que leíste como <code>after</code> obtienes lo que
              vino después. Para no perder nada que se haya escrito al mismo tiempo, vuelve a pedir los últimos minutos
              o usa webhooks.
            </li>
            <li>
              Los errores son <code>application/problem+json</code> con un <code>code</code> estable. Un parámetro que
              no existe es un error, no se ignora.
            </li>
            <li>
              <span>{`Cada clave puede hacer ${KEY_LIMIT.points} solicitudes por minuto; después responde 429 con`}</span>{' '}
              <code>Retry-After</code>.
            </li>
            <li>
              Envía el <code>ETag</code> anterior como <code>If-None-Match</code>: si nada cambió, responde 304.
            </li>
          </ul>
        </Panel>
        <Panel title="Direcciones">
          <ul className="divide-y divide-line">
            {operations.map(({ path, summary, scope, parameters }) => (
              <li key={path} className="py-4 first:pt-0 last:pb-0">
                <h3 className="text-base">{summary}</h3>
                <p className="mt-1 text-md wrap-anywhere">
                  <code>{`GET /api/v1${path}`}</code> <span className="text-muted">{`con el permiso ${scope}`}</span>
                </p>
                {parameters.length > 0 && (
                  <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-md sm:grid-cols-[12rem_minmax(0,1fr)]">
                    {parameters.map(({ name, description }) => (
                      <div key={name} className="contents">
                        <dt>
                          <code>{name}</code>
                        </dt>
                        <dd className="text-muted">{description}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel
          title="Recibir webhooks"
          description="Siguen Standard Webhooks: cualquier biblioteca de esa especificación sirve para comprobarlos."
        >
          <dl className="grid gap-x-6 gap-y-1.5 text-md sm:grid-cols-[12rem_minmax(0,1fr)]">
            {WEBHOOK_EVENT_NAMES.map(event => (
              <div key={event} className="contents">
                <dt>
                  <code>{event}</code>
                </dt>
                <dd className="text-muted">{`${WEBHOOK_EVENTS[event].label}. ${WEBHOOK_EVENTS[event].hint}`}</dd>
              </div>
            ))}
          </dl>
          <CodeBlock label="Ejemplo de aviso">{EXAMPLE}</CodeBlock>
          <ul className="mt-5 list-disc space-y-2 pl-5 text-md">
            <li>
              Comprueba la firma: HMAC-SHA256 de <code>{'{webhook-id}.{webhook-timestamp}.{cuerpo}'}</code> con el
              secreto (lo que sigue a <code>whsec_</code>, en base64). Durante un cambio de secreto llegan dos firmas:
              basta una.
            </li>
            <li>Rechaza avisos cuyo webhook-timestamp tenga más de cinco minutos.</li>
            <li>
              Responde 2xx en menos de 10 segundos. Si no, se reintenta hasta diez veces en unos tres días; después de
              tres días de fallas el webhook se pausa y te avisamos.
            </li>
            <li>
              Un aviso puede llegar más de una vez, siempre con el mismo webhook-id, y no siempre en orden:{' '}
              <code>sequence</code> crece con el tiempo.
            </li>
            <li>Los avisos llevan identificadores y hechos, nunca nombres ni correos: léelos con la API.</li>
          </ul>
        </Panel>
      </div>
    </>
  )
}

const EXAMPLE = `POST /alhena HTTP/1.1
webhook-id: 0b0e7f0e-0000-4000-8000-000000000001
webhook-timestamp: 1795276800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"order.paid","timestamp":"2026-11-21T18:00:00.000Z","sequence":42,
 "data":{"order_id":"…","order_number":"ALH-…","total_clp":120000,"items":[…]}}`
