import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { unreachable } from '#app/kernel/result.ts'
import { MAX_LINES } from './cart.ts'
import type { CartNotice } from './cart-notices.ts'
import type { Repair } from './stored-cart.ts'

const REPAIRS: Readonly<Record<Repair, string>> = {
  unreadable: 'El carrito guardado en este navegador no se pudo leer. Agrega otra vez lo que falte.',
  lines_lost: 'Una parte del carrito guardado en este navegador no se pudo leer y salió. Revisa que esté todo.',
  lines_cut: `Un carrito lleva hasta ${MAX_LINES} líneas: las demás salieron.`,
  lines_changed:
    'Corregimos cantidades o líneas repetidas del carrito guardado en este navegador. Revísalas antes de pagar.',
  code_lost: 'El código de descuento guardado en este navegador no era un código y salió.',
}

/** Why a small total can't be paid with a card, and what to do. @param minimum pesos, of the gateway. */
export const cardMinimumText = (minimum: Pesos): string =>
  `Con tarjeta no se cobra menos de ${formatPesos(minimum)}. Agrega algo más a tu compra, quita o cambia el código de descuento, o pide una cotización y págala por transferencia.`

/** The text of a notice. */
export function noticeText(notices: CartNotice): string {
  switch (notices.code) {
    case 'unavailable':
      return 'Un producto ya no está disponible y salió de tu carrito.'
    case 'mode_unavailable':
      return notices.mode === 'self'
        ? `${notices.name} se compra solo para ti: lo cambiamos en tu carrito.`
        : `${notices.name} se compra solo para equipos: lo cambiamos en tu carrito.`
    case 'seats_clamped':
      return `${notices.name}: ajustamos la cantidad a ${countOf(notices.seats, 'persona', 'personas')}.`
    case 'merged':
      return `${notices.name} estaba dos veces: ahora es una sola línea.`
    case 'price_changed':
      return `El precio de ${notices.name} cambió: era ${formatPesos(notices.before)} y ahora es ${formatPesos(notices.after)} (primera persona).`
    case 'repaired':
      return REPAIRS[notices.what]
    default:
      return unreachable(notices)
  }
}
