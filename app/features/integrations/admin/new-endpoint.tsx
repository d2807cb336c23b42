import { useNavigation } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { createEndpoint, newEndpointForm } from '#app/features/integrations/manage-endpoints.server.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import type { Route } from './+types/new-endpoint'
import { ShownOnce, useEndpointForm } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Nuevo webhook · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  return null
}

/** Creates an endpoint, whose secret is shown once. */
export const action = adminForm(
  { schema: newEndpointForm, intents: ['create'], fields: ['url', 'description'], groups: ['events'] },
  async ({ intent, ...form }, { services: { db, settings }, actor, now }) => ({
    done: '',
    created: await createEndpoint(db, { actor, form, allowLocal: settings.demo, now }),
  }),
)

export default function NewEndpoint({ actionData }: Route.ComponentProps) {
  const made = actionData?.created
  const { ref, controls } = useEndpointForm(actionData)
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
          <input type="hidden" name="intent" value="create" />
          <FormOutcome answer={actionData} />
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
