import { data, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { logOf } from '#app/features/audit/audit.server.ts'
import { actionText } from '#app/features/audit/audit-texts.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { findKey } from '#app/features/integrations/api-keys.server.ts'
import { API_SCOPES, isOpen, KEY_STATES, keyState, rotateFields } from '#app/features/integrations/api-keys.ts'
import { keyIntent, revokeKey, rotateKey } from '#app/features/integrations/manage-keys.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/key'
import { ShownOnce } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Clave de API · Administración · Alhena' }]

/** Maximum entries of a key's history. */
const MAX_LINES = 20

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.keyId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const [key, log] = await Promise.all([findKey(tx, id.data), logOf(tx, 'api_keys', id.data, MAX_LINES)])
        if (!key) return undefined
        const successor = key.replaced_by === null ? undefined : await findKey(tx, key.replaced_by)
        return { key, successor, log }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const { key, successor, log } = found
  return {
    key: { ...key, state: keyState(key, now()) },
    successor: successor && { id: successor.id, prefix: successor.prefix },
    history: log.map(({ id: line, at, action, after, first_name, last_name }) => ({
      id: line,
      at,
      what: whatOf(action, after),
      who: [first_name, last_name].filter(Boolean).join(' '),
    })),
  }
}

/** A refusal includes what was requested. */
function whatOf(action: string, after: unknown): string {
  const refused = refusal.safeParse(after)
  if (action !== 'api_refused' || !refused.success) return actionText(action)
  const { reason, path } = refused.data
  return reason === 'key_not_valid'
    ? `Se usó sin estar vigente, para ${path}`
    : `Pidió ${path} sin el permiso ${reason}`
}

const refusal = z.object({ reason: z.string(), path: z.string() })

export const shouldRevalidate = revalidateOnConflict

export const action = adminForm(
  { schema: keyIntent, intents: ['rotate', 'revoke'], fields: ['overlap'], param: 'keyId' },
  async (command, { services: { db }, actor, id: keyId, now, confirm }) => {
    const input = { actor, keyId, now }
    if (command.intent === 'revoke') {
      await revokeKey(db, input)
      return { done: 'Clave revocada. Ya no abre nada.' }
    }
    await confirm(command.password)
    const { id, key: secret } = await rotateKey(db, { ...input, overlapHours: Number(command.overlap) })
    return { done: '', created: { id, secret } }
  },
)

export default function ApiKey({ loaderData: { key, successor, history }, actionData }: Route.ComponentProps) {
  const { ref, errors, field } = useForm(rotateFields, actionData)
  const rotating = useNavigation().formData?.get('intent') === 'rotate'
  const { label, tone } = KEY_STATES[key.state]
  return (
    <>
      <PageHeading
        title={key.name}
        description={
          <span className="flex flex-wrap items-center gap-3">
            <code>{`${key.prefix}…`}</code>
            <Badge tone={tone}>{label}</Badge>
          </span>
        }
        before={
          <Breadcrumbs
            items={[
              { label: 'Integraciones', to: '/admin/integrations' },
              { label: 'Claves de API', to: '/admin/integrations/keys' },
              { label: key.name },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      {actionData?.created && (
        <ShownOnce
          title="Guarda la clave nueva: no se vuelve a mostrar"
          secret={actionData.created.secret}
          note="Ponla en el sistema que usa la anterior antes de que deje de servir."
          copyLabel="Copiar clave"
        />
      )}
      {key.author_left && isOpen(key.state) && (
        <Alert tone="warning" className="mb-6">
          Quien creó esta clave ya no administra la tienda y puede conservarla. Cámbiala, o revócala si nadie la usa.
        </Alert>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-8">
          <Panel title="Qué abre">
            <Facts>
              <Fact label="Permisos">{key.scopes.map(scope => API_SCOPES[scope].label).join(', ')}</Fact>
              <Fact label="Último uso">{key.last_used_at === null ? 'Nunca' : formatDateTime(key.last_used_at)}</Fact>
              <Fact label="Creada">{`${formatDateTime(key.created_at)} por ${key.author}`}</Fact>
              <Fact label="Vence">{key.expires_at === null ? 'No vence' : formatDateTime(key.expires_at)}</Fact>
              {successor && (
                <Fact label="Reemplazada por">
                  <Link
                    to={`/admin/integrations/keys/${successor.id}`}
                    className="text-copper underline underline-offset-4"
                  >
                    <code>{`${successor.prefix}…`}</code>
                  </Link>
                </Fact>
              )}
            </Facts>
          </Panel>
          <Panel title="Historial" description="Quién la creó o cambió, y cuándo pidió algo que no puede.">
            <ol className="divide-y divide-line">
              {history.map(({ id, at, what, who }) => (
                <li key={id} className="py-3 first:pt-0 last:pb-0">
                  <span className="block wrap-anywhere">{what}</span>
                  <span className="block text-sm text-muted tabular-nums">
                    {`${formatDateTime(at)}${who !== '' ? ` · ${who}` : ''}`}
                  </span>
                </li>
              ))}
            </ol>
          </Panel>
        </div>
        {isOpen(key.state) && (
          <div className="grid gap-8">
            {key.state === 'active' && (
              <Panel
                title="Cambiar la clave"
                description="Crea otra con el mismo nombre y los mismos permisos, para reemplazarla sin cortar el servicio."
              >
                <Form ref={ref} method="post" noValidate className="grid gap-4" preventScrollReset>
                  <input type="hidden" name="intent" value="rotate" />
                  <SelectField {...field('overlap', '24')} />
                  <ReauthenticationField error={errors.password} />
                  <Button type="submit" variant="secondary" className="justify-self-start" pending={rotating}>
                    Crear la clave nueva
                  </Button>
                </Form>
              </Panel>
            )}
            <Panel title="Revocar" description="Deja de abrir al instante, para siempre.">
              <details>
                <summary className="flex min-h-11 cursor-pointer items-center text-md font-medium hover:text-copper">
                  Quiero revocar esta clave
                </summary>
                <Form method="post" className="pt-3" preventScrollReset>
                  <input type="hidden" name="intent" value="revoke" />
                  <Button type="submit" size="sm" variant="danger">
                    Revocar clave
                  </Button>
                </Form>
              </details>
            </Panel>
          </div>
        )}
      </div>
    </>
  )
}
