import { NavLink } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'

type SectionTabsProps = { label: string; tabs: readonly { to: string; label: string }[]; className?: string }

/** The parts of a section of the back office, each with its own address; wrapped on phones. */
export const SectionTabs = ({ label, tabs, className }: SectionTabsProps) => (
  <nav aria-label={label} className={classNames('border-b border-line', className)}>
    <ul className="flex flex-wrap gap-x-5 sm:gap-x-6">
      {tabs.map(tab => (
        <li key={tab.to} className="-mb-px">
          <NavLink
            to={tab.to}
            end
            className="inline-flex min-h-11 items-center border-b-2 border-transparent text-md font-medium text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink"
          >
            {tab.label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
