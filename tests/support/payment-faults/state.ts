import type { World } from './run-case.ts'

export type AttemptState = {
  readonly status: string
  readonly buyOrder: string
  readonly authorizationCode: string | null
  readonly nextCheckAt: string | null
}

/** How an order stands in the shop, and what the bank knows of it. */
export type State = {
  readonly order: string
  readonly total: number
  readonly attempts: readonly AttemptState[]
  readonly accesses: number
  readonly receipts: number
  readonly bank: {
    /** Pesos that the cardholder has paid and not got back. */
    readonly held: number
    readonly authorised: readonly { authorizationCode: string | undefined; amount: number; buyOrder: string }[]
  }
}

type Row = {
  order: string
  total: number
  attempts: AttemptState[] | null
  accesses: number
  receipts: number
}

export async function readState({ database, bank }: Pick<World, 'database' | 'bank'>, orderId: string): Promise<State> {
  const { rows } = await database.ownerPool.query<Row>(
    `select orders.status as "order", orders.total_clp as total,
       (select json_agg(json_build_object('status', status, 'buyOrder', buy_order, 'authorizationCode', authorization_code,
          'nextCheckAt', next_check_at)) from payment_attempts where order_id = orders.id) as attempts,
       (select count(*) from user_accesses join order_items item on item.id = order_item_id
        where item.order_id = orders.id) as accesses,
       (select count(*) from mails where order_id = orders.id and template = 'order_receipt') as receipts
     from orders where id = $1`,
    [orderId],
  )
  const [row] = rows
  if (!row) throw new Error(`No order ${orderId}`)
  const attempts = row.attempts ?? []
  const mine = new Set(attempts.map(attempt => attempt.buyOrder))
  const entries = bank.book.entries.filter(entry => mine.has(entry.buyOrder))
  const authorised = entries.filter(entry => entry.kind === 'authorized')
  return {
    ...row,
    attempts,
    bank: {
      held: [...mine].reduce((sum, buyOrder) => sum + bank.book.heldBy(buyOrder), 0),
      authorised: authorised.map(({ authorizationCode, amount, buyOrder }) => ({
        authorizationCode,
        amount,
        buyOrder,
      })),
    },
  }
}
