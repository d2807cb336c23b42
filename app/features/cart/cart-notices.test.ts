import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { type CartNotice, joinNotices } from './cart-notices.ts'
import { noticeText } from './cart-texts.ts'
import { buildQuote, priceLines } from './quote.ts'
import { priceNotices, pricesOf } from './quoting.ts'

const A = '00000000-0000-4000-8000-00000000000a'

const quote = buildQuote({
  lines: priceLines(
    (['self', 'business'] as const).map(mode => ({
      choice: { product_id: A, mode, seats: 1 },
      product: {
        id: A,
        slug: 'ia-madurez',
        name: 'Madurez en IA',
        image_url: null,
        category_slug: 'ia',
        type: 'assessment',
        format: 'Online',
        duration_min: 15,
        duration_max: null,
        base_price_clp: pesos(249_990),
        allow_business: true,
        min_seats: 1,
        max_seats: 200,
      },
    })),
  ),
  notices: [],
  discount: null,
  discountProblem: null,
  vatText: 'IVA incluido',
})

describe('a changed price', () => {
  // shows: S4.11
  it('is shown once per product, however many lines it has', () => {
    expect(priceNotices(quote, { [A]: 199_990 })).toEqual([
      { code: 'price_changed', product_id: A, name: 'Madurez en IA', before: 199_990, after: 249_990 },
    ])
  })

  it('is not shown when the old price never was, or when it is the same', () => {
    expect(priceNotices(quote, {})).toEqual([])
    expect(priceNotices(quote, pricesOf(quote))).toEqual([])
  })
})

it('does not repeat a notice', () => {
  const gone: CartNotice = { code: 'unavailable', product_id: A }
  expect(joinNotices([gone], [gone, { code: 'repaired', what: 'code_lost' }])).toEqual([
    gone,
    { code: 'repaired', what: 'code_lost' },
  ])
})

it.each<[CartNotice, string]>([
  [{ code: 'unavailable', product_id: A }, 'Un producto ya no está disponible y salió de tu carrito.'],
  [
    { code: 'mode_unavailable', product_id: A, name: 'Madurez en IA', mode: 'business' },
    'Madurez en IA se compra solo para equipos: lo cambiamos en tu carrito.',
  ],
  [
    { code: 'mode_unavailable', product_id: A, name: 'Madurez en IA', mode: 'self' },
    'Madurez en IA se compra solo para ti: lo cambiamos en tu carrito.',
  ],
  [
    { code: 'seats_clamped', product_id: A, name: 'Madurez en IA', seats: 1 },
    'Madurez en IA: ajustamos la cantidad a 1 persona.',
  ],
  [
    { code: 'seats_clamped', product_id: A, name: 'Madurez en IA', seats: 200 },
    'Madurez en IA: ajustamos la cantidad a 200 personas.',
  ],
  [
    { code: 'merged', product_id: A, name: 'Madurez en IA' },
    'Madurez en IA estaba dos veces: ahora es una sola línea.',
  ],
  [
    { code: 'price_changed', product_id: A, name: 'Madurez en IA', before: pesos(199_990), after: pesos(249_990) },
    'El precio de Madurez en IA cambió: era $199.990 y ahora es $249.990 (primera persona).',
  ],
  [{ code: 'repaired', what: 'lines_cut' }, 'Un carrito lleva hasta 50 líneas: las demás salieron.'],
  [
    { code: 'repaired', what: 'lines_lost' },
    'Una parte del carrito guardado en este navegador no se pudo leer y salió. Revisa que esté todo.',
  ],
])('has a text for %j', (notices, text) => {
  expect(noticeText(notices)).toBe(text)
})
