import { data, Form, useNavigation } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { createEndpoint } from '#app/features/integrations/keep-endpoints.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/new-endpoint'
import type { EndpointValues } from './endpoint-answer.ts'
import { useEndpointForm } from './endpoint-fields.tsx'
import { failureOf, readEndpointForm } from './read-endpoint.server.ts'
import { ShownOnce } from './shown-once.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Nuevo webhook · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  return null
}

type Answer =
  | { made: { id: string; secret: string } }
  | { made: undefined; text: string; errors: Record<string, string>; values: EndpointValues }

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const read = readEndpointForm(await postedForm(args.request))
  if (!read.ok) {
    const { errors, values } = read.error
    return data<Answer>({ made: undefined, text: 'Revisa el formulario.', errors, values }, 400)
  }
  const { form, values } = read.value
  const actor = { kind: 'admin', userId: id } as const
  const made = await createEndpoint(db, { actor, form, allowLocal: settings.demo, now: now() })
  if (made.ok) return data<Answer>({ made: made.value })
  const { status, ...failure } = failureOf(made.error)
  return data<Answer>({ made: undefined, ...failure, values }, status)
}

export default function NewEndpoint({ actionData }: Route.ComponentProps) {
  const made = actionData?.made
  const failed = actionData?.made === undefined ? actionData : undefined
  const { ref, errors, controls } = useEndpointForm(failed)
  const sending = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading
        title={made ? 'Webhook creado' : 'Nuevo webhook'}
        before={
          <Breadcrumbs items={[{ label: 'Integraciones', to: '/admin/integrations' }, { label: 'Nuevo webhook' }]} />
        }
      />
      {made ? (
        <div className="max-w-2xl">
          <ShownOnce
            title="Guarda el secreto de firma: no se vuelve a mostrar"
            secret={made.secret}
            note="El sistema que recibe lo usa para comprobar que cada aviso viene de esta tienda."
            copyLabel="Copiar secreto"
          />
          <ButtonLink to={`/admin/integrations/webhooks/${made.id}`}>Ir al webhook</ButtonLink>
        </div>
      ) : (
        <Form ref={ref} method="post" noValidate className="max-w-2xl">
          {failed && Object.keys(errors).length === 0 && (
            <Alert tone="error" className="mb-6">
              {failed.text}
            </Alert>
          )}
          <Panel>
            <div className="grid gap-5">{controls}</div>
          </Panel>
          <div className="mt-6 flex flex-wrap gap-2.5">
            <Button type="submit" pending={sending}>
              Crear webhook
            </Button>
            <ButtonLink to="/admin/integrations" variant="ghost">
              Cancelar
            </ButtonLink>
          </div>
        </Form>
      )}
    </>
  )
}
