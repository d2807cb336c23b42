import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'

type AccountColumnProps = {
  title: string
  description?: ReactNode
  back?: { to: string; label: string }
  children: ReactNode
}

/** The narrow column of the log-in, sign-up, confirmation and reset forms. */
export function AccountColumn({
  title,
  description,
  back = { to: '/', label: 'Volver al inicio' },
  children,
}: AccountColumnProps) {
  return (
    <div className="mx-auto w-full max-w-[27rem] px-4 py-10 sm:py-16">
      <PageHeading
        title={title}
        description={description}
        before={
          <Link
            to={back.to}
            className="inline-flex min-h-9 items-center gap-2 text-md text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span>{back.label}</span>
          </Link>
        }
      />
      <div className="grid gap-6">{children}</div>
    </div>
  )
}
