import { data, redirect } from 'react-router'
import type { RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { successAddress } from '#app/features/payments/checkout/checkout-texts.ts'
import { topUpPath } from '#app/features/payments/top-ups/top-up.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/payment-return'

/**
 * The gateway's return address for buyers, by GET or POST, possibly twice at once and without any of our cookies. The
 * one GET that changes something: the gateway's manual requires immediate confirmation, its token can't be guessed, and
 * repeating it changes nothing more.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  return answer(request.method, url.searchParams, context)
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data('Bad request', 400)
  return answer(request.method, await postedForm(request), context)
}

async function answer(
  method: string,
  params: URLSearchParams | FormData,
  context: Route.LoaderArgs['context'],
): Promise<Response> {
  const services = servicesOf(context)
  const returned = await handleReturn(services, method, params, services.now())
  if (!returned) return redirect('/', 303)
  const { outcome, order } = returned
  if (outcome === 'paid' || outcome === 'processing') return redirect(successAddress(order), 303)
  const query = { pago: outcome satisfies keyof typeof RETURN_MESSAGES }
  const [item] = order.items
  return item?.tops_up_item_id
    ? redirect(topUpPath(item.tops_up_item_id, { ...query, mas: String(item.seats) }), 303)
    : redirect(`/checkout?${new URLSearchParams(query)}`, 303)
}
