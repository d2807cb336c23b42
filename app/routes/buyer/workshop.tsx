import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import { z } from 'zod'
import { findOwnWorkshop } from '#app/features/accesses/dashboard.db.server.ts'
import { durationText } from '#app/features/catalogue/catalogue.ts'
import { findProgram } from '#app/features/catalogue/workshops.server.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { PAGE_WIDTH } from '#app/routes/store/page-width.ts'
import { WorkshopSections } from '#app/routes/store/workshop-program.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/workshop'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.workshop.name ?? 'Taller'} · Alhena` },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const workshop = accessId.success
    ? await asActor(db, { kind: 'user', userId: user.id }, tx => findOwnWorkshop(tx, user.id, accessId.data))
    : undefined
  if (!workshop) throw data('Not found', 404)
  return { workshop, content: findProgram(workshop.slug) }
}

/** What a workshop's buyer gets instead of a questionnaire (decision 17). */
export default function WorkshopPage({ loaderData: { workshop, content } }: Route.ComponentProps) {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading
        title={workshop.name}
        description={workshop.description_short}
        before={
          <ButtonLink to="/account/dashboard" variant="link" size="sm">
            <ArrowLeft aria-hidden="true" />
            Volver al dashboard
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {content ? (
          <div className="[&>*:first-child]:mt-0 [&>*:first-child]:pt-0">
            <WorkshopSections workshop={content} />
          </div>
        ) : (
          <Panel>
            <EmptyState as="h2" title="Estamos preparando el contenido">
              El programa de este taller aparecerá aquí.
            </EmptyState>
          </Panel>
        )}
        <Panel title="Tu acceso" className="lg:sticky lg:top-24">
          <dl className="grid gap-4">
            <Fact label="Email">{workshop.email}</Fact>
            <Fact label="Código de acceso">
              <span className="font-mono">{workshop.access_code}</span>
            </Fact>
            <Fact label="Formato">{workshop.format}</Fact>
            <Fact label="Duración">{durationText(workshop)}</Fact>
            <Fact label="Participantes">
              {workshop.used_seats} de {workshop.seats}
            </Fact>
            <Fact label="Vence">{formatDate(workshop.expires_at)}</Fact>
            <Fact label="Orden">{workshop.order_number}</Fact>
          </dl>
        </Panel>
      </div>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium break-all tabular-nums">{children}</dd>
  </div>
)
