import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type Tab = { label: string; to: LinkProps['to']; current: boolean; count?: number | undefined }

/** Views of one page, each with its own address: links, not a tab widget, so they can be shared and work without a script. */
export function Tabs({
  label,
  tabs,
  className,
}: {
  label: string
  tabs: ReadonlyArray<Tab>
  className?: string | undefined
}) {
  return (
    <nav aria-label={label} className={classNames('overflow-x-auto border-b border-line print:hidden', className)}>
      <ul className="flex gap-7">
        {tabs.map(tab => (
          <li key={tab.label}>
            <Link
              to={tab.to}
              aria-current={tab.current ? 'page' : undefined}
              preventScrollReset
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent text-md font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-copper aria-[current=page]:text-ink"
            >
              {tab.label}
              {tab.count !== undefined && <span className="font-normal text-muted tabular-nums">{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
