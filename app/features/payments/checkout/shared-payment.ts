import { z } from 'zod'
import { belowMinimumText, isReturnProblem, RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import { checkoutForm } from './checkout-schema.ts'
import type { PaySharedFailure } from './pay-shared-quotation.server.ts'

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

/** Why a shared quotation was not paid. */
export function payRefusal(failure: PaySharedFailure): string {
  if (failure.code === 'discount_invalid') return failure.reason
  return failure.code === 'below_minimum' ? belowMinimumText(failure.minimum) : PAY_REFUSALS[failure.code]
}

const PAY_REFUSALS: Readonly<Record<Exclude<PaySharedFailure['code'], 'discount_invalid' | 'below_minimum'>, string>> =
  {
    not_found: 'Este enlace ya no vale: pide uno nuevo a quien te lo envió.',
    withdrawn: 'Quien pidió esta cotización retiró el enlace.',
    expired: 'Esta cotización venció y sus precios ya no valen.',
    bought: 'Esta cotización ya se pagó.',
    not_approved: 'Antes de pagar, la cotización debe ser aprobada.',
    billing_missing: 'La orden que esperaba su pago se canceló. Elige el documento y paga de nuevo.',
    no_longer_holds:
      'La cotización ya no se puede cumplir: un producto cambió, dejó de venderse o hoy cuesta menos. Pide una nueva a quien te la envió.',
    nothing_to_pay: 'Esta cotización no tiene costo: quien la pidió puede terminar la compra en su cuenta.',
    gateway_unavailable:
      'El medio de pago no responde en este momento. No se hizo ningún cobro: vuelve a intentarlo en unos segundos.',
    not_payable: 'El banco está confirmando un pago de esta orden. Espera unos minutos antes de pagar de nuevo.',
  }

/** What happened at the bank, if nothing was paid. */
export const returnText = (outcome: string | null): string | undefined => {
  if (!isReturnProblem(outcome)) return undefined
  return outcome === 'cancelled' ? 'Cancelaste el pago. No se hizo ningún cobro.' : RETURN_MESSAGES[outcome]
}
