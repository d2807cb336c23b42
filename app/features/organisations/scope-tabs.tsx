import { Link } from 'react-router'
import { type Membership, OWN } from './organisations.ts'

type ScopeTabsProps = {
  path: string
  memberships: readonly Membership[]
  current: Membership | undefined
  /** Whether the own purchases can be chosen as well. */
  own?: boolean
}

/** Whose purchases a list shows; nothing for who belongs to no organisation. */
export function ScopeTabs({ path, memberships, current, own = true }: ScopeTabsProps) {
  if (memberships.length === 0) return null
  const choices = memberships.map(({ id, name }) => ({ id, name }))
  if (own) choices.push({ id: OWN, name: 'Sólo mías' })
  return (
    <nav aria-label="De quién son las compras" className="mb-6 flex flex-wrap gap-2 print:hidden">
      {choices.map(({ id, name }) => (
        <Link
          key={id}
          to={`${path}?de=${id}`}
          aria-current={(current?.id ?? OWN) === id ? 'page' : undefined}
          className="inline-flex min-h-9 max-w-full items-center rounded-md border border-line bg-surface px-3.5 text-md hover:border-control aria-[current=page]:border-copper aria-[current=page]:bg-copper-soft aria-[current=page]:font-medium pointer-coarse:min-h-11"
        >
          <span className="truncate">{name}</span>
        </Link>
      ))}
    </nav>
  )
}
