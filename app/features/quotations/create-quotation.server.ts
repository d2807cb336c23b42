import type { Kysely } from 'kysely'
import type { Quote } from '#app/features/cart/cart.ts'
import { priceCart } from '#app/features/cart/price-cart.server.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { QuotationCart, QuotationForm } from './quotation.schema.ts'
import { countQuotationsSince, insertQuotation, lockQuotations, quotationOfKey } from './quotations.db.server.ts'
import { QUOTATIONS_A_DAY, startOfLimit, validUntil } from './quotations.ts'

export type CreateQuotationError =
  /** The price changed since the buyer saw it: the new quote is shown for confirmation (spec D1). */
  { code: 'cart_changed'; quote: Quote } | { code: 'discount_invalid'; reason: string } | { code: 'too_many' }

/**
 * Issues a quotation of a cart at today's prices: prices held by another quotation don't apply, or they could be
 * extended for ever. The same key returns the same quotation, however often it is sent.
 * @returns its id.
 */
export async function createQuotation(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'email'>,
  cart: QuotationCart,
  form: QuotationForm,
  now: Date,
): Promise<Result<string, CreateQuotationError>> {
  return asActor(db, { kind: 'user', userId: user.id }, async tx => {
    await lockQuotations(tx, user.id)
    const earlier = await quotationOfKey(tx, user.id, cart.key)
    if (earlier) return ok(earlier)

    const priced = await priceCart(tx, { choices: cart.choices }, now)
    const { lines, notices } = priced
    const checked =
      cart.code === null ? undefined : await validateDiscount(tx, cart.code, lines, now, { userId: user.id })
    if (checked && !checked.ok) return err({ code: 'discount_invalid', reason: checked.error.reason })
    const quote = buildQuote({ ...priced, discount: checked?.value ?? null, discountProblem: null })
    if (lines.length === 0 || notices.length > 0 || quote.total_clp !== cart.expected_total_clp) {
      return err({ code: 'cart_changed', quote })
    }
    const made = await countQuotationsSince(tx, user.id, startOfLimit(now))
    if (made >= QUOTATIONS_A_DAY) return err({ code: 'too_many' })

    const id = await insertQuotation(tx, {
      userId: user.id,
      key: cart.key,
      issuedAt: now,
      validUntil: validUntil(now, saleSettings().quotationDays),
      lines: lines.map(line => ({
        product_id: line.product_id,
        name: line.assessment.name,
        mode: line.mode,
        seats: line.seats,
        base_price_clp: line.base_price_clp,
        total_clp: line.total_clp,
        pricing_band: line.pricing_band,
        per_extra_rate: line.per_extra_rate,
      })),
      subtotal_clp: quote.subtotal_clp,
      discount_clp: quote.discount?.amount ?? ZERO,
      discount_code: quote.discount?.code ?? null,
      total_clp: quote.total_clp,
      net_clp: quote.net_clp,
      vat_clp: quote.vat_clp,
      seller: {
        name: shop().razon_social,
        rut: shop().rut_empresa,
        address: shop().direccion,
        email: shop().correo_soporte,
      },
      buyer: {
        name: form.buyer_name,
        email: user.email,
        phone: form.buyer_phone,
        company: form.company_name,
        rut: form.company_rut,
        address: form.company_address,
        reference: form.reference,
      },
      termsVersion: legalDocument('purchase_terms').version,
    })
    return ok(id)
  })
}
