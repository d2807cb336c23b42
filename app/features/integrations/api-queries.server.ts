import { z } from 'zod'
import type { PageRequest } from '#app/platform/database/keyset.server.ts'
import { id, moment, state } from './api-schema.server.ts'

// The parameters of the API, which its description has as well.

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(25).meta({ description: 'Filas por página.' }),
  after: id.optional().meta({ description: 'El «next» de la página anterior.' }),
  order: z.enum(['desc', 'asc']).default('desc').meta({ description: 'desc: lo más nuevo primero.' }),
}

type Paged = { limit: number; after?: string | undefined; order: 'asc' | 'desc' }

/** The page that a query of any list asks for. */
export const pageRequest = ({ limit, after, order }: Paged): PageRequest => ({
  after,
  size: limit,
  sort: { column: 'created_at', direction: order },
})

const since = (what: string) =>
  moment
    .transform(text => new Date(text))
    .optional()
    .meta({ description: `${what} desde este momento, incluido.` })
const until = (what: string) =>
  moment
    .transform(text => new Date(text))
    .optional()
    .meta({ description: `${what} antes de este momento.` })

/** The parameters of each list; any other is refused, so that a mistyped filter is reported and not ignored. */
export const ordersQuery = z.strictObject({
  ...page,
  status: z
    .enum(['pending', 'paid', 'failed', 'refunded', 'charged_back'])
    .optional()
    .meta({ description: 'Solo de este estado.' }),
  created_since: since('Creadas'),
  created_until: until('Creadas'),
})
export const accessesQuery = z.strictObject({
  ...page,
  status: z.enum(['active', 'in_use', 'completed', 'revoked']).optional().meta({ description: 'Solo de este estado.' }),
  order_item_id: id.optional().meta({ description: 'Solo de esta línea de una orden.' }),
  created_since: since('Creados'),
  created_until: until('Creados'),
})
export const resultsQuery = z.strictObject({
  ...page,
  order_id: id.optional().meta({ description: 'Solo de esta orden.' }),
  order_item_id: id.optional().meta({ description: 'Solo de esta línea de una orden.' }),
  completed_since: since('Terminados'),
  completed_until: until('Terminados'),
})
export const actionsQuery = z.strictObject({
  ...page,
  state: state.optional().meta({ description: 'Solo de este estado.' }),
  order_item_id: id.optional().meta({ description: 'Solo de esta línea de una orden.' }),
  updated_since: since('Actualizadas'),
  updated_until: until('Actualizadas'),
})
export const noQuery = z.strictObject({})

export type OrdersQuery = z.output<typeof ordersQuery>
export type AccessesQuery = z.output<typeof accessesQuery>
export type ResultsQuery = z.output<typeof resultsQuery>
export type ActionsQuery = z.output<typeof actionsQuery>
