import type { Quote } from './cart.ts'
import type { CartNews } from './cart-news.ts'
import { type CartContents, type CartStore, sameContents } from './cart-store.ts'
import { priceNews, pricesOf } from './price-news.ts'

/**
 * Settles the cart as the server quoted it.
 * @param asked the cart when the question was asked.
 * @param code the code that the quote was made with.
 * @returns what was settled and what it has to tell; undefined when the cart has changed meanwhile, so that the answer is too late.
 */
export function acceptQuote(
  store: CartStore,
  asked: CartContents,
  quote: Quote,
  code: string | null = asked.code,
): { settled: CartContents; news: CartNews[] } | undefined {
  const now = store.current()
  if (!sameContents(now, asked)) return undefined
  const choices = quote.lines.map(({ product_id, mode, seats }) => ({ product_id, mode, seats }))
  const settled = { choices, code, quotation: asked.quotation }
  // A price that a quotation holds is no news: whoever opened it saw it there.
  const prices = quote.quotation?.state === 'applied' ? [] : priceNews(quote, now.seen)
  const news = [...quote.notices, ...prices]
  // Looked at again when it is written: another tab may have added a line in between, which the next question will bring.
  if (!sameContents(settled, now)) store.change(latest => (sameContents(latest, asked) ? settled : {}))
  store.see(pricesOf(quote))
  return { settled, news }
}
