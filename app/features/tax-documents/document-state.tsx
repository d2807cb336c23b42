import { formatDate, formatDateTime, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import type { StaffDocument } from './staff-documents.server.ts'
import { DOCUMENT_STATUSES, problemTexts, SII_STATUSES } from './tax-documents.ts'

const dayText = (day: string | null): string => {
  const parsed = parseDay(day)
  return parsed ? formatDate(startOfDay(parsed)) : ''
}

/** How a document stands, in words: where it is, what the SII says, and what has to be corrected. */
export function DocumentState({ document }: { document: StaffDocument }) {
  const problems = problemTexts(document.problem_code, document.problem)
  return (
    <div className="grid gap-3 text-md">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge of={DOCUMENT_STATUSES} status={document.status} />
        <span className="text-muted">{stateText(document)}</span>
      </p>
      {document.is_sandbox && (
        <p className="text-sm text-muted">Del ambiente de pruebas del proveedor: no tiene validez.</p>
      )}
      {problems.length > 0 && (
        <Alert tone={document.status === 'rejected' ? 'error' : 'warning'}>
          {problems.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      {document.warning && <Alert tone="info">{`El proveedor advierte: ${document.warning}`}</Alert>}
    </div>
  )
}

function stateText({
  status,
  provider,
  attempts,
  next_attempt_at,
  issued_on,
  sii_status,
  cancel_reason,
  corrects_id,
}: StaffDocument): string {
  switch (status) {
    case 'requested':
      if (attempts === 0 && corrects_id !== null) return 'Espera a que se emita el documento que corrige.'
      return attempts === 0 || next_attempt_at === null
        ? 'Se pide al proveedor en unos segundos.'
        : `Se intenta de nuevo el ${formatDateTime(next_attempt_at)}.`
    case 'issued':
      return provider === 'none'
        ? `Del ${dayText(issued_on)}, emitido por la tienda por su cuenta.`
        : `Del ${dayText(issued_on)}. ${sii_status === null ? '' : `${SII_STATUSES[sii_status]}.`}`
    case 'rejected':
      return 'No está emitido.'
    case 'cancelled':
      return cancel_reason ?? ''
    case 'external':
      return 'La tienda lo emite por su cuenta, sin un proveedor conectado.'
    case 'card_voucher':
      return 'El comprobante de la tarjeta vale como boleta, como dice la configuración.'
  }
}
