import { jobRoleText, LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { adminActions } from '#app/features/accesses/admin-access.ts'
import { invitationPath } from '#app/features/accesses/invitations/invitation.ts'
import { addDays, formatDate, formatTime } from '#app/kernel/dates.ts'
import { byTime, choiceFilter, defineList, reference } from '#app/kit/lists/define-list.ts'
import { CellLink, dayColumn, Person, status } from '#app/kit/lists/list-cells.tsx'
import { RowAction } from '#app/kit/lists/row-menu.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuButton, MenuLink, MenuSeparator } from '#app/kit/ui/menu.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import type { Direction } from '#app/platform/database/keyset.server.ts'
import type { AccessStatus, ProductType } from '#app/platform/database/values.ts'

/** One access of the back office's list (specification 2, section 2). */
export type ListedAccess = {
  id: string
  assessment: string
  /** Decides the invited person's address. */
  product: { product_id: string; slug: string; name: string; type: ProductType }
  client: { id: string; name: string; company: string | null }
  email: string
  name: string
  job_role: string | null
  status: AccessStatus
  /** The buyer's own access, without an invitation. */
  own: boolean
  created_at: Date
  last_activity_at: Date
  expires_at: Date
  state: ListedState
  /** It has expired, completed or not. */
  past: boolean
  can: ReturnType<typeof adminActions>
}

/** The page of one access. */
const accessPath = (id: string): string => `/admin/access/${id}`

/** Filter options for the days until expiry. */
const ENDS = new Map([
  ['7d', 7],
  ['30d', 30],
])

/** The list of accesses (specification 2, section 2, 'Admin access management'). */
export const adminAccessList = defineList<ListedAccess>()({
  name: 'accesos',
  path: '/admin/access',
  caption: 'Accesos',
  searchLabel: 'Buscar por correo, nombre o empresa...',
  namesPeople: true,
  exportsPeople: true,
  period: 'todo',
  filters: {
    state: choiceFilter<ListedState | 'unfinished'>('Estado', 'Todos', LISTED_STATES),
    productId: reference('Assessment', 'Todos', { name: 'assessment', optionsFrom: '/admin/options/products' }),
    clientId: reference('Cliente', 'Todos', { name: 'cliente', optionsFrom: '/admin/options/clients' }),
    endsUntil: {
      name: 'vence',
      label: 'Vence',
      all: 'Cualquier día',
      choices: [
        { value: '7d', label: 'En 7 días' },
        { value: '30d', label: 'En 30 días' },
      ],
      read: (value: string, now: Date): Date => addDays(now, ENDS.get(value) ?? 0),
    },
  },
  sorts: {
    ...byTime('created_at', 'Más antiguos'),
    'vencen-antes': ['Vencen antes', 'expires_at', 'asc'],
    'vencen-despues': ['Vencen después', 'expires_at', 'desc'],
    nombre: ['Nombre', 'person_name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'person_name', 'desc'],
    correo: ['Email', 'email', 'asc'],
    'correo-z': ['Email, de la Z a la A', 'email', 'desc'],
  },
  columns: [
    {
      key: 'assessment',
      header: 'Assessment',
      primary: true,
      grow: true,
      cell: access => <CellLink to={accessPath(access.id)}>{access.assessment}</CellLink>,
    },
    {
      key: 'client',
      header: 'Cliente',
      grow: true,
      cell: ({ client }) => (
        <TwoLines below={client.company}>
          <CellLink to={`/admin/clients/${client.id}`}>{client.name}</CellLink>
        </TwoLines>
      ),
    },
    {
      key: 'person_name',
      header: 'Nombre',
      below: { key: 'email', header: 'Email' },
      inline: 'lead',
      cell: access => <Person name={access.name} email={access.email} />,
    },
    { key: 'role', header: 'Cargo', cell: access => jobRoleText(access.job_role) || null },
    status('state', 'Estado', access => access.state, LISTED_STATES),
    {
      key: 'activity',
      header: 'Última Actividad',
      cell: ({ last_activity_at: at }) => (
        <span className="tabular-nums">
          <span>{formatDate(at)}</span> <span className="dense:hidden">{formatTime(at)}</span>
        </span>
      ),
    },
    { key: 'expires_at', header: 'Vence', inline: 'end', cell: access => <Expiry access={access} /> },
    { ...dayColumn<ListedAccess>('created_at', 'Creado', access => access.created_at), optional: true },
  ],
  rowName: access => `${access.name || access.email}, ${access.assessment}`,
  menu: access => <AccessMenu access={access} />,
  bulk: [
    { intent: 'resend-open', label: 'Reenviar a No Completados', ofAll: true },
    { intent: 'extend', label: 'Extender el plazo', ofAll: true },
    { intent: 'add', label: 'Agregar Participantes', alone: true },
  ],
  empty: { title: 'Todavía no hay accesos', text: 'Aparecen cuando se paga una orden o alguien invita.' },
  unmatched: 'Prueba con el comienzo de otro correo, nombre o empresa, o con otros filtros.',
  csv: 'packed',
  exportLabel: 'Exportar',
})

type AccessSort = { column: 'created_at' | 'expires_at' | 'person_name' | 'email'; direction: Direction }

/**
 * The sort column that leads to a page quickly. Expired and expiring accesses are found by their expiry: sorted by
 * creation, half a year of others would come first. The default period is 180 days, unless the expiry was moved.
 */
export function sortFor(
  { state, endsUntil }: { state: ListedState | 'unfinished' | undefined; endsUntil: Date | undefined },
  sort: AccessSort,
): AccessSort {
  const oldestOpen = (state === 'invited' || state === 'accessed' || state === 'unfinished') && sort.direction === 'asc'
  // A name or an e-mail that somebody sorts by stays.
  const byEnd = sort.column === 'created_at' && (state === 'expired' || endsUntil !== undefined || oldestOpen)
  return byEnd ? { ...sort, column: 'expires_at' } : sort
}

const Expiry = ({ access: { expires_at, past } }: { access: ListedAccess }) => (
  <span className={`whitespace-nowrap tabular-nums ${past ? 'font-medium text-poor-ink' : ''}`}>
    <span aria-hidden="true" className="hidden card:inline">
      {past ? 'Venció' : 'Vence'}{' '}
    </span>
    <span>{formatDate(expires_at)}</span>
    {past && <span className="sr-only"> (vencido)</span>}
  </span>
)

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    notify({ title: 'Enlace copiado', tone: 'success' })
  } catch {
    notify({ title: 'No se pudo copiar el enlace', description: 'Está en el detalle del acceso.', tone: 'error' })
  }
}

/** Works without scripts: actions that need one (copying) are on the access's page too. */
function AccessMenu({ access }: { access: ListedAccess }) {
  const { can, state } = access
  const page = accessPath(access.id)
  return (
    <>
      <MenuLink to={page}>Ver Detalle</MenuLink>
      {can.resend && (
        <RowAction intent="resend" row={access}>
          Reenviar Invitación
        </RowAction>
      )}
      {state !== 'revoked' && (
        <MenuButton onClick={() => copy(window.location.origin + invitationPath(access.product, access.id))}>
          Copiar Enlace
        </MenuButton>
      )}
      {can.replace && <MenuLink to={`${page}#reemplazar`}>Reemplazar Participante</MenuLink>}
      {can.extend && <MenuLink to={`${page}#plazo`}>Extender Plazo</MenuLink>}
      {can.revoke && (
        <>
          <MenuSeparator />
          <MenuLink to={`${page}#revocar`}>Revocar Acceso</MenuLink>
        </>
      )}
    </>
  )
}
