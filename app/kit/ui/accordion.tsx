import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

type AccordionProps = {
  items: ReadonlyArray<AccordionItem>
  /** Only one open at a time: a name unique in the page. */
  group?: string | undefined
  className?: string | undefined
}

/** Questions that unfold their answers. Native `<details>`: no script, and the browser's page search finds what is folded. */
export function Accordion({ items, group, className }: AccordionProps) {
  return (
    <div className={classNames('border-b border-line', className)}>
      {items.map(item => (
        <details key={item.id} id={item.id} name={group} className="group border-t border-line">
          <summary className="flex min-h-13 list-none items-center justify-between gap-6 rounded-sm py-3.5 font-medium hover:text-copper [&::-webkit-details-marker]:hidden">
            <span className="min-w-0">{item.title}</span>
            <Plus
              aria-hidden="true"
              className="size-5 flex-none text-copper transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          <div className="max-w-prose pr-10 pb-5 text-muted">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
