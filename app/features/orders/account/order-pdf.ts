import { receiptDocument } from '#app/features/orders/receipt-document.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/order-pdf'
import { requireOwnOrder } from './own-order.server.ts'

/** The receipt of a paid order as a file, for its owner; an unpaid order has none. */
export async function loader(args: Route.LoaderArgs) {
  const { user, buyer, order } = await requireOwnOrder(args)
  if (order.paid_at === null) throw new Response('Not found', { status: 404 })
  const { pdf, log } = servicesOf(args.context)
  const rendered = await pdf.render(receiptDocument(order, buyer, shop().nombre_plataforma), user.id)
  return pdfAnswer(rendered, { name: `comprobante-${order.order_number}`, log, about: { order: order.id } })
}
