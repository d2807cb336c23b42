import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router'
import { NEW, OWN } from '#app/features/organisations/organisations.ts'
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

export const TO_DASHBOARD = { to: '/account/dashboard', label: 'Volver al panel' } as const

/** `ofOwner`: the page shows one organisation's, which the others go on with. */
const PLACES = [
  { to: '/account', label: 'Perfil', end: true, ofOwner: false },
  { to: '/account/orders', label: 'Compras', end: false, ofOwner: true },
  { to: '/account/quotations', label: 'Cotizaciones', end: false, ofOwner: false },
  { to: '/account/dashboard', label: 'Dashboard', end: false, ofOwner: true },
  { to: '/account/organisation', label: 'Organización', end: false, ofOwner: true },
  { to: '/account/security', label: 'Seguridad', end: false, ofOwner: false },
] as const

type AccountPageProps = {
  /** For a page of text or a single form, which keep a readable width. */
  narrow?: boolean
  /** The switch of whose purchases the page shows. */
  owner?: Blocks
  children: ReactNode
}

/** The frame of the account's pages: navigation and width. All begin at the logo's left edge. */
export function AccountPage({ narrow = false, owner, children }: AccountPageProps) {
  const [query] = useSearchParams()
  const shown = query.get('de')
  const carried = shown && shown !== OWN && shown !== NEW ? `?${new URLSearchParams({ de: shown })}` : ''
  return (
    <div className={`${PAGE_WIDTH} py-6 sm:py-10 print:max-w-none print:p-0`}>
      <nav aria-label="Mi cuenta" className="mb-8 border-b border-line print:hidden">
        {/* All six are shown on a phone, in two rows: entries scrolled out of view would not be found. */}
        <ul className="-mb-px grid grid-cols-3 gap-x-1 sm:flex sm:gap-x-8">
          {PLACES.map(({ to, label, end, ofOwner }) => (
            <li key={to}>
              <NavLink
                to={ofOwner ? `${to}${carried}` : to}
                end={end}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-copper aria-[current=page]:font-medium aria-[current=page]:text-ink sm:text-md"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {owner}
      <div className={narrow ? 'max-w-4xl print:max-w-none' : undefined}>{children}</div>
    </div>
  )
}
