import { apiOrder } from '#app/features/integrations/api.server.ts'
import { noQuery } from '#app/features/integrations/api-queries.server.ts'
import { orderSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/order'
import { answerApi, readApiId, refuseMethod } from './answer.server.ts'

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'orders:read',
    query: noQuery,
    answer: orderSchema,
    read: tx => apiOrder(tx, readApiId(args.params.id)),
  })

export const action = refuseMethod
