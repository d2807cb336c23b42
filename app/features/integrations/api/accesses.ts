import { apiAccesses } from '#app/features/integrations/api.server.ts'
import { accessesQuery } from '#app/features/integrations/api-queries.server.ts'
import { accessSchema, pageOf } from '#app/features/integrations/api-schema.server.ts'
import type { Route } from './+types/accesses'
import { answerApi, refuseMethod } from './answer.server.ts'

const answer = pageOf(accessSchema)

export const loader = (args: Route.LoaderArgs) =>
  answerApi(args, {
    scope: 'accesses:read',
    query: accessesQuery,
    answer,
    read: async (tx, query) => {
      const { rows, next } = await apiAccesses(tx, query)
      return { data: rows, next: next ?? null }
    },
  })

export const action = refuseMethod
