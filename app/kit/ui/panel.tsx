import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type PanelProps = {
  title?: ReactNode
  /** Level of the title: 2 unless the panel sits under another heading. */
  level?: 2 | 3 | undefined
  description?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  footer?: ReactNode
  /** 'flush': the content touches the edges (tables, lists). */
  padding?: 'normal' | 'flush' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A titled white block of a page. With a title it is a named region. */
export function Panel({ title, level = 2, description, actions, footer, padding, className, children }: PanelProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const titled = title !== undefined
  return (
    <section
      data-panel
      aria-labelledby={titled ? id : undefined}
      className={classNames('min-w-0 rounded-lg border border-line bg-surface', className)}
    >
      {titled && (
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-5 sm:px-6">
          <div className="min-w-0">
            <Heading id={id} className="text-lg">
              {title}
            </Heading>
            {description !== undefined && <p className="mt-1 max-w-prose text-md text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={padding === 'flush' ? classNames(titled && 'pt-3') : 'p-5 sm:p-6'}>{children}</div>
      {footer !== undefined && <footer className="border-t border-line px-5 py-4 sm:px-6">{footer}</footer>}
    </section>
  )
}
