import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { DiscountRefusal, Message } from './discounts.ts'

/** Why a code is not applied (specification 1, sections 5 and 8). */
export const refusalMessage = (refusal: { code: 'required' } | DiscountRefusal): Message =>
  refusal.code === 'required'
    ? { title: 'Código requerido', description: 'Por favor ingresa un código de descuento' }
    : {
        title: refusal.code === 'too_many_tries' ? 'Demasiados intentos' : 'Código inválido',
        description: refusal.reason,
      }

export const appliedMessage = (amount: Pesos): Message => ({
  title: '¡Código aplicado!',
  description: `Descuento de ${formatPesos(amount)} aplicado`,
})

export const REMOVED_TITLE = 'Descuento removido'
