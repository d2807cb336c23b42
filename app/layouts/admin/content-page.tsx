import type { ReactNode } from 'react'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { SectionTabs } from './section-tabs.tsx'

const PARTS = [
  { to: '/admin/content', label: 'Cuestionarios' },
  { to: '/admin/content/texts', label: 'Textos de la tienda' },
  { to: '/admin/content/emails', label: 'Correos' },
  { to: '/admin/content/legal', label: 'Textos legales' },
] as const

type ContentPageProps = { description: ReactNode; actions?: ReactNode; children: Blocks }

/** One of the four parts of 'Contenidos', with links to the others. */
export function ContentPage({ description, actions, children }: ContentPageProps) {
  return (
    <>
      <PageHeading
        title="Contenidos"
        compact
        tabs={<SectionTabs label="Contenidos" tabs={PARTS} />}
        description={description}
        actions={actions}
        className="pb-6"
      />
      {children}
    </>
  )
}

type Step = { label: string; to?: string }

/** The breadcrumb of a page within 'Contenidos'. */
export const contentTrail = (...steps: Step[]): ReactNode => (
  <Breadcrumbs items={[{ label: 'Contenidos', to: '/admin/content' }, ...steps]} />
)
