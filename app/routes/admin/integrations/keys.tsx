import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type ListedKey, listKeys } from '#app/features/integrations/api-keys.db.server.ts'
import { API_SCOPES, type ApiKeyState, keyState } from '#app/features/integrations/api-keys.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/keys'
import { IntegrationTabs } from './integration-tabs.tsx'
import { KeyForm } from './key-form.tsx'
import { answerKeys } from './keys-action.server.ts'
import { ShownOnce } from './shown-once.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Claves de API · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const keys = await asActor(db, actorOf(user), listKeys)
  return { keys: keys.map(key => ({ ...key, state: keyState(key, at) })) }
}

export const action = (args: Route.ActionArgs) => answerKeys(args)

type Row = ListedKey & { state: ApiKeyState }

export default function ApiKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const told = useRef<HTMLDivElement>(null)
  const isTold = actionData?.text !== undefined
  useEffect(() => {
    if (isTold) told.current?.focus()
  }, [isTold])
  return (
    <>
      <PageHeading
        title="Integraciones"
        description="Avisa a otros sistemas de lo que pasa en la tienda, y deja que lean sus datos con una clave."
        className="pb-6"
      />
      <IntegrationTabs />
      <div ref={told} tabIndex={-1}>
        {actionData?.text !== undefined && (
          <Alert tone={actionData.done ? 'success' : 'error'} className="mb-6">
            {actionData.text}
          </Alert>
        )}
      </div>
      {actionData?.key !== undefined && (
        <ShownOnce
          title="Guarda la clave: no se vuelve a mostrar"
          secret={actionData.key}
          note="Quien la tenga puede leer lo que permite. No la pongas en una página ni la envíes por correo."
          copyLabel="Copiar clave"
        />
      )}
      <div className="grid items-start gap-8 min-[100rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel title="Claves" padding="flush">
          <DataTable
            caption="Claves, la más reciente primero"
            columns={columns}
            rows={keys}
            rowKey={key => key.id}
            empty={
              <EmptyState as="h2" title="Todavía no hay claves">
                Crea una para que otro sistema lea órdenes, accesos o resultados.
              </EmptyState>
            }
          />
        </Panel>
        <KeyForm
          // A key that was made empties the form.
          key={keys.length}
          errors={actionData?.errors}
          values={actionData?.values}
        />
      </div>
    </>
  )
}

const STATES: Record<ApiKeyState, { label: string; tone: Tone }> = {
  active: { label: 'Vigente', tone: 'good' },
  expired: { label: 'Vencida', tone: 'neutral' },
  revoked: { label: 'Revocada', tone: 'neutral' },
}

const nowrap = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: key => (
      <>
        <span className="block wrap-anywhere">{key.name}</span>
        <code className="block text-sm font-normal text-muted">{key.prefix}…</code>
      </>
    ),
  },
  { key: 'scopes', header: 'Permisos', cell: key => key.scopes.map(scope => API_SCOPES[scope].label).join(', ') },
  {
    key: 'used',
    header: 'Último uso',
    cell: key => nowrap(key.last_used_at === null ? 'Nunca' : formatDateTime(key.last_used_at)),
  },
  {
    key: 'expires',
    header: 'Vence',
    cell: key => nowrap(key.expires_at === null ? 'No vence' : formatDate(key.expires_at)),
  },
  {
    key: 'author',
    header: 'Creada por',
    cell: key => (
      <>
        <span className="block wrap-anywhere">{key.author}</span>
        <span className="block text-sm text-muted">{formatDate(key.created_at)}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Acciones',
    align: 'end',
    cell: key =>
      key.state === 'active' && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="key" value={key.id} />
          <Button type="submit" variant="link" size="sm" aria-label={`Revocar la clave ${key.name}`}>
            Revocar
          </Button>
        </Form>
      ),
  },
]
