import { countOf, formatPesos } from '#app/kernel/format.ts'
import { unreachable } from '#app/kernel/result.ts'
import type { CartNews } from './cart-news.ts'

/** The sentence for one piece of news. */
export function newsText(news: CartNews): string {
  switch (news.code) {
    case 'unavailable':
      return 'Un producto ya no está disponible y salió de tu carrito.'
    case 'mode_unavailable':
      return news.mode === 'self'
        ? `${news.name} se compra solo para ti: lo cambiamos en tu carrito.`
        : `${news.name} se compra solo para equipos: lo cambiamos en tu carrito.`
    case 'seats_clamped':
      return `${news.name}: ajustamos la cantidad a ${countOf(news.seats, 'persona', 'personas')}.`
    case 'merged':
      return `${news.name} estaba dos veces: ahora es una sola línea.`
    case 'price_changed':
      return `El precio de ${news.name} cambió: era ${formatPesos(news.before)} y ahora es ${formatPesos(news.after)} (primera persona).`
    case 'repaired':
      return 'No pudimos leer una parte del carrito guardado en este navegador. Revisa que esté todo.'
    default:
      return unreachable(news)
  }
}
