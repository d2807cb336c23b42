import { Link } from 'react-router'
import type { ListedAccess } from '#app/features/accesses/access-list.db.server.ts'
import { jobRoleText, LISTED_LABELS, type ListedState } from '#app/features/accesses/accesses.ts'
import type { adminActions } from '#app/features/accesses/staff/admin-access.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import { notify } from '#app/ui/toast.ts'
import { ACCESS_LIST } from './access-list.ts'
import { ACCESS_TONES } from './access-texts.ts'
import { listFormId } from './lists/list-page.tsx'
import { RowAction, RowMenu } from './lists/row-menu.tsx'

export type AccessRow = ListedAccess & {
  state: ListedState
  past: boolean
  /** Where the invited person goes, with the shop's origin. */
  link: string
  can: ReturnType<typeof adminActions>
}

/** The page of one access. */
export const accessPath = (id: string): string => `/admin/access/${id}`

const LINK = 'inline-flex min-h-9 items-center hover:text-copper hover:underline pointer-coarse:min-h-11'

/** The columns of specification 2, section 2, in its order. */
export const accessColumns: Column<AccessRow>[] = [
  {
    key: 'assessment',
    header: 'Assessment',
    primary: true,
    cell: access => (
      <Link to={accessPath(access.id)} className={LINK}>
        {access.assessment}
      </Link>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => (
      <span className="block sm:min-w-28">
        <Link to={`/admin/clients/${client.id}`} className={LINK}>
          {client.name}
        </Link>
        {client.company !== null && <span className="block text-sm text-muted">{client.company}</span>}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: access => <span className="block wrap-anywhere sm:min-w-44">{access.email}</span>,
  },
  { key: 'name', header: 'Nombre', inline: 'line', cell: access => access.name || <Unnamed email={access.email} /> },
  { key: 'role', header: 'Cargo', cell: access => jobRoleText(access.job_role) || null },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ state }) => <Badge tone={ACCESS_TONES[state]}>{LISTED_LABELS[state]}</Badge>,
  },
  {
    key: 'activity',
    header: 'Última Actividad',
    cell: access => <span className="tabular-nums">{formatDateTime(access.last_activity_at)}</span>,
  },
  {
    key: 'expires',
    header: 'Vence',
    inline: 'end',
    cell: ({ expires_at, past }) => (
      <span className={`whitespace-nowrap tabular-nums ${past ? 'font-medium text-poor-ink' : ''}`}>
        <span aria-hidden="true" className="hidden card:inline">
          {past ? 'Venció' : 'Vence'}{' '}
        </span>
        {formatDate(expires_at)}
        {past && <span className="sr-only"> (vencido)</span>}
      </span>
    ),
  },
  { key: 'menu', header: 'Acciones', hideHeader: true, align: 'end', cell: access => <AccessMenu access={access} /> },
]

/** On phones the e-mail stands for a name that nobody gave. */
const Unnamed = ({ email }: { email: string }) => (
  <>
    <span className="text-muted card:hidden">–</span>
    <span className="hidden wrap-anywhere card:inline">{email}</span>
  </>
)

const FORM = listFormId(ACCESS_LIST)

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    notify({ title: 'Enlace copiado', tone: 'success' })
  } catch {
    notify({ title: 'No se pudo copiar el enlace', description: 'Está en el detalle del acceso.', tone: 'error' })
  }
}

/** Also without scripts: what a script does here (copying) is on the page of the access, too. */
function AccessMenu({ access }: { access: AccessRow }) {
  const { can, state } = access
  const page = accessPath(access.id)
  return (
    <RowMenu name={`${access.name || access.email}, ${access.assessment}`}>
      <MenuLink to={page}>Ver Detalle</MenuLink>
      {can.resend && (
        <RowAction form={FORM} intent="resend" row={access}>
          Reenviar Invitación
        </RowAction>
      )}
      {state !== 'revoked' && <MenuButton onClick={() => copy(access.link)}>Copiar Enlace</MenuButton>}
      {can.replace && <MenuLink to={`${page}#reemplazar`}>Reemplazar Participante</MenuLink>}
      {can.extend && <MenuLink to={`${page}#plazo`}>Extender Plazo</MenuLink>}
      {can.revoke && (
        <>
          <MenuSeparator />
          <MenuLink to={`${page}#revocar`}>Revocar Acceso</MenuLink>
        </>
      )}
    </RowMenu>
  )
}
