import { Link, useSearchParams } from 'react-router'
import { TAB_LINK, TabList } from '#app/kit/ui/tab-list.tsx'
import { VIEW_PARAMETER } from './shown.ts'
import { FIRST_VIEW, type View } from './views.ts'

/** Of the people's list, which is one view's alone. */
const PEOPLE_PAGE_PARAMETER = 'pagina'

/** The same address with another view; the round and the comparison that are shown stay. */
export function useViewAddress(): (key: string) => string {
  const [shown] = useSearchParams()
  return key => {
    const kept = [...shown].filter(([name]) => name !== VIEW_PARAMETER && name !== PEOPLE_PAGE_PARAMETER)
    const parameters = new URLSearchParams(key === FIRST_VIEW ? kept : [...kept, [VIEW_PARAMETER, key]])
    // An empty address would be the one with all its parameters.
    return parameters.size === 0 ? '.' : `?${parameters}`
  }
}

type ViewTabsProps = { views: readonly View[]; current: string }

/** The views of results as links, so that each has an address that can be shared and a way back. */
export function ViewTabs({ views, current }: ViewTabsProps) {
  const addressOf = useViewAddress()
  if (views.length < 2) return null
  return (
    <TabList label="Vistas de los resultados" shown={current} className="mb-6 print:hidden">
      {views.map(({ key, label }) => (
        <li key={key}>
          <Link
            to={addressOf(key)}
            preventScrollReset
            aria-current={key === current ? 'page' : undefined}
            className={TAB_LINK}
          >
            {label}
          </Link>
        </li>
      ))}
    </TabList>
  )
}
