import type { PersonAccount } from '#app/features/accesses/support/people.db.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Moment } from './access-timeline.ts'

type Access = { id: string; product_name: string; moments: readonly Moment[] }

/** Everything that happened to a person, newest first: their account, orders and accesses. */
export function personTimeline(account: PersonAccount | undefined, accesses: readonly Access[]): Moment[] {
  const ofAccesses = accesses.flatMap(({ id, product_name, moments }) =>
    moments.map(moment => ({
      ...moment,
      key: `${id}-${moment.key}`,
      about: { text: product_name, to: `/admin/access/${id}` },
    })),
  )
  return [...(account ? accountMoments(account) : []), ...ofAccesses].toSorted(
    (a, b) => b.at.getTime() - a.at.getTime(),
  )
}

function accountMoments({ id, created_at, deleted_at, orders }: PersonAccount): Moment[] {
  const about = { text: 'Cuenta', to: `/admin/clients/${id}` }
  const moment = (key: string, at: Date | null, what: string, link = about): Moment[] =>
    at ? [{ key, at, what, who: undefined, about: link }] : []
  return [
    ...moment('account', created_at, 'Creó su cuenta'),
    ...moment('deleted', deleted_at, 'Eliminó su cuenta'),
    ...orders.flatMap(order => {
      const link = { text: order.order_number, to: `/admin/orders/${order.id}` }
      const total = formatPesos(order.total_clp)
      return [
        ...moment(`ordered-${order.id}`, order.created_at, `Hizo una orden de ${total}`, link),
        ...moment(`paid-${order.id}`, order.paid_at, `Pagó ${total}`, link),
      ]
    }),
  ]
}
