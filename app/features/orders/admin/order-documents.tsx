import { documentTitle } from '#app/features/orders/order-documents.ts'
import { DocumentState } from '#app/features/tax-documents/document-state.tsx'
import type { StaffDocument } from '#app/features/tax-documents/staff-documents.db.server.ts'
import { mayAskAgain, mayAttach, staffDocumentPath } from '#app/features/tax-documents/tax-documents.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

/** The tax documents of an order: how each stands, and what has to be corrected. Nothing for an order without one. */
export function OrderDocuments({ documents }: { documents: readonly StaffDocument[] }) {
  if (documents.length === 0) return null
  return (
    <Panel title="Documentos tributarios">
      <ul className="grid gap-5">
        {documents.map(document => (
          <li key={document.id} className="grid gap-3">
            <h3 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-base">
              <span>{documentTitle(document)}</span>
              <span className="font-normal tabular-nums">{formatPesos(document.total_clp)}</span>
            </h3>
            <DocumentState document={document} />
            <ButtonLink
              variant={document.status === 'rejected' ? 'primary' : 'secondary'}
              size="sm"
              to={staffDocumentPath(document.id)}
              aria-label={`${stepOf(document)}: ${documentTitle(document)}`}
              className="justify-self-start print:hidden"
            >
              {stepOf(document)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function stepOf(document: StaffDocument): string {
  if (mayAskAgain(document.status)) return 'Corregir y pedir de nuevo'
  return mayAttach(document) && document.status !== 'issued' ? 'Adjuntar el documento' : 'Ver el documento'
}
