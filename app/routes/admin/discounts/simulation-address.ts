import { z } from 'zod'
import { type CartChoice, MAX_CODE, MAX_LINES } from '#app/features/cart/cart.ts'
import { emailFields } from '#app/features/identity/account-fields.ts'
import { normalizeEmail } from '#app/features/identity/identity.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { oneLine } from '#app/platform/http/one-line.ts'

/** Lines that the form shows at least, and always one more than are filled in. */
const LEAST_LINES = 3

/** A line of the form as it is shown. */
export type SimulatedLine = { product: string; mode: 'self' | 'business'; seats: string }

export type SimulationAddress = {
  code: string
  /** E-mail of the customer that it is simulated for. */
  client: string
  lines: SimulatedLine[]
  /** The lines that are complete enough to be priced. */
  choices: CartChoice[]
}

const choice = z.object({
  product_id: z.uuid(),
  mode: z.enum(['self', 'business']),
  seats: z.coerce.number().int().min(1).max(MAX_SEATS),
})

/** The cart that the simulator's address describes. A line whose product or seats make no sense is shown and not priced. */
export function readSimulation(params: URLSearchParams): SimulationAddress {
  const [products, modes, seats] = ['producto', 'modo', 'personas'].map(name => params.getAll(name).slice(0, MAX_LINES))
  const input = (products ?? []).map(
    (product, at): SimulatedLine => ({
      product: oneLine(product).slice(0, 40),
      mode: modes?.[at] === 'self' ? 'self' : 'business',
      seats: oneLine(seats?.[at] ?? '').slice(0, 10) || '1',
    }),
  )
  const filled = input.filter(line => line.product !== '')
  const blank = Math.max(LEAST_LINES - filled.length, filled.length < MAX_LINES ? 1 : 0)
  return {
    code: oneLine(params.get('code') ?? '').slice(0, MAX_CODE),
    client: normalizeEmail(oneLine(params.get('cliente') ?? '')).slice(0, emailFields.email.max),
    lines: [
      ...filled,
      ...Array.from({ length: blank }, (): SimulatedLine => ({ product: '', mode: 'business', seats: '1' })),
    ],
    choices: filled.flatMap(({ product, ...line }) => {
      const parsed = choice.safeParse({ product_id: product, ...line })
      return parsed.success ? [parsed.data] : []
    }),
  }
}
