import { apiAccess } from '#app/features/integrations/api.server.ts'
import { noQuery } from '#app/features/integrations/api-queries.server.ts'
import { accessSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/access'
import { answerApi, readApiId, refuseMethod } from './answer.server.ts'

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'accesses:read',
    query: noQuery,
    answer: accessSchema,
    read: tx => apiAccess(tx, readApiId(args.params.id)),
  })

export const action = refuseMethod
