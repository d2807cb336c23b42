import { randomUUID } from 'node:crypto'
import { data, redirect, redirectDocument } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import { type StartPaymentError, startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { checkoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { successAddress } from '#app/features/payments/checkout/checkout-texts.ts'
import { maxAdditionalSeats, quoteTopUp, topUpRefusal } from '#app/features/payments/top-ups/top-up.ts'
import { topUpRequest, topUpSeats } from '#app/features/payments/top-ups/top-up-seats.server.ts'
import { findToppedUp, type ToppedUpItem } from '#app/features/payments/top-ups/top-ups.server.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { Route } from './+types/more-seats'

const uuid = z.uuid()

/** An item with the price of more seats; the count is in the address. */
export async function loadMoreSeats(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const itemId = uuid.safeParse(args.params.itemId)
  const item = itemId.success
    ? await asActor(db, { kind: 'user', userId: user.id }, tx => findToppedUp(tx, user.id, itemId.data))
    : undefined
  if (!item) throw data('Not found', 404)
  const { terms } = item
  const max = maxAdditionalSeats(terms)
  const refusal = topUpRefusal(terms, now())
  const typed = parseTypedSeats(args.url.searchParams.get('mas') ?? '1', {
    allowBusiness: true,
    minSeats: 1,
    maxSeats: Math.max(1, max),
  })
  return {
    item: {
      id: item.id,
      name: item.name,
      order_number: item.order_number,
      seats: terms.seats,
      used_seats: item.used_seats,
      expires_at: terms.expiresAt,
    },
    refusal,
    max,
    /** Undefined where no seat can be added, or the count is missing. */
    quote: refusal || !typed.ok ? undefined : quoteTopUp(terms, typed.seats),
    vatText: saleSettings().vatText,
    countProblem: typed.ok ? undefined : typed.message,
    clamped: typed.ok && typed.clamped,
    billing: shownBilling(item),
    /** One order per rendered form, however often it is sent. */
    key: randomUUID(),
  }
}

/** The billing data of the first purchase. */
const shownBilling = (item: ToppedUpItem) => ({
  document: item.document_type,
  billing_rut: item.billing_rut ? formatRut(item.billing_rut) : '',
  billing_name: item.billing_name ?? '',
  billing_activity: item.billing_activity ?? '',
  billing_address: item.billing_address ?? '',
  billing_commune: item.billing_commune ?? '',
})

/** What a refused form shows: why, at fields or above, what was typed, and the order whose payment decides the price of these seats. */
export type Refused = { text: string; errors: Record<string, string>; values: Record<string, string>; order?: string }

/** Buys the seats like a checkout: free seats are added at once, others lead to the bank. */
export async function buyMoreSeats(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const services = servicesOf(args.context)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const fields = await readForm(args.request)
  const kept: Pick<Refused, 'values' | 'order'> = { values: typedValues(fields, BILLING_FIELDS) }
  const refused = (status: number, shown: Partial<Refused>) =>
    data<Refused>({ text: '', errors: {}, ...kept, ...shown }, status)
  const request = topUpRequest.safeParse(fields)
  if (!request.success) {
    return refused(400, {
      text: 'No pudimos leer lo que pediste. Revisa cuántos asientos quieres y confirma de nuevo.',
    })
  }
  const form = checkoutForm.safeParse(fields)
  if (!form.success) return refused(400, { errors: firstMessagePerField(form.error) })
  const now = services.now()
  const { minimumClp } = services.gateways.current
  const requested = { itemId: itemId.data, request: request.data, billing: form.data.billing, minimumClp }
  return answerRefusals(async () => {
    const placed = await topUpSeats(services.db, user, requested, now)
    if (!placed.ok) {
      if (placed.error.code === 'item_not_found') throw data('Not found', 404)
      return refused(409, {
        text: 'Estamos confirmando con el banco el pago de otros asientos de esta compra. Cuando termine podrás agregar más.',
        order: placed.error.orderNumber,
      })
    }
    const order = placed.value
    if (order.status !== 'pending') return redirect(successAddress(order))
    const started = await startPayment(services, { id: order.id, userId: user.id }, now)
    if (started.ok) return redirectDocument(started.value)
    // The outcome of an earlier attempt is open: its screen waits for it.
    if (started.error.code === 'not_payable') return redirect(successAddress(order))
    return refused(503, { text: notStartedText(started.error) })
  }, kept)
}

const notStartedText = (error: Exclude<StartPaymentError, { code: 'not_payable' }>): string =>
  error.code === 'below_minimum'
    ? belowMinimumText(error.minimum)
    : 'El medio de pago no responde en este momento. No se hizo ningún cobro: vuelve a intentarlo en unos segundos.'
