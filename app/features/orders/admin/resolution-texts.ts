import type { GatewayReport } from '#app/features/payments/manual/resolve-payment.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type PaymentStatus, refundableClp } from '#app/platform/payments/gateway.ts'

const STATUSES: Readonly<Record<PaymentStatus, string>> = {
  INITIALIZED: 'el formulario se abrió y no se cobró',
  AUTHORIZED: 'cobrado',
  CAPTURED: 'cobrado',
  REVERSED: 'devuelto completo',
  NULLIFIED: 'devuelto completo',
  PARTIALLY_NULLIFIED: 'devuelto en parte',
  FAILED: 'rechazado',
}

const SUPPORTED_FINDINGS: Readonly<Record<NonNullable<GatewayReport['supportedFinding']>, string>> = {
  went_back: 'Eso calza con que el banco devolvió el dinero.',
  not_back: 'Eso calza con que no se devolvió nada.',
  paid: 'Eso calza con que el banco cobró.',
  not_paid: 'Eso calza con que el banco no cobró.',
}

/** The gateway's answer about a payment, and the finding that it supports. */
export function gatewayAnswer({ snapshot, supportedFinding }: GatewayReport): string {
  const left = refundableClp(snapshot)
  const facts = [
    `La pasarela responde: ${STATUSES[snapshot.status]}, por ${formatPesos(snapshot.amountClp)}`,
    left !== undefined &&
      left > 0 &&
      left < snapshot.amountClp &&
      `de los que quedan ${formatPesos(left)} por devolver`,
    snapshot.authorizationCode !== null && `autorización ${snapshot.authorizationCode}`,
  ]
  const meaning = supportedFinding
    ? SUPPORTED_FINDINGS[supportedFinding]
    : 'Eso no aclara qué pasó: revísalo en su portal.'
  return `${facts.filter(fact => fact !== false).join(', ')}. ${meaning}`
}
