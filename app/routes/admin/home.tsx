import { accessTotals } from '#app/features/accesses/access-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { orderTotals } from '#app/features/orders/order-list.db.server.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Stat, StatList } from '#app/ui/stat.tsx'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = () => [
  { title: 'Dashboard · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  return asActor(servicesOf(args.context).db, actorOf(user), async tx => ({
    ...(await orderTotals(tx)),
    ...(await accessTotals(tx)),
  }))
}

export default function AdminHome({ loaderData: totals }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Dashboard" description="Lo que la tienda ha vendido y cuánto se ha respondido, hasta hoy." />
      <StatList>
        <Stat label="Ingresos" value={formatPesos(totals.revenue)} note="Órdenes pagadas, IVA incluido" />
        <Stat label="Órdenes" value={formatInteger(totals.orders)} note={`${formatInteger(totals.paid)} pagadas`} />
        <Stat label="Accesos" value={formatInteger(totals.accesses)} note="Asientos en uso" />
        <Stat
          label="Completados"
          value={formatInteger(totals.completed)}
          note={shareOf(totals.completed, totals.accesses)}
        />
      </StatList>
      <div className="mt-10 flex flex-wrap gap-2.5">
        <ButtonLink to="/admin/orders" variant="secondary">
          Ver órdenes
        </ButtonLink>
        <ButtonLink to="/admin/access" variant="secondary">
          Ver accesos
        </ButtonLink>
      </div>
    </>
  )
}

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? 'Todavía no hay accesos' : `${Math.round((100 * part) / whole)}% de los accesos`
