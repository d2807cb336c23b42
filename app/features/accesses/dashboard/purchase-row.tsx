import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { Link } from 'react-router'
import { type DashboardGroup, isOpened } from '#app/features/accesses/accesses.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { AccessGroup } from './access-group.tsx'
import type { GroupHandlers } from './access-list.tsx'
import { AnsweredBar } from './answered-bar.tsx'
import { RANKS } from './next-step.ts'
import { StateBadge } from './participants-view.tsx'
import { StepButton } from './step-button.tsx'

type PurchaseRowProps = {
  group: DashboardGroup
  /** The dashboard's address with this purchase opened, or closed again. */
  toggleTo: string
  /** Whether its button is the page's main one. */
  primary: boolean
  handlers: GroupHandlers
}

/**
 * A purchase on one line (spec D62): how far its answers are and the one button of its state. Its name is a link that opens it below, so that it
 * works without scripts and an opened purchase has an address.
 */
export function PurchaseRow({ group, toggleTo, primary, handlers }: PurchaseRowProps) {
  const id = useId()
  const open = isOpened(group)
  return (
    <article className="min-w-0 border-line not-last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-5 py-3 sm:gap-x-6 sm:px-6 lg:grid lg:grid-cols-[minmax(0,1fr)_12rem_5.5rem_7.5rem_12.5rem]">
        <div className="relative min-w-0 basis-full max-lg:pr-12">
          <h2 className="text-base tracking-normal">
            <Link
              id={`${id}-name`}
              to={toggleTo}
              replace
              preventScrollReset
              aria-expanded={open}
              aria-controls={open ? `${id}-details` : undefined}
              className="flex min-h-8 items-center gap-3 rounded-sm font-medium hover:text-copper pointer-coarse:min-h-11"
            >
              <ChevronDown
                aria-hidden="true"
                className={classNames('size-5 flex-none text-muted transition-transform', open && 'rotate-180')}
              />
              <span className="min-w-0">{group.name}</span>
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 pl-8 text-sm text-muted">
            <span className="tabular-nums max-lg:-mr-12">{datesText(group)}</span>
            <Link
              to={`/account/items/${group.item_id}`}
              aria-label={`Ver compra: ${group.name}`}
              className="inline-flex items-center gap-1 rounded-sm text-copper hover:underline max-lg:absolute max-lg:top-0 max-lg:right-0 max-lg:size-11 max-lg:justify-center lg:min-h-6"
            >
              <span className="max-lg:sr-only">Ver compra</span>
              <ArrowRight aria-hidden="true" className="size-4 max-lg:size-5" />
            </Link>
          </p>
        </div>
        <AnsweredBar group={group} className="min-w-28 grow" />
        <p className={classNames('text-md text-muted', group.level === null && 'max-lg:hidden')}>
          {group.level !== null && (
            <>
              <span>Nivel</span>{' '}
              <strong className="font-semibold text-ink tabular-nums">{formatLevel(group.level)}</strong>
            </>
          )}
        </p>
        <div>
          <StateBadge state={group.state} />
        </div>
        <StepButton
          group={group}
          showResults={handlers.showResults}
          variant={primary ? 'primary' : 'secondary'}
          size="sm"
          aria-describedby={`${id}-name`}
          className="max-sm:basis-full lg:w-full"
        />
      </div>
      {open && (
        <div id={`${id}-details`} className="border-t border-line">
          <AccessGroup group={group} handlers={handlers} />
        </div>
      )}
    </article>
  )
}

/** That its result is new; when it was bought, which tells two purchases of a product apart, and until when people are asked to answer, while somebody is. */
function datesText({ order_created_at, due_at, ends_at, expired, state, rank }: DashboardGroup): string {
  const bought = formatDate(order_created_at)
  if (rank === RANKS.news) return `Resultado nuevo · compra del ${bought}`
  if (state === 'completed') return `Compra del ${bought}`
  if (expired) return `Compra del ${bought} · plazo terminado`
  // Short enough for one line of a phone.
  return due_at ? `Del ${bought} · fecha límite ${formatDate(due_at)}` : `Del ${bought} al ${formatDate(ends_at)}`
}
