import { formatPesos } from '#app/kernel/format.ts'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { documentPath, documentTitle, type OrderDocument } from './order-documents.ts'

type OrderDocumentLinksProps = { orderNumber: string; documents: readonly OrderDocument[] }

/** The issued tax documents of an order with their files; nothing while there is none. */
export function OrderDocumentLinks({ orderNumber, documents }: OrderDocumentLinksProps) {
  const issued = documents.filter(({ status }) => status === 'issued')
  if (issued.length === 0) return null
  return (
    <ul aria-label="Documentos tributarios" className="grid gap-2">
      {issued.map(document => (
        <li key={document.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 text-md">
          <span className="tabular-nums">
            <span>{documentTitle(document)}</span>
            <span className="block text-sm text-muted">
              {`${document.issued_on ?? ''}${document.kind === 61 ? `, por ${formatPesos(document.total_clp)}` : ''}${document.is_sandbox ? ', de prueba, sin validez' : ''}`}
            </span>
          </span>
          <span className="flex flex-wrap gap-2.5">
            {(['pdf', 'xml'] as const).map(
              format =>
                document[`has_${format}`] && (
                  <DownloadLink
                    key={format}
                    to={documentPath(orderNumber, document.id, format)}
                    variant="secondary"
                    size="sm"
                    pendingLabel="Preparando…"
                    aria-label={`${documentTitle(document)} en ${format.toUpperCase()}`}
                  >
                    {format.toUpperCase()}
                  </DownloadLink>
                ),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
