import { apiOrders } from '#app/features/integrations/api.server.ts'
import { ordersQuery } from '#app/features/integrations/api-queries.server.ts'
import { orderSchema, pageOf } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/orders'
import { answerApi, refuseMethod } from './answer.server.ts'

const answer = pageOf(orderSchema)

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'orders:read',
    query: ordersQuery,
    answer,
    read: async (tx, query) => {
      const { rows, next } = await apiOrders(tx, query)
      return { data: rows, next: next ?? null }
    },
  })

export const action = refuseMethod
