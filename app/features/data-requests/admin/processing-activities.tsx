import { Link } from 'react-router'
import {
  listActivities,
  type ProcessingActivity,
} from '#app/features/data-requests/registers/processing-activities.server.ts'
import { CAPACITIES } from '#app/features/data-requests/registers/processing-activities.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { PrivacyTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/processing-activities'

export const meta: Route.MetaFunction = () => [{ title: 'Registro de tratamientos · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  return readAs(servicesOf(args.context).db, actorOf(user), tx =>
    allKeyed({ activities: listActivities(tx), inUse: partsInUse(tx) }),
  )
}

/** The record of processing activities. */
export default function ProcessingActivities({ loaderData: { activities, inUse } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Datos personales"
        compact
        tabs={<PrivacyTabs inUse={inUse} />}
        className="pb-6"
        description="Qué datos personales trata la tienda, para qué, con qué base, quién los recibe y por cuánto tiempo."
        actions={
          <ButtonLink to="/admin/privacy/processing/new" variant="secondary">
            Agregar tratamiento
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {activities.map(activity => (
          <ActivityPanel key={activity.id} activity={activity} />
        ))}
      </div>
    </>
  )
}

function ActivityPanel({ activity }: { activity: ProcessingActivity }) {
  return (
    <Panel
      title={activity.name}
      description={`${CAPACITIES[activity.capacity]}${activity.archived_at === null ? '' : ', archivado'}`}
      actions={
        <Link
          to={`/admin/privacy/processing/${activity.id}`}
          aria-label={`Editar ${activity.name}`}
          className="inline-flex min-h-9 items-center text-md text-copper underline underline-offset-4"
        >
          Editar
        </Link>
      }
    >
      <Facts>
        <Fact label="Para qué">{activity.purposes}</Fact>
        <Fact label="Base de licitud">{activity.legal_basis}</Fact>
        <Fact label="De quiénes">{activity.subjects}</Fact>
        <Fact label="Qué datos">{activity.data_categories}</Fact>
        <Fact label="Quién los recibe">{activity.recipients}</Fact>
        <Fact label="Por cuánto tiempo">{activity.retention}</Fact>
        <Fact label="Medidas de seguridad">{activity.safeguards}</Fact>
      </Facts>
    </Panel>
  )
}
