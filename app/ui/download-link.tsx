import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { ButtonLink, type ButtonLinkProps } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { useDownload } from './use-download.ts'

type DownloadLinkProps = Omit<ButtonLinkProps, 'onClick' | 'reloadDocument' | 'children'> & {
  /** Instead of the label while the file is being made ('Preparando informe…'). */
  pendingLabel: string
  children: ReactNode
}

/** A link to a file that the server makes when it is asked for: it spins meanwhile, and says in a notice what failed. */
export function DownloadLink({ pendingLabel, children, ...rest }: DownloadLinkProps) {
  const { pending, download } = useDownload()
  return (
    <>
      <ButtonLink {...rest} reloadDocument aria-busy={pending || undefined} onClick={download}>
        {pending ? <Spinner /> : <Download aria-hidden="true" />}
        {pending ? pendingLabel : children}
      </ButtonLink>
      <span role="status" className="sr-only">
        {pending ? pendingLabel : ''}
      </span>
    </>
  )
}
