import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import type { DashboardGroup } from '#app/features/accesses/accesses.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { TAB_LINK, TabList } from '#app/kit/ui/tab-list.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'

/** The parts of a purchase's page. */
export type PurchaseTab = 'summary' | 'people' | 'results' | 'settings'

const TAB_LABELS: Readonly<Record<PurchaseTab, string>> = {
  summary: 'Resumen',
  people: 'Personas',
  results: 'Resultados',
  settings: 'Ajustes',
}

/** The title of a part's document; the product's name tells two purchases' tabs of a browser apart. */
export const partTitle = (tab: PurchaseTab, group: { name: string } | undefined): string =>
  [TAB_LABELS[tab], ...(group ? [group.name] : []), 'Alhena'].join(' · ')

/** The value of the parameter `vista` for what results a purchase has. */
export const RESULTS_VIEW = 'resultados'

/** Where a part of a purchase's page is. */
export const purchasePath = (itemId: string, tab: PurchaseTab = 'summary'): string => {
  const page = `/account/items/${itemId}`
  const paths = {
    summary: page,
    people: `${page}/participants`,
    results: `${page}?vista=${RESULTS_VIEW}`,
    settings: `${page}/settings`,
  }
  return paths[tab]
}

/** The way back from a page about one part of a purchase. */
export const toPurchase = (itemId: string) => ({ to: purchasePath(itemId), label: 'Volver a la compra' }) as const

type Shown = Pick<DashboardGroup, 'item_id' | 'name' | 'role' | 'has_questionnaire'>

/** The parts that somebody's role opens; nothing is set for a workshop. */
const tabsOf = ({ role, has_questionnaire }: Shown): readonly PurchaseTab[] =>
  role === 'results'
    ? ['summary', 'results']
    : has_questionnaire
      ? ['summary', 'people', 'results', 'settings']
      : ['summary', 'people', 'results']

type PurchasePageProps = {
  group: Shown
  /** The dashboard with the purchases among which this one is. */
  dashboard: string
  tab: PurchaseTab
  children: Blocks
}

/** The frame of a purchase's page: its name and its parts, each with an address that can be shared. */
export const PurchasePage = ({ group, dashboard, tab, children }: PurchasePageProps) => (
  <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
    <PageHeading
      compact
      className="pb-6"
      title={group.name}
      before={
        <ButtonLink to={dashboard} variant="link" size="sm">
          <ArrowLeft aria-hidden="true" />
          <span>Volver al panel</span>
        </ButtonLink>
      }
      tabs={
        <TabList label="Partes de la compra" shown={tab} className="print:hidden">
          {tabsOf(group).map(key => (
            <li key={key}>
              <Link
                to={purchasePath(group.item_id, key)}
                preventScrollReset
                aria-current={key === tab ? 'page' : undefined}
                className={TAB_LINK}
              >
                {TAB_LABELS[key]}
              </Link>
            </li>
          ))}
        </TabList>
      }
    />
    {children}
  </div>
)
