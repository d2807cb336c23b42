import { Link } from 'react-router'
import { listBreaches } from '#app/features/data-requests/registers/data-breaches.server.ts'
import { BREACH_STATES, breachState } from '#app/features/data-requests/registers/data-breaches.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { PrivacyTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/breaches'

export const meta: Route.MetaFunction = () => [{ title: 'Registro de brechas · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const { breaches, inUse } = await readAs(db, actorOf(user), tx =>
    allKeyed({ breaches: listBreaches(tx), inUse: partsInUse(tx) }),
  )
  return { inUse, breaches: breaches.map(breach => ({ ...breach, state: breachState(breach, at) })) }
}

/** The register of breaches. */
export default function Breaches({ loaderData: { breaches, inUse } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Datos personales"
        compact
        tabs={<PrivacyTabs inUse={inUse} />}
        className="pb-6"
        description="Vulneraciones de seguridad que alcanzaron datos personales: cuándo se supieron, a quién se avisó y qué se hizo."
        actions={
          <ButtonLink to="/admin/privacy/breaches/new" variant="secondary">
            Registrar brecha
          </ButtonLink>
        }
      />
      {breaches.length === 0 ? (
        <EmptyState title="Ninguna brecha">
          Si ocurre una, regístrala apenas se sepa: el plazo para notificar corre desde entonces.
        </EmptyState>
      ) : (
        <Panel>
          <ul className="grid gap-5">
            {breaches.map(breach => (
              <li key={breach.id} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={`/admin/privacy/breaches/${breach.id}`}
                    className="font-medium text-copper underline underline-offset-4 wrap-anywhere"
                  >
                    {breach.title}
                  </Link>
                  <StatusBadge of={BREACH_STATES} status={breach.state} />
                </span>
                <span className="text-md text-muted tabular-nums">
                  {`Se supo el ${formatDateTime(breach.known_at)}, notificar a más tardar el ${formatDateTime(breach.notify_by)}${breach.people !== null ? `, ${countOf(breach.people, 'persona', 'personas')}` : ''}`}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
