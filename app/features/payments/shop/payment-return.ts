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

/** Seconds between two tries. */
const EVERY = 5

/** The names and values of a return are short; anybody may send others. */
const LONGEST = 256

/**
 * Answers a return from the gateway while the database is away. The page comes back to the same return by itself, also after
 * a POST, until the shop can read and confirm it; it needs neither script nor style sheet nor database.
 * @param path the return's own address.
 */
function returnLater(path: string, params: URLSearchParams | FormData): Response {
  const kept = new URLSearchParams()
  for (const [name, value] of params) {
    if (typeof value === 'string' && name.length <= LONGEST && value.length <= LONGEST) kept.append(name, value)
  }
  const address = `${path}?${kept}`
  return new Response(pageOf(address.replaceAll('&', '&amp;')), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Retry-After': String(EVERY),
      Refresh: `${EVERY};url=${address}`,
    },
  })
}

/** @param address escaped for an attribute: a query written by URLSearchParams has no other special character. */
const pageOf = (address: string): string => `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${EVERY};url=${address}">
<title>Confirmando tu pago · Alhena</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.3 }
</style>
</head>
<body>
<main>
<h1>Estamos confirmando tu pago</h1>
<p>La tienda no puede revisar tu pago en este momento. Esta página lo intenta de nuevo sola cada ${EVERY} segundos, hasta saber cómo quedó: no la cierres y no pagues otra vez.</p>
<p>Si no alcanzamos a confirmarlo, el banco no te cobra.</p>
<p><a href="${address}">Intentarlo ahora</a></p>
</main>
</body>
</html>
`

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
