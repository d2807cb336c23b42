import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Quote } from '#app/features/cart/cart.ts'
import { cartContents, repeatingChoices } from '#app/features/cart/cart-schema.server.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { priceCart } from '#app/features/cart/quote-cart.server.ts'
import { findRepeatable } from '#app/features/cart/repeatable.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { ZERO } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { orNull, schemaOf } from '#app/kit/forms/schema.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import {
  countMailsSince,
  countQuotationsSince,
  findByKey,
  insertQuotation,
  lockQuotations,
  ownQuotation,
} from './quotations.server.ts'
import {
  MAILS_A_DAY,
  QUOTATIONS_A_DAY,
  type QuotationField,
  quotationFields,
  quotationPath,
  startOfLimit,
  validUntil,
} from './quotations.ts'

/**
 * Mails the owner a link to a quotation, to the account's own address only, so that it can't be used to spam others.
 * Runs as the shop, because a buyer can't see sent mails. @throws Refusal
 */
export function mailQuotation(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'email' | 'first_name'>,
  id: string,
  now: Date,
): Promise<void> {
  return asActor(db, SYSTEM, async tx => {
    await lockQuotations(tx, user.id)
    const quotation = await ownQuotation(tx, user.id, id)
    if (!quotation) refuse('No encontramos esa cotización.')
    const link = quotationPath(id)
    if ((await countMailsSince(tx, link, startOfLimit(now))) >= MAILS_A_DAY) {
      refuse(
        `Ya enviamos este correo ${MAILS_A_DAY} veces hoy. Revisa también la carpeta de correo no deseado, o descarga el PDF.`,
        { status: 429 },
      )
    }
    await queueMail(tx, {
      template: 'quotation',
      recipient: user.email,
      params: {
        nombre: user.first_name,
        numero_cotizacion: quotation.number,
        total_clp: formatPesos(quotation.total_clp),
        fecha_limite: formatDate(quotation.validUntil),
        enlace_cotizacion: link,
      },
    })
  })
}

const optionalRut = schemaOf(quotationFields.company_rut).transform((typed, context) => {
  if (typed === '') return null
  const parsed = parseRut(typed)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
  return z.NEVER
})

/** The fields of a quotation; null where empty. */
export const quotationForm = z.object({
  buyer_name: schemaOf(quotationFields.buyer_name),
  buyer_phone: schemaOf(quotationFields.buyer_phone).transform(orNull),
  company_name: schemaOf(quotationFields.company_name).transform(orNull),
  company_rut: optionalRut,
  company_address: schemaOf(quotationFields.company_address).transform(orNull),
  reference: schemaOf(quotationFields.reference).transform(orNull),
} satisfies Record<QuotationField, z.ZodType>)

export type QuotationForm = z.output<typeof quotationForm>

/**
 * What the browser's cart adds to the form. The total is the one shown to the buyer: when it differs, the new one is
 * shown for confirmation.
 */
export const quotationCart = cartContents.extend({
  choices: repeatingChoices,
  /** Generated once per rendered form. */
  key: z.guid().toLowerCase(),
  expected_total_clp: z.int().min(0),
})

type QuotationCart = z.output<typeof quotationCart>

/** The intents of a quotation's page. */
export const quotationIntent = z.object({ intent: z.enum(['mail', 'share', 'withdraw']) })

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
    const earlier = await findByKey(tx, user.id, cart.key)
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

    const repeated = await findRepeatable(tx, user.id, cart.choices)
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
        ...(line.mode === 'business' && { repeats: repeated.get(line.product_id) }),
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
