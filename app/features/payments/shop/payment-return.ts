import { data, redirect } from 'react-router'
import type { RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import { handleReturn, type Returned } from '#app/features/payments/attempts/handle-return.server.ts'
import { successAddress } from '#app/features/payments/checkout/checkout-texts.ts'
import { SHARED_RETURN_PATH } from '#app/features/payments/checkout/shared-payment.ts'
import { topUpPath } from '#app/features/payments/top-ups/top-up.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/payment-return'
import { returnLater } from './return-later.ts'

/**
 * The gateway's return address for buyers, by GET or POST, possibly twice at once and without any of our cookies. The
 * one GET that changes something: the gateway's manual requires immediate confirmation, its token can't be guessed, and
 * repeating it changes nothing more.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  return answer(request, url.searchParams, context)
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data('Bad request', 400)
  return answer(request, await postedForm(request), context)
}

async function answer(
  request: Request,
  params: URLSearchParams | FormData,
  context: Route.LoaderArgs['context'],
): Promise<Response> {
  const services = servicesOf(context)
  const isShared = new URL(request.url).pathname === SHARED_RETURN_PATH
  let returned: Returned | undefined
  try {
    returned = await handleReturn(services, request.method, params, services.now())
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    services.log.warn('payment_return_waits')
    return returnLater(isShared ? SHARED_RETURN_PATH : '/payment/return', params)
  }
  if (!returned) return redirect(isShared ? '/cotizacion' : '/', 303)
  const { outcome, order } = returned
  // Whoever paid with a quotation's link has no account: the browser kept the link.
  if (isShared) return redirect(`/cotizacion?${new URLSearchParams({ pago: outcome })}`, 303)
  if (outcome === 'paid' || outcome === 'processing') return redirect(successAddress(order), 303)
  const query = { pago: outcome satisfies keyof typeof RETURN_MESSAGES }
  const [item] = order.items
  return item?.tops_up_item_id
    ? redirect(topUpPath(item.tops_up_item_id, { ...query, mas: String(item.seats) }), 303)
    : redirect(`/checkout?${new URLSearchParams(query)}`, 303)
}
