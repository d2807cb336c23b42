import { data, Link } from 'react-router'
import { AUDIT_FILTERS } from '#app/features/audit/audit.ts'
import { type Change, changesOf } from '#app/features/audit/audit-changes.ts'
import { fieldText } from '#app/features/audit/audit-fields.ts'
import { actionText, actorText } from '#app/features/audit/audit-texts.ts'
import { valueText } from '#app/features/audit/audit-values.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/entry'
import { findEntry } from './audit-list.server.ts'
import { AboutText } from './audit-list.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? actionText(loaderData.entry.action) : 'Auditoría'} · Administración · Alhena` },
]

/** Fields that a page shows; the export has all of them. */
const SHOWN = 500

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const { entryNumber } = args.params
  const found = /^[1-9]\d{0,14}$/.test(entryNumber)
    ? await readAs(db, actorOf(user), tx => findEntry(tx, Number(entryNumber)))
    : undefined
  if (!found) throw data('Not found', 404)
  const { before, after, ...entry } = found
  const changes = changesOf(before, after).map(change => ({
    ...change,
    before: shown(entry.entity, change.field, change.before),
    after: shown(entry.entity, change.field, change.after),
  }))
  return { entry, changes: changes.slice(0, SHOWN), left: Math.max(0, changes.length - SHOWN) }
}

/** A value as people read it; an id stays an id here, where all details are. */
const shown = (entity: string, field: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : valueText(entity, field, value) || value

export default function AdminAuditEntry({ loaderData: { entry, changes, left } }: Route.ComponentProps) {
  const title = actionText(entry.action)
  const changed = changes.filter(change => change.isChanged).length
  return (
    <>
      <PageHeading
        title={title}
        description={`Entrada ${entry.number}, ${formatDateTime(entry.at)}`}
        before={
          <Breadcrumbs items={[{ label: 'Auditoría', to: '/admin/audit' }, { label: `Entrada ${entry.number}` }]} />
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem] min-[88rem]:grid-cols-[minmax(0,1fr)_22rem] min-[88rem]:gap-8">
        <div className="grid gap-4">
          {entry.isRemoved && (
            <Alert tone="info">
              La cuenta de la que trata se eliminó: aquí quedan los campos y sus números, sin ningún texto de la
              persona.
            </Alert>
          )}
          <Panel
            title="Antes y después"
            description={changes.length === 0 ? undefined : countOf(changed, 'campo cambió', 'campos cambiaron')}
            padding="flush"
          >
            <DataTable
              caption="Antes y después, por campo"
              columns={columns}
              rows={changes}
              rowKey={change => change.field}
              empty={
                <EmptyState as="p" title="Sin más datos">
                  Esta acción solo dice quién la hizo, cuándo y sobre qué.
                </EmptyState>
              }
            />
          </Panel>
          {left > 0 && (
            <p className="text-md text-muted">{`Hay ${countOf(left, 'campo', 'campos')} más; el CSV los trae todos.`}</p>
          )}
        </div>
        <Panel title="Quién y sobre qué">
          <Facts>
            <Fact label="Quién">
              <span>{actorText(entry.actor)}</span>
              {entry.actor.email !== null && <span className="block text-muted">{entry.actor.email}</span>}
            </Fact>
            <Fact label="Cuándo">{formatDateTime(entry.at)}</Fact>
            <Fact label="Registro">
              <AboutText entry={entry} />
            </Fact>
            <Fact label="Id del registro">{entry.entity_id}</Fact>
            <Fact label="Código de la acción">{entry.action}</Fact>
          </Facts>
          <ul className="mt-5 grid gap-1 border-t border-line pt-4 text-md">
            <li>
              <More to={`/admin/audit?search=${encodeURIComponent(entry.entity_id)}&periodo=todo`}>
                Todo de este registro
              </More>
            </li>
            {entry.actor.id !== null && (
              <li>
                <More to={`/admin/audit?${AUDIT_FILTERS.actor}=${entry.actor.id}&periodo=todo`}>
                  Todo de esta persona
                </More>
              </li>
            )}
          </ul>
        </Panel>
      </div>
    </>
  )
}

const More = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
    {children}
  </Link>
)

const columns: Column<Change>[] = [
  {
    key: 'field',
    header: 'Campo',
    primary: true,
    cell: ({ field, isChanged }) => (
      <span className={isChanged ? 'wrap-break-word' : 'font-normal wrap-break-word text-muted'}>
        {fieldText(field)}
      </span>
    ),
  },
  { key: 'before', header: 'Antes', cell: change => <Value change={change} side="before" /> },
  { key: 'after', header: 'Después', cell: change => <Value change={change} side="after" /> },
]

function Value({ change, side }: { change: Change; side: 'before' | 'after' }) {
  const value = change[side]
  if (value === undefined || value === '') return <span className="text-muted">–</span>
  if (!change.isChanged) return <span className="whitespace-pre-line wrap-anywhere text-muted">{value}</span>
  const Tag = side === 'before' ? 'del' : 'ins'
  return (
    <Tag
      className={
        side === 'before'
          ? 'whitespace-pre-line wrap-anywhere text-muted decoration-1'
          : 'font-medium whitespace-pre-line wrap-anywhere no-underline'
      }
    >
      {value}
    </Tag>
  )
}
