import { useLocation } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { offeredMonths } from '#app/features/orders/sales-book.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { readDateRange } from '#app/kit/lists/date-range.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/reports'

export const meta: Route.MetaFunction = () => [{ title: 'Reportes · Administración · Alhena' }]

/** The page has a period. */
export const handle = { period: true }

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const now = servicesOf(args.context).now()
  return {
    period: readDateRange(args.url, now).label,
    months: offeredMonths(now).map(({ value, name }) => ({ value, name })),
  }
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

export default function AdminReports({ loaderData: { period, months } }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <PageHeading title="Reportes" compact className="pb-6" description={`${period}. Elige otras fechas arriba.`} />
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
        <SalesBookPanel months={months} />
      </div>
    </>
  )
}

const SalesBookPanel = ({ months }: { months: readonly { value: string; name: string }[] }) => (
  <Panel title="Libro de ventas">
    <p className="max-w-prose text-md text-muted">
      Cada pago, reembolso y contracargo de un mes, con documento, RUT, medio de pago, neto, IVA y total. Sus sumas son
      las del Dashboard en los mismos días.
    </p>
    <Form
      method="get"
      action="/admin/report/sales-book"
      reloadDocument
      className="mt-4 flex flex-wrap items-end gap-2.5"
    >
      <SelectField
        label="Mes"
        name="mes"
        className="min-w-48"
        options={months.map(({ value, name }) => ({ value, label: name }))}
      />
      <Button type="submit" variant="secondary">
        Descargar Excel
      </Button>
    </Form>
  </Panel>
)
