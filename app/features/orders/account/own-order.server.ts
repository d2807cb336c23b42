import { data } from 'react-router'
import { buyerActor, requireUser, type SessionArgs } from '#app/features/identity/session.server.ts'
import { itemsOfOrders } from '#app/features/orders/item-progress.server.ts'
import { isOrderNumber } from '#app/features/orders/orders.ts'
import { ownOrderId, ownReceipt } from '#app/features/orders/own-receipt.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'

/**
 * The order of an address, of the signed-in buyer or of an organisation in which the user buys, with what its items gave.
 * @throws a redirect to the auth screen, or 404: another buyer's order gets the same answer as an unknown one.
 */
export async function requireOwnOrder(args: SessionArgs & { params: { number: string } }) {
  const user = await requireUser(args)
  const { number } = args.params
  const found = isOrderNumber(number)
    ? await readAs(servicesOf(args.context).db, buyerActor(user), async tx => {
        const [order, progress] = await Promise.all([
          ownReceipt(tx, user.id, number),
          itemsOfOrders(tx, user.id, ownOrderId(tx, user.id, number)),
        ])
        return order && { order, progress }
      })
    : undefined
  if (!found) throw data('Not found', { status: 404 })
  return { user, buyer: found.order.buyer, ...found }
}
