import { apiActions } from '#app/features/integrations/api-actions.server.ts'
import { actionsQuery } from '#app/features/integrations/api-queries.server.ts'
import { actionSchema, pageOf } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/actions'
import { answerApi, refuseMethod } from './answer.server.ts'

const answer = pageOf(actionSchema)

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'results:read',
    query: actionsQuery,
    answer,
    read: async (tx, query) => {
      const { rows, next } = await apiActions(tx, query)
      return { data: rows, next: next ?? null }
    },
  })

export const action = refuseMethod
