import { redirect } from 'react-router'
import { cartRequestSchema } from '#app/features/cart/cart-schema.server.ts'
import { withCardMinimum } from '#app/features/cart/quote.ts'
import { applyDiscount, quoteCart } from '#app/features/cart/quote-cart.server.ts'
import { refusalMessage } from '#app/features/discounts/discount-admin.ts'
import type { Message } from '#app/features/discounts/discounts.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { heldPricesFor } from '#app/features/quotations/find-quotation.server.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/cart'

const refuse = (status: number, error: Message): Response => Response.json({ error }, { status })

/** The cart is a drawer over the shop, opened by this address. */
export const loader = () => redirect('/?carrito=1')

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  if (request.method !== 'POST') {
    return refuse(405, { title: 'Solicitud inválida', description: 'El carrito solo se consulta con POST.' })
  }
  const { db, gateways, now } = servicesOf(context)
  const { minimumClp } = gateways.current
  const parsed = cartRequestSchema.safeParse(await readJson(request))
  if (!parsed.success) {
    return refuse(400, {
      title: 'Solicitud inválida',
      description: 'No pudimos leer tu carrito. Recarga la página e inténtalo otra vez.',
    })
  }
  const { quotation, code } = parsed.data
  const user = quotation === null && code === null ? undefined : await sessionUser(args)
  const client = { address: context.get(clientAddressContext), buyerId: user?.id }
  const held = quotation === null ? undefined : await heldPricesFor(db, user, quotation)
  switch (parsed.data.intent) {
    case 'quote':
      return Response.json(withCardMinimum(await quoteCart(db, parsed.data, now(), held, client), minimumClp))
    case 'apply-discount': {
      const applied = await applyDiscount(db, parsed.data, now(), held, client)
      // 200: a code that doesn't apply is a valid answer, and browsers log every 4xx in the console as an error.
      return applied.ok
        ? Response.json(withCardMinimum(applied.value, minimumClp))
        : refuse(200, refusalMessage(applied.error))
    }
  }
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}
