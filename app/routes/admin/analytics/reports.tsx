import { useLocation } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { readDateRange } from '#app/lists/date-range.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/reports'

export const meta: Route.MetaFunction = () => [{ title: 'Reportes · Administración · Alhena' }]

/** The page has a period. */
export const handle = { period: true }

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  return { period: readDateRange(args.url, servicesOf(args.context).now()).label }
}

/** The exports of a period. */
const FILES = [
  {
    title: 'Resumen de la tienda',
    text: 'Los ocho indicadores comparados con el período anterior, los ingresos por día y los assessments que más venden.',
    links: [
      { to: '/admin/report/pdf', label: 'Descargar PDF' },
      { to: '/admin/report/xlsx', label: 'Descargar Excel' },
    ],
  },
  {
    title: 'Órdenes',
    text: 'Todas las órdenes del período con cliente, modo, montos, estado y pago, una por fila.',
    links: [{ to: '/admin/orders/export', label: 'Descargar CSV' }],
  },
] as const

export default function AdminReports({ loaderData: { period } }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <PageHeading title="Reportes" description={`${period}. Elige otras fechas arriba.`} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {FILES.map(({ title, text, links }) => (
          <Panel
            key={title}
            title={title}
            footer={
              <div className="flex flex-wrap gap-2.5">
                {links.map(({ to, label }) => (
                  <ButtonLink key={to} to={to + search} variant="secondary" size="sm" reloadDocument>
                    {label}
                  </ButtonLink>
                ))}
              </div>
            }
          >
            <p className="max-w-prose text-md text-muted">{text}</p>
          </Panel>
        ))}
      </div>
    </>
  )
}
