import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** The look of a link in a row of tabs; the link says by `aria-current` whether it is the shown one. */
export const TAB_LINK =
  'inline-flex min-h-10 items-center border-b-2 border-transparent pointer-coarse:min-h-11 text-md font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink'

type TabListProps = {
  /** What the tabs are parts of. */
  label: string
  /** The shown address: when it changes, its tab is moved into sight. */
  shown: string
  className?: string | undefined
  /** `li` elements with a link each. */
  children: ReactNode
}

/**
 * A row of links to the parts of something. On phones it is one line that is moved sideways and fades where it goes on; it begins with the
 * shown part in sight. Wider, it wraps.
 */
export function TabList({ label, shown, className, children }: TabListProps) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has another tab.
  useEffect(() => {
    const row = list.current
    if (!row) return
    // At once, and where a phone is turned. Only sideways: `scrollIntoView` would move the page as well.
    const observer = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-current=page]')
      if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [shown])
  return (
    <nav aria-label={label} className={classNames('border-b border-line', className)}>
      <ul
        ref={list}
        className="relative -mb-px flex gap-x-5 max-sm:overflow-x-auto max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-2rem),transparent)] max-sm:[scroll-padding-inline:2rem] max-sm:pr-8 max-sm:[scrollbar-width:none] sm:flex-wrap sm:gap-x-6"
      >
        {children}
      </ul>
    </nav>
  )
}
