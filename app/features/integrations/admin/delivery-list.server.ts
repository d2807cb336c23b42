import { sql } from 'kysely'
import { findEndpoint } from '#app/features/integrations/webhooks.server.ts'
import { readId } from '#app/kit/lists/list-address.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { deliveryList } from './delivery-list.tsx'

/** The deliveries of one endpoint, by the event's id, which receivers know as webhook-id. */
export const deliveryRows = listQuery(deliveryList, {
  parent: async (tx, { endpointId }) => {
    const id = readId(endpointId)
    const endpoint = id === undefined ? undefined : await findEndpoint(tx, id)
    return endpoint && { endpointId: endpoint.id, endpointName: endpoint.description || new URL(endpoint.url).host }
  },
  always: ({ endpointId }) => sql`delivery.endpoint_id = ${endpointId}`,
  keyset: query => keyset('webhook_deliveries', query, 'delivery'),
  where: { status: status => sql`delivery.status = ${status}` },
  search: {
    matches: search => {
      const eventId = readId(search)
      return eventId === undefined ? sql`false` : sql`delivery.event_id = ${eventId}`
    },
  },
  counted: sql`webhook_deliveries delivery`,
  rows: (tx, page) =>
    tx
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
      .leftJoinLateral(
        inner =>
          inner
            .selectFrom('webhook_attempts as attempt')
            .whereRef('attempt.delivery_id', '=', 'delivery.id')
            .select(['attempt.at', 'attempt.milliseconds', 'attempt.outcome', 'attempt.http_status', 'attempt.answer'])
            .orderBy('attempt.id', 'desc')
            .limit(1)
            .as('last'),
        join => join.onTrue(),
      )
      .select(['delivery.id', 'delivery.event_id', 'event.type', 'delivery.is_test', 'delivery.status'])
      .select(['delivery.attempts', 'delivery.next_attempt_at', 'delivery.created_at'])
      .select(['last.at', 'last.milliseconds', 'last.outcome', 'last.http_status', 'last.answer'])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute(),
})
