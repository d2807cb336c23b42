import { apiAction } from '#app/features/integrations/api-actions.server.ts'
import { noQuery } from '#app/features/integrations/api-queries.server.ts'
import { actionSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/action'
import { answerApi, readApiId, refuseMethod } from './answer.server.ts'

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'results:read',
    query: noQuery,
    answer: actionSchema,
    read: tx => apiAction(tx, readApiId(args.params.id)),
  })

export const action = refuseMethod
