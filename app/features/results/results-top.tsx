import ArrowLeft from 'lucide-react/icons/arrow-left'
import Printer from 'lucide-react/icons/printer'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { INLINE_PARAMETER, withParameter } from './shown.ts'

type ResultsTopProps = {
  title: string
  description: string | undefined
  actions: Blocks
  /** Undefined for who reads without an account, and has nowhere to go back to. */
  back: { to: string; label: string } | undefined
  /** What the results say first. */
  children: Blocks
}

/** The beginning of a page of results. On phones its buttons come after what the results say, which so fits the first screen. */
export const ResultsTop = ({ title, description, back, actions, children }: ResultsTopProps) => (
  <div className="mb-6 grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-y-6">
    <PageHeading
      compact
      className="pb-0 max-lg:col-span-full"
      title={title}
      description={description}
      before={
        back && (
          <ButtonLink to={back.to} variant="link" size="sm" className="print:hidden">
            <ArrowLeft aria-hidden="true" />
            <span>{back.label}</span>
          </ButtonLink>
        )
      }
    />
    {actions && (
      <div className="flex flex-wrap items-center gap-2.5 max-lg:col-span-full max-sm:order-last print:hidden">
        {actions}
      </div>
    )}
    {children && <div className="col-span-full">{children}</div>}
  </div>
)

/** Opens the report where a browser can print it: paper has all of the results, and the page one view. */
export const PrintLink = ({ report }: { report: string }) => (
  <ButtonLink variant="ghost" reloadDocument target="_blank" to={withParameter(report, INLINE_PARAMETER)}>
    <Printer aria-hidden="true" />
    Imprimir
  </ButtonLink>
)
