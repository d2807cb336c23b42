import { unreachable } from '#app/kernel/result.ts'
import type { CreateQuotationError } from './create-quotation.server.ts'
import type { MailQuotationError } from './mail-quotation.server.ts'
import { MAILS_A_DAY, QUOTATIONS_A_DAY } from './quotations.ts'

export type QuotationProblem = CreateQuotationError | { code: 'invalid_cart' } | { code: 'unreachable' }

/** Why a quotation was not made, and what to do. */
export function quotationMessage(problem: QuotationProblem): string {
  switch (problem.code) {
    case 'cart_changed':
      return 'Los precios o las condiciones de tu carrito cambiaron. Revisa el detalle actualizado y crea la cotización de nuevo.'
    case 'discount_invalid':
      return `${problem.reason}. Quita el código o usa otro, y crea la cotización de nuevo.`
    case 'too_many':
      return `Puedes crear hasta ${QUOTATIONS_A_DAY} cotizaciones por día. Las que ya tienes siguen vigentes; mañana puedes crear más.`
    case 'unreachable':
      return 'La tienda no respondió y no sabemos si tu cotización alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.'
    case 'invalid_cart':
      return 'No pudimos leer tu carrito. Recarga la página e inténtalo otra vez.'
    default:
      return unreachable(problem)
  }
}

/** Why a quotation was not mailed. */
export function mailMessage(problem: MailQuotationError): string {
  switch (problem.code) {
    case 'not_found':
      return 'No encontramos esa cotización.'
    case 'too_many':
      return `Ya enviamos este correo ${MAILS_A_DAY} veces hoy. Revisa también la carpeta de correo no deseado, o descarga el PDF.`
    default:
      return unreachable(problem)
  }
}
