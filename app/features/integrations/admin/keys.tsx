import { useNavigation } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { type ListedKey, listKeys } from '#app/features/integrations/api-keys.server.ts'
import {
  API_SCOPE_NAMES,
  API_SCOPES,
  type ApiKeyState,
  isOpen,
  KEY_STATES,
  keyFields,
  keyState,
} from '#app/features/integrations/api-keys.ts'
import { createKey, newKeyForm } from '#app/features/integrations/manage-keys.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { readListAddress } from '#app/kit/lists/list-address.ts'
import { CellLink, oneLine } from '#app/kit/lists/list-cells.tsx'
import { ListPages } from '#app/kit/lists/list-pages.tsx'
import type { ListShape } from '#app/kit/lists/list-shape.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { IntegrationTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/keys'
import { ShownOnce } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Claves de API · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const address = readListAddress(KEY_LIST, args.url.searchParams)
  const sort = { column: 'created_at', direction: 'desc' } as const
  const { page, inUse } = await readAs(db, actorOf(user), tx =>
    allKeyed({ page: listKeys(tx, { ...address, sort }), inUse: partsInUse(tx) }),
  )
  return { address, inUse, page: { ...page, rows: page.rows.map(key => ({ ...key, state: keyState(key, at) })) } }
}

/** Creates a key, which is shown once. */
export const action = adminForm(
  { schema: newKeyForm, intents: ['create'], fields: ['name', 'days'], groups: ['scopes'] },
  async ({ intent, password, ...form }, { services: { db }, actor, now, confirm }) => {
    await confirm(password)
    const { id, key: secret } = await createKey(db, { actor, form, now })
    return { done: '', created: { id, secret } }
  },
)

type NewKeyAnswer = FormAnswer<'create', 'name' | 'days', 'scopes'>

/** Only pages: there are too few keys for a search and filters. */
const KEY_LIST: ListShape<'recientes'> = {
  name: 'claves',
  filters: [],
  sorts: [{ key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' }],
}

type Row = ListedKey & { state: ApiKeyState }

export default function ApiKeys({ loaderData: { address, page, inUse }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Integraciones"
        compact
        tabs={<IntegrationTabs inUse={inUse} />}
        description="Avisa a otros sistemas de lo que pasa en la tienda, y deja que lean sus datos con una clave."
        className="pb-6"
      />
      {actionData?.created && (
        <ShownOnce
          title="Guarda la clave: no se vuelve a mostrar"
          secret={actionData.created.secret}
          note="Quien la tenga puede leer lo que permite. No la pongas en una página ni la envíes por correo."
          copyLabel="Copiar clave"
        />
      )}
      <div className="grid items-start gap-8 min-[100rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          <Panel title="Claves" padding="flush">
            <DataTable
              caption="Claves, la más reciente primero"
              columns={columns}
              rows={page.rows}
              rowKey={key => key.id}
              empty={
                <EmptyState as="h2" title="Todavía no hay claves">
                  Crea una para que otro sistema lea órdenes, accesos o resultados.
                </EmptyState>
              }
            />
          </Panel>
          <ListPages shape={KEY_LIST} address={address} page={page} />
        </div>
        <KeyForm
          // A key that was made empties the form.
          key={actionData?.created?.id}
          answer={actionData}
        />
      </div>
    </>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: key => (
      <>
        <CellLink to={`/admin/integrations/keys/${key.id}`}>{key.name}</CellLink>
        <code className="block text-sm font-normal text-muted">{`${key.prefix}…`}</code>
      </>
    ),
  },
  { key: 'scopes', header: 'Permisos', cell: key => key.scopes.map(scope => API_SCOPES[scope].label).join(', ') },
  {
    key: 'used',
    header: 'Último uso',
    cell: key => oneLine(key.last_used_at === null ? 'Nunca' : formatDateTime(key.last_used_at)),
  },
  {
    key: 'expires',
    header: 'Vence',
    cell: key => oneLine(key.expires_at === null ? 'No vence' : formatDateTime(key.expires_at)),
  },
  {
    key: 'author',
    header: 'Creada por',
    cell: key => (
      <>
        <span className="block wrap-anywhere">{key.author}</span>
        <span className="block text-sm text-muted">
          {`${formatDate(key.created_at)}${key.author_left && isOpen(key.state) ? ' · ya no administra' : ''}`}
        </span>
      </>
    ),
  },
  { key: 'state', header: 'Estado', cell: ({ state }) => <StatusBadge of={KEY_STATES} status={state} /> },
]

type KeyFormProps = { answer: NewKeyAnswer | undefined }

/** Creates a key. */
function KeyForm({ answer }: KeyFormProps) {
  const { ref, errors, field } = useForm(keyFields, answer)
  const sending = useNavigation().formData?.get('intent') === 'create'
  return (
    <Panel title="Clave nueva" description="Una por sistema: así puedes revocarla sin afectar a los demás.">
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="create" />
        <TextField {...field('name')} />
        <Fieldset legend="Permisos" error={errors.scopes}>
          {API_SCOPE_NAMES.map(scope => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={API_SCOPES[scope].label}
              hint={API_SCOPES[scope].hint}
              defaultChecked={answer?.values.scopes?.includes(scope)}
            />
          ))}
        </Fieldset>
        <SelectField {...field('days', '365')} />
        <ReauthenticationField error={errors.password} hint="La pedimos porque la clave abre los datos de la tienda." />
        <Button type="submit" className="justify-self-start" pending={sending}>
          Crear clave
        </Button>
      </Form>
    </Panel>
  )
}
