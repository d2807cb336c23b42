import { apiResults } from '#app/features/integrations/api.server.ts'
import { resultsQuery } from '#app/features/integrations/api-queries.server.ts'
import { pageOf, resultSchema } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/results'
import { answerApi, refuseMethod } from './answer.server.ts'

const answer = pageOf(resultSchema)

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'results:read',
    query: resultsQuery,
    answer,
    read: async (tx, query) => {
      const { rows, next } = await apiResults(tx, query)
      return { data: rows, next: next ?? null }
    },
  })

export const action = refuseMethod
