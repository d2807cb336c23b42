import { type CartChoice, MAX_LINES, mergeChoices } from '#app/features/cart/cart.ts'

/** An item of an earlier order, and whether it can be bought today in the same mode. */
export type BoughtItem = CartChoice & { name: string; sold: boolean }

/**
 * The cart with an earlier order's items. A line of the same product and mode takes the order's seats instead of adding
 * them, so that pressing twice changes nothing.
 * @returns undefined when the cart has no room for them.
 */
export function withBoughtAgain(
  choices: readonly CartChoice[],
  items: readonly BoughtItem[],
): CartChoice[] | undefined {
  const again = items
    .filter(item => item.sold)
    .map(
      ({ product_id, mode, seats, repeats }): CartChoice => ({
        product_id,
        mode,
        seats,
        ...(repeats !== undefined && { repeats }),
      }),
    )
  const others = choices.filter(
    choice => !again.some(item => item.product_id === choice.product_id && item.mode === choice.mode),
  )
  const merged = mergeChoices([...others, ...again])
  return merged.length > MAX_LINES ? undefined : merged
}

/** Names of what is no longer sold, each once. */
const noLongerSold = (items: readonly BoughtItem[]): string[] => [
  ...new Set(items.filter(item => !item.sold).map(item => item.name)),
]

/** What the buyer reads about products that are not for sale any more; undefined when all are. */
export function goneText(items: readonly BoughtItem[]): string | undefined {
  const gone = noLongerSold(items)
  if (gone.length === 0) return undefined
  const names = new Intl.ListFormat('es-CL').format(gone)
  return gone.length === 1 ? `${names} ya no está a la venta.` : `Ya no están a la venta: ${names}.`
}
