import { apiConsolidated } from '#app/features/integrations/api-consolidated.server.ts'
import { noQuery } from '#app/features/integrations/api-queries.server.ts'
import { consolidatedSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/consolidated'
import { answerApi, readApiId, refuseMethod } from './answer.server.ts'

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'results:read',
    query: noQuery,
    answer: consolidatedSchema,
    read: tx => apiConsolidated(tx, readApiId(args.params.id)),
  })

export const action = refuseMethod
