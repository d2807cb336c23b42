declare const pesosBrand: unique symbol

/** A whole number of Chilean pesos (CLP has no minor unit). */
export type Pesos = number & { readonly [pesosBrand]: true }

/** VAT in Chile, included in every price that is shown (specification 1, section 9). */
const VAT_RATE = 0.19

/**
 * Turns a number into pesos.
 * @throws RangeError when it is not a safe integer: a fraction of a peso is always a bug.
 */
export function pesos(amount: number): Pesos {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of pesos: ${amount}`)
  return amount as Pesos
}

export const ZERO = pesos(0)

export const sumPesos = (amounts: Iterable<Pesos>): Pesos => {
  let total = 0
  for (const amount of amounts) total += amount
  return pesos(total)
}

/** Splits a VAT-included total into net and VAT, in pesos, per document: net = round(total / 1.19), VAT = total − net. */
export function splitVat(total: Pesos): { net: Pesos; vat: Pesos } {
  const net = pesos(Math.round(total / (1 + VAT_RATE)))
  return { net, vat: pesos(total - net) }
}

/**
 * Splits `amount` pesos over lines in proportion to their weights by largest remainder, so that the parts always add up to
 * `amount`. Ties go to the earlier line. A part never exceeds its weight while `amount` is at most the sum of the weights.
 */
export function prorate(amount: Pesos, weights: readonly Pesos[]): Pesos[] {
  const total = sumPesos(weights)
  if (total === 0) return weights.map(() => ZERO)
  // BigInt: amount × weight passes 2^53 from about 95 million pesos on each side.
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, floor: Number(product / BigInt(total)), remainder: product % BigInt(total) }
  })
  let left = amount - shares.reduce((sum, share) => sum + share.floor, 0)
  const parts = shares.map(share => share.floor)
  for (const share of shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (left === 0) break
    parts[share.index] = share.floor + 1
    left -= 1
  }
  return parts.map(pesos)
}
