import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCart } from '#app/features/cart/cart-context.ts'
import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import {
  allowsMode,
  clampSeats,
  type Mode,
  type PriceResult,
  priceOf,
  type SeatTerms,
} from '#app/features/pricing/pricing.ts'
import { type CheaperSeats, cheaperSeats } from '#app/features/pricing/seats.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { track } from '#app/platform/tracking/track.ts'
import { type Choice, sayFull, trackAdded, useAddToCart } from './add-to-cart.tsx'
import { firstChoice, seatTermsOf } from './first-choice.ts'

/** A visitor's current choice for one product, shared by the price box and the bar of phones. */
export type Purchase = {
  terms: SeatTerms
  modes: Mode[]
  mode: Mode
  seats: number
  price: PriceResult
  cheaper: CheaperSeats | undefined
  chooseMode: (mode: Mode) => void
  chooseSeats: (seats: number) => void
  addToCart: () => void
  /** Puts just this choice of the product into the cart and leads to the checkout. */
  buyNow: () => void
  /** Puts just this choice of the product into the cart and leads to the form of a quotation. */
  askForQuotation: () => void
  /** Preloads the cart's code. */
  preload: () => void
}

const CHECKOUT = '/checkout'

/**
 * Puts a choice into the cart and leads to where it is bought or quoted. A choice that the cart has already gets the new count: whoever
 * asks again wants it instead of the earlier one. Where other products wait in the cart it is shown before it is paid: nobody pays for more
 * than what was pressed without having seen it.
 */
function useGoOn() {
  const { choices, add, updateAt, open } = useCart()
  const navigate = useNavigate()
  return (choice: Choice, basePriceClp: Pesos, to: string) => {
    const isSame = ({ product_id, mode }: Choice) => product_id === choice.product_id && mode === choice.mode
    const index = choices.findIndex(isSame)
    if (index >= 0) updateAt(index, { seats: choice.seats })
    else if (add(choice) === 'full') return sayFull()
    else trackAdded(choice, basePriceClp)
    if (to === CHECKOUT && choices.some(each => !isSame(each))) open()
    else void navigate(to)
  }
}

/**
 * The choice and its price; the server prices it again (spec D1).
 * @param instead the button's action where nothing can be bought, for example in a preview.
 */
export function usePurchase(product: AssessmentCard, instead?: () => void): Purchase {
  const terms = seatTermsOf(product)
  const [{ mode, seats }, setChoice] = useState(() => firstChoice(product))
  const add = useAddToCart()
  const goOn = useGoOn()
  const { preload } = useCart()
  const choose = (choice: { mode: Mode; seats: number }) => {
    setChoice(choice)
    const { totalClp } = priceOf({ basePriceClp: product.base_price_clp, ...choice })
    track('price_preview_change', { product_id: product.id, seats: choice.seats, total_clp: totalClp })
  }
  const act = (done: (choice: Choice, basePriceClp: Pesos) => void) =>
    instead ?? (() => done({ product_id: product.id, mode, seats }, product.base_price_clp))
  return {
    terms,
    modes: (['self', 'business'] as const).filter(known => allowsMode(terms, known)),
    mode,
    seats,
    price: priceOf({ basePriceClp: product.base_price_clp, mode, seats }),
    cheaper: mode === 'business' ? cheaperSeats(product.base_price_clp, seats, terms.maxSeats) : undefined,
    // Business mode starts with two people, within the product's limits.
    chooseMode: next =>
      choose({ mode: next, seats: clampSeats(terms, next, next === 'self' ? 1 : Math.max(2, seats)) }),
    chooseSeats: count => choose({ mode: 'business', seats: count }),
    addToCart: act(add),
    buyNow: act((choice, price) => goOn(choice, price, CHECKOUT)),
    askForQuotation: act((choice, price) => goOn(choice, price, '/account/quotations/new')),
    preload,
  }
}
