import { z } from 'zod'
import { belowMinimumText, isReturnProblem, RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import type { StartPaymentError } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkoutForm } from './checkout-schema.ts'

/** Where the bank returns somebody who paid with a quotation's link. */
export const SHARED_RETURN_PATH = '/payment/return/cotizacion'

export const PAY_INTENTS = ['card', 'transfer', 'continue'] as const

/** How a shared quotation is paid, with its tax document; `continue` pays an order that waits, which has one. */
export const sharedPaymentForm = z
  .looseObject({ intent: z.enum(PAY_INTENTS) })
  .transform(({ intent, ...form }, context) => {
    if (intent === 'continue') return { method: 'card' as const, billing: undefined }
    const parsed = checkoutForm.safeParse(form)
    if (parsed.success) return { method: intent, billing: parsed.data.billing }
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })

/** Why the gateway showed no form for the order of a shared quotation. */
export function notStartedText(error: StartPaymentError): string {
  switch (error.code) {
    case 'below_minimum':
      return belowMinimumText(error.minimum)
    case 'gateway_unavailable':
      return 'El medio de pago no responde en este momento. No se hizo ningún cobro: vuelve a intentarlo en unos segundos.'
    case 'not_payable':
      return 'El banco está confirmando un pago de esta orden. Espera unos minutos antes de pagar de nuevo.'
  }
}

/** What happened at the bank, if nothing was paid. */
export const returnText = (outcome: string | null): string | undefined => {
  if (!isReturnProblem(outcome)) return undefined
  return outcome === 'cancelled' ? 'Cancelaste el pago. No se hizo ningún cobro.' : RETURN_MESSAGES[outcome]
}
