import { apiResult } from '#app/features/integrations/api.server.ts'
import { noQuery } from '#app/features/integrations/api-queries.server.ts'
import { resultSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/result'
import { answerApi, readApiId, refuseMethod } from './answer.server.ts'

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'results:read',
    query: noQuery,
    answer: resultSchema,
    read: tx => apiResult(tx, readApiId(args.params.id)),
  })

export const action = refuseMethod
