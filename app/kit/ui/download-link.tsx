import Download from 'lucide-react/icons/download'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cutText } from '#app/kernel/text.ts'
import { ButtonLabel, ButtonLink, type ButtonLinkProps } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { notify } from './toast.ts'

/** Shows the failure, with the server's message if there is one. */
const report = (message: string) =>
  notify({
    title: 'No se pudo descargar',
    description: message || 'Revisa tu conexión y vuelve a intentarlo.',
    tone: 'error',
  })

const UTF8_NAME = /filename\*=UTF-8''([^;]+)/i

function nameOf(answer: Response): string {
  const [, encoded] = UTF8_NAME.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  return encoded === undefined ? '' : decodeURIComponent(encoded)
}

/** Passes a file to the browser as a download. */
function keep(bytes: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser reads the object URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Shows progress on a link to a file that takes a while to generate: the click fetches the file and starts its
 * download, or a notice shows the failure. Without scripts, or with another mouse button or a modifier key, it is a
 * plain link.
 */
export function useDownload(): {
  pending: boolean
  download: (event: MouseEvent<HTMLAnchorElement>) => void
} {
  const [pending, setPending] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function fetchFile(address: string, signal: AbortSignal): Promise<void> {
    setPending(true)
    try {
      const answer = await fetch(address, { signal })
      // A session that has ended leads to the sign-in page: go there, as the link would.
      if (answer.redirected) window.location.assign(answer.url)
      else if (answer.ok) keep(await answer.blob(), nameOf(answer))
      else report(cutText(await answer.text(), 300))
    } catch {
      if (!signal.aborted) report('')
    }
    if (!signal.aborted) setPending(false)
  }

  return {
    pending,
    download(event) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!pending) void fetchFile(event.currentTarget.href, leaving.current.signal)
    },
  }
}

type DownloadLinkProps = Omit<ButtonLinkProps, 'onClick' | 'reloadDocument' | 'children'> & {
  /** Instead of the label while the file is being made ('Preparando informe…'). */
  pendingLabel: string
  children: ReactNode
}

/** A link to a file that the server generates on request, with a spinner meanwhile and a notice on failure. */
export function DownloadLink({ pendingLabel, children, ...rest }: DownloadLinkProps) {
  const { pending, download } = useDownload()
  return (
    <>
      <ButtonLink {...rest} reloadDocument aria-busy={pending || undefined} onClick={download}>
        {pending ? <Spinner /> : <Download aria-hidden="true" />}
        <ButtonLabel pending={pending} pendingLabel={pendingLabel}>
          {children}
        </ButtonLabel>
      </ButtonLink>
      <span role="status" className="sr-only">
        {pending ? pendingLabel : ''}
      </span>
    </>
  )
}
