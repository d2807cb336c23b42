import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'

type ItemPageProps = {
  title: string
  description: string
  back: { to: string; label: string }
  actions?: ReactNode
  children: Blocks
}

/** The frame of a page about one purchased item. */
export const ItemPage = ({ title, description, back, actions, children }: ItemPageProps) => (
  <div className={`${PAGE_WIDTH} py-10`}>
    <PageHeading
      title={title}
      description={description}
      actions={actions}
      before={
        <ButtonLink to={back.to} variant="link" size="sm">
          <ArrowLeft aria-hidden="true" />
          <span>{back.label}</span>
        </ButtonLink>
      }
    />
    {children}
  </div>
)

export const TO_DASHBOARD = { to: '/account/dashboard', label: 'Volver al dashboard' } as const
