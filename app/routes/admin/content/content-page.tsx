import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

const PARTS = [
  { to: '/admin/content', label: 'Cuestionarios' },
  { to: '/admin/content/texts', label: 'Textos de la tienda' },
  { to: '/admin/content/emails', label: 'Correos' },
  { to: '/admin/content/legal', label: 'Textos legales' },
] as const

type ContentPageProps = { description: ReactNode; actions?: ReactNode; children: ReactNode }

/** One of the four parts of 'Contenidos', with the ways to the others. */
export function ContentPage({ description, actions, children }: ContentPageProps) {
  return (
    <>
      <PageHeading title="Contenidos" description={description} actions={actions} className="pb-6" />
      <nav aria-label="Contenidos" className="mb-6 overflow-x-auto border-b border-line">
        <ul className="flex min-w-max gap-1">
          {PARTS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-md font-medium text-muted hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  )
}

type Step = { label: string; to?: string }

/** The way back from a page within 'Contenidos'. */
export const contentTrail = (...steps: Step[]): ReactNode => (
  <Breadcrumbs items={[{ label: 'Contenidos', to: '/admin/content' }, ...steps]} />
)
