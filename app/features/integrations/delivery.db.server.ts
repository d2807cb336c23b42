import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { DeliveryStatus, WebhookOutcome } from '#app/platform/database/values.ts'

/** One attempt to deliver, as it went. */
export type Attempt = {
  id: number
  at: Date
  milliseconds: number
  outcome: WebhookOutcome
  http_status: number | null
  answer: string
}

export type DeliveryDetail = {
  id: string
  event_id: string
  seq: number
  type: string
  occurred_at: Date
  data: unknown
  is_test: boolean
  status: DeliveryStatus
  next_attempt_at: Date | null
  attempts: Attempt[]
}

/** Attempts that are shown of a delivery, the newest ones: ten, and ten more each time that it was sent again. */
const MOST_ATTEMPTS = 50

/** A delivery of an endpoint with what it carries and how every attempt went, the newest first. */
export async function findDelivery(
  tx: Transaction<DB>,
  given: { endpointId: string; deliveryId: string },
): Promise<DeliveryDetail | undefined> {
  const delivery = await tx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.event_id', 'event.seq', 'event.type', 'event.occurred_at'])
    .select(['delivery.is_test', 'delivery.status', 'delivery.next_attempt_at', sql<unknown>`event.data`.as('data')])
    .where('delivery.id', '=', given.deliveryId)
    .where('delivery.endpoint_id', '=', given.endpointId)
    .executeTakeFirst()
  if (!delivery) return undefined
  const attempts = await tx
    .selectFrom('webhook_attempts')
    .select(['id', 'at', 'milliseconds', 'outcome', 'http_status', 'answer'])
    .where('delivery_id', '=', delivery.id)
    .orderBy('id', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute()
  return { ...delivery, attempts }
}
